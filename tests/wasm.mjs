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

test('every bot plays as recorded', async () => {
    const recorded =
        await readFile(new URL('tests/bot_signatures', root), 'utf8');
    const { exports: parlour } = await WebAssembly.instantiate(module, {});
    let now = '';

    parlour._initialize();
    for (let game = 0; game < parlour.game_count(); game++)
        for (let bot = 0; bot < parlour.bot_count(); bot++) {
            const sum = BigInt.asUintN(
                64, parlour.bot_signature(bot, game, 2, BOT_STEPS));
            now += `${text(parlour.memory.buffer, parlour.game_id(game))} ` +
                `${text(parlour.memory.buffer, parlour.bot_id(bot))} ` +
                `${sum.toString(16).padStart(16, '0')}\n`;
        }
    assert.equal(now, recorded);
});
