/* The WebAssembly module imports nothing and behaves like every other build:
 * its signatures are those of tests/signatures. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

const GAMES = 500; // as in tests/test_signatures.c
const BOT_STEPS = 300; // as in tests/test_bots.c
const root = new URL('..', import.meta.url);
const build = new URL(`${process.env.B ?? 'build'}/`, root);
/** @param {string} name */
const compile = async (name) => WebAssembly.compile(
    await readFile(new URL(`wasm/${name}.wasm`, build)));
const module = await compile('parlour');
const plain = await compile('parlour-plain');

/** @param {ArrayBuffer} memory @param {number} at a C string */
function text(memory, at) {
    const bytes = new Uint8Array(memory, at);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}

test('the module imports nothing', () => {
    assert.deepEqual(WebAssembly.Module.imports(module), []);
    assert.deepEqual(WebAssembly.Module.imports(plain), []);
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

test('a seed makes the same sheet as everywhere else', async () => {
    const recorded =
        await readFile(new URL('tests/made_sheets', root), 'utf8');
    const { exports: parlour } = await WebAssembly.instantiate(module, {});
    const ids = new Map();

    parlour._initialize();
    for (let game = 0; game < parlour.game_count(); game++)
        ids.set(text(parlour.memory.buffer, parlour.game_id(game)), game);
    const lines = recorded.trimEnd().split('\n');
    assert.ok(lines.length >= 18);
    for (const line of lines) {
        const [id, seed, hash] = line.split(' ');
        const at = parlour.sheet_make(ids.get(id), BigInt(seed));
        const sheet = text(parlour.memory.buffer, at);
        assert.equal(createHash('sha256').update(sheet).digest('hex'), hash,
            `${id} ${seed}`);
    }
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

for (const [kind, engine] of [['with', module], ['without', plain]])
    test(`every bot plays as recorded, ${kind} vectors`, () => botsPlay(engine));

/** @param {WebAssembly.Module} engine */
async function botsPlay(engine) {
    const recorded =
        await readFile(new URL('tests/bot_signatures', root), 'utf8');
    const { exports: parlour } = await WebAssembly.instantiate(engine, {});

    parlour._initialize();
    const bots = new Map();
    for (let bot = 0; bot < parlour.bot_count(); bot++)
        bots.set(text(parlour.memory.buffer, parlour.bot_id(bot)), bot);
    const games = new Map();
    for (let game = 0; game < parlour.game_count(); game++) {
        const brain = await brainOf(parlour, game);
        give(parlour, brain);
        assert.equal(parlour.brain_set(game, brain.length), 1);
        games.set(text(parlour.memory.buffer, parlour.game_id(game)), game);
    }
    const lines = recorded.trim().split('\n').map((line) => line.split(' '));
    assert.equal(new Set(lines.map(([game, bot]) => `${game} ${bot}`)).size,
        games.size * bots.size);
    for (const [game, bot, seats, sum] of lines)
        assert.equal(BigInt.asUintN(64, parlour.bot_signature(bots.get(bot),
            games.get(game), Number(seats), BOT_STEPS)).toString(16)
            .padStart(16, '0'), sum, `${game} ${bot} ${seats}`);
}

/**
 * The games of tests/test_daily.c: a person by its plain rule, and the bot.
 * @param {any} parlour @param {number} match @param {number} game
 */
function playDay(parlour, match, game) {
    const { turn, moves, about } = asking(parlour);
    const { bots, sheet } = about(match);
    const hard = [...Array(parlour.bot_count()).keys()].find((bot) =>
        text(parlour.memory.buffer, parlour.bot_id(bot)) === bots[1]);

    for (let now = turn(match); now.what !== 'over'; now = turn(match)) {
        if (now.what === 'chance') {
            assert.ok(parlour.match_roll(match, 0n));
            continue;
        }
        const [seat] = now.asked;
        const list = moves(match, seat).sort((a, b) => a - b);
        let move = list[(7 * now.steps + 3) % list.length];

        if (bots[seat]) {
            const at = parlour.match_view(match, seat);
            const view = new Uint8Array(parlour.memory.buffer, at, 256).slice();
            const sheetBytes = new TextEncoder().encode(sheet ?? '');
            give(parlour, sheetBytes);
            parlour.bots_play_on(sheetBytes.length);
            const from = parlour.match_seed(match, seat);
            give(parlour, view);
            move = parlour.bot_choose(game, hard, seat, from, 0);
        }
        assert.ok(parlour.match_answer(match, seat, move));
    }
}

test('every day is as recorded', async () => {
    const recorded = await readFile(new URL('tests/daily', root), 'utf8');
    const { exports: parlour } = await WebAssembly.instantiate(module, {});
    const ids = new Map();

    parlour._initialize();
    for (let game = 0; game < parlour.game_count(); game++) {
        ids.set(text(parlour.memory.buffer, parlour.game_id(game)), game);
        const brain = await brainOf(parlour, game);
        give(parlour, brain);
        assert.equal(parlour.brain_set(game, brain.length), 1);
    }
    const { open, record } = asking(parlour);
    for (const line of recorded.trimEnd().split('\n')) {
        const [date, id, layout, seats, hash] = line.split(' ');
        const bytes = new TextEncoder().encode(date);

        give(parlour, bytes);
        const day = JSON.parse(text(parlour.memory.buffer,
            parlour.daily(bytes.length)));
        assert.deepEqual([day.game, day.layout, day.seats],
            [id, layout, Number(seats)]);
        const match = open(day.record);
        playDay(parlour, match, ids.get(id));
        assert.equal(createHash('sha256').update(record(match)).digest('hex'),
            hash, date);
        parlour.match_close(match);
    }
});

/* --- The open question, as tests/test_question.c asks the match and tables --- */

/** Numbers that look random and are the same every time. @param {number} seed */
function dice(seed) {
    let state = seed;

    return (/** @type {number} */ n) => {
        state = (Math.imul(state, 1103515245) + 12345) >>> 0;
        return (state >>> 16) % n;
    };
}

/** @param {any} parlour */
function asking(parlour) {
    const read = (/** @type {number} */ at) => text(parlour.memory.buffer, at);
    const json = (/** @type {number} */ at) => JSON.parse(read(at));

    return {
        games: () => json(parlour.games()).games,
        open(/** @type {string} */ record) {
            const bytes = new TextEncoder().encode(record);
            give(parlour, bytes);
            return parlour.match_open(bytes.length);
        },
        turn: (/** @type {number} */ match) => json(parlour.match_turn(match)),
        about: (/** @type {number} */ match) => json(parlour.match_about(match)),
        moves: (/** @type {number} */ match, /** @type {number} */ seat) =>
            json(parlour.match_look(match, seat)).moves
                .map((/** @type {any} */ { move }) => move),
        record: (/** @type {number} */ match, seat = -2) =>
            read(parlour.match_record(match, seat)),
    };
}

/**
 * All seats answer in any order, some again and some after taking back; the
 * last one ends it. Returns the answers that stand.
 * @param {any} parlour @param {number} match @param {(n: number) => number} pick
 */
function answerAll(parlour, match, pick) {
    const { turn, moves } = asking(parlour);
    const { asked, question } = turn(match);
    const list = new Map(asked.map(
        (/** @type {number} */ seat) => [seat, moves(match, seat)]));
    const last = asked[pick(asked.length)];
    const others = asked.filter((/** @type {number} */ seat) => seat !== last);
    const standing = new Map();
    const answer = (/** @type {number} */ seat) => {
        const move = list.get(seat)[pick(list.get(seat).length)];

        assert.ok(parlour.match_answer(match, seat, move));
        standing.set(seat, move);
    };

    for (let i = others.length ? pick(4 * others.length) : 0; i > 0; i--) {
        const seat = others[pick(others.length)];

        if (standing.has(seat) && list.get(seat).length > 1 &&
            pick(3) === 0) {
            assert.ok(parlour.match_reopen(match, seat));
            standing.delete(seat);
        } else {
            answer(seat);
        }
        assert.deepEqual(turn(match).answered, [...standing.keys()].sort());
    }
    others.forEach(answer);
    assert.equal(turn(match).question, question);
    answer(last);
    assert.equal(turn(match).question, question + asked.length);
    return [...standing].sort(([a], [b]) => a - b);
}

test('an open question is answered, anew, and taken back', async () => {
    const { exports: parlour } = await WebAssembly.instantiate(module, {});
    const pick = dice(7);

    parlour._initialize();
    const { games, open, turn, record } = asking(parlour);
    for (const { id, layout, most } of games()) {
        const begun = `parlour 1\ngame ${id}\nlayout ${layout}\n` +
            `seats ${Math.min(3, most)}\nfirst 0\n`;
        const match = open(begun);
        const referee = open(begun);

        for (;;) {
            const { what, steps } = turn(match);

            if (what === 'over' || steps > 150)
                break;
            if (what === 'chance') {
                assert.ok(parlour.match_roll(match, BigInt(steps)));
                assert.ok(parlour.match_roll(referee, BigInt(steps)));
                continue;
            }
            for (const [seat, move] of answerAll(parlour, match, pick))
                assert.ok(parlour.match_answer(referee, seat, move));
        }
        assert.equal(record(match), record(referee));
        for (const seat of [-1, 0, 1])
            assert.equal(record(match, seat), record(referee, seat));
        parlour.match_close(match);
        parlour.match_close(referee);
    }
});
