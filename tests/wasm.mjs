/* The WebAssembly module imports nothing and behaves like every other build:
 * its signatures are those of tests/signatures. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

const GAMES = 500; // as in tests/test_signatures.c
const BOT_STEPS = 300; // as in tests/test_bots.c
const root = new URL('..', import.meta.url);
const build = new URL(`${process.env.B ?? 'build'}/`, root);
const module = await WebAssembly.compile(
    await readFile(new URL('wasm/parlour.wasm', build)));

/** @param {ArrayBuffer} memory @param {number} at a C string */
function text(memory, at) {
    const bytes = new Uint8Array(memory, at);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}

test('the module imports nothing', () => {
    assert.deepEqual(WebAssembly.Module.imports(module), []);
});

test('every game behaves as recorded', async () => {
    const recorded = await readFile(new URL('tests/signatures', root), 'utf8');
    const { exports: parlour } = await WebAssembly.instantiate(module, {});
    let now = '';

    parlour._initialize();
    for (let game = 0; game < parlour.game_count(); game++) {
        const id = text(parlour.memory.buffer, parlour.game_id(game));
        const most = parlour.game_max_seats(game);

        for (let n = parlour.game_min_seats(game); n <= most; n++) {
            const sum = BigInt.asUintN(64, parlour.signature(game, n, GAMES));
            now += `${id} ${n} ${sum.toString(16).padStart(16, '0')}\n`;
        }
    }
    assert.equal(now, recorded);
});

/** @param {any} parlour @param {Uint8Array} bytes */
function give(parlour, bytes) {
    const at = parlour.input(bytes.length);
    new Uint8Array(parlour.memory.buffer, at, bytes.length).set(bytes);
}

/** @param {any} parlour @param {number} game */
async function brainOf(parlour, game) {
    const id = text(parlour.memory.buffer, parlour.game_id(game));
    return readFile(new URL(`wasm/brains/${id}.brain`, build));
}

test('a brain of another size is refused', async () => {
    const { exports: parlour } = await WebAssembly.instantiate(module, {});

    parlour._initialize();
    const brain = await brainOf(parlour, 0);
    for (const length of [0, 1, brain.length - 1, brain.length + 1, 100_000]) {
        const bytes = new Uint8Array(length);
        bytes.set(brain.subarray(0, length));
        give(parlour, bytes);
        assert.equal(parlour.brain_set(0, length), 0, `${length} bytes`);
    }
    give(parlour, brain);
    assert.equal(parlour.brain_set(0, brain.length), 1);
});

test('every bot plays as recorded', async () => {
    const recorded =
        await readFile(new URL('tests/bot_signatures', root), 'utf8');
    const { exports: parlour } = await WebAssembly.instantiate(module, {});
    let now = '';

    parlour._initialize();
    for (let game = 0; game < parlour.game_count(); game++) {
        const brain = await brainOf(parlour, game);
        give(parlour, brain);
        assert.equal(parlour.brain_set(game, brain.length), 1);
        for (let bot = 0; bot < parlour.bot_count(); bot++) {
            const sum = BigInt.asUintN(
                64, parlour.bot_signature(bot, game, 2, BOT_STEPS));
            now += `${text(parlour.memory.buffer, parlour.game_id(game))} ` +
                `${text(parlour.memory.buffer, parlour.bot_id(bot))} ` +
                `${sum.toString(16).padStart(16, '0')}\n`;
        }
    }
    assert.equal(now, recorded);
});
