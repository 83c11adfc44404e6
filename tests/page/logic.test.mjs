/* What needs no browser: touching, plurals, the words of each language. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Analysis } from '../../web/coach/analysis.js';
import { reasonsFor } from '../../web/coach/reasons.js';
import { Choosing } from '../../web/game/choosing.js';
import { Engine } from '../../web/engine/engine.js';
import { linesOf } from '../../web/game/log.js';
import { namesIn } from '../../web/game/player_names.js';
import { Pacing } from '../../web/game/pause.js';
import { inShort } from '../../web/screens/play/telling.js';
import { DAY, Seats } from '../../web/online/seats.js';
import { Viewed } from '../../web/online/viewed.js';
import { Pace } from '../../web/engine/pace.js';
import { Words } from '../../web/engine/words.js';
import { GAMES, wholeGame } from './positions.mjs';
import { build, folder } from './serve.mjs';

/** @param {number} move @param {number[]} touch @param {boolean} [ordered] */
const move = (move, touch, ordered = false) => ({ move, touch, ordered,
    name: '', say: { id: '' }, gain: 0 });

test('one touch chooses, another one chooses instead', () => {
    const choosing = new Choosing([move(1, [10]), move(2, [20])]);
    assert.deepEqual([...choosing.touchable], [10, 20]);
    choosing.touch(10);
    assert.equal(choosing.chosen?.move, 1);
    assert.deepEqual([...choosing.touchable].sort(), [10, 20]);
    choosing.touch(20);
    assert.equal(choosing.chosen?.move, 2);
});

test('what can go on one way only goes on by itself', () => {
    const choosing = new Choosing([move(1, [10, 20])]);
    choosing.touch(10);
    assert.equal(choosing.chosen?.move, 1);
    assert.ok(choosing.isWhole);
    choosing.touch(20);
    assert.deepEqual(choosing.touched, [], 'a second touch undoes the touch');
});

test('a second touch undoes a piece, and what came with it', () => {
    const choosing = new Choosing([move(1, [1, 10, 20]), move(2, [1, 10, 30]),
        move(3, [2, 20, 30])]);
    choosing.touch(10);
    assert.deepEqual(choosing.touched, [10, 1]);
    assert.equal(choosing.chosen, undefined);
    assert.equal(choosing.missing, 1);
    assert.equal(choosing.wouldChoose(30)?.move, 2);
    choosing.touch(20);
    assert.equal(choosing.chosen?.move, 1);
    choosing.touch(20);
    assert.deepEqual(choosing.touched, [10, 1]);
    choosing.touch(2);
    assert.equal(choosing.chosen?.move, 3);
});

test('a far piece picks the way to it when there is only one', () => {
    const choosing = new Choosing([move(1, [1, 2, 3, 4]), move(2, [1, 2, 3, 5])]);
    choosing.touch(4);
    assert.equal(choosing.chosen?.move, 1);
});

test('a move can be confirmed while longer ones remain', () => {
    const choosing = new Choosing([move(1, [7]), move(2, [7, 9])]);
    choosing.touch(7);
    assert.equal(choosing.chosen?.move, 1);
    assert.equal(choosing.left.length, 2);
    assert.deepEqual([...choosing.next], [9]);
});

test('where order matters, it does', () => {
    const moves = [move(1, [3, 1], true), move(2, [1, 3], true),
        move(3, [4], true)];
    const choosing = new Choosing(moves);
    choosing.touch(1);
    assert.equal(choosing.chosen?.move, 2, 'only one way to go on');
    choosing.touch(3);
    assert.deepEqual(choosing.touched, []);
    choosing.touch(3);
    assert.equal(choosing.chosen?.move, 1);
    assert.equal(choosing.touch(99), false);
});

test('others take little time each, and not much together', () => {
    const pacing = new Pacing();
    /** Five bots, each of whom rolls three times and chooses after each. */
    const seats = [1, 2, 3, 4, 5];
    /** @param {number} seat @param {number} pace */
    const turn = (seat, pace) => [1, 2, 3].reduce((sum) => sum +
        pacing.plan('roll', seat, pace) + pacing.plan('rolling', seat, pace) +
        pacing.plan('choice', seat, pace), 0);
    const undo = pacing.plan('undo', -1, 1);
    const times = seats.map((seat) => turn(seat, 1));

    assert.ok(times[0] > 800, 'it can be followed');
    assert.ok(times.every((ms) => ms <= 1500));
    assert.ok(times.reduce((sum, ms) => sum + ms, undo) <= 4000);
    pacing.begin();
    assert.ok(turn(1, 1) > 800, 'after a person acted there is time again');
    pacing.begin();
    assert.equal(seats.reduce((sum, seat) => sum + turn(seat, 0), 0), 0,
        'at once is at once');
});

test('a seat ends when its own store says so, or when it is too old', () => {
    /** @type {[string, string, number, boolean][]} store, why, days, is it over? */
    const rows = [
        ['mine', 'table.gone', 0, true], ['mine', 'table.closed', 0, true],
        ['mine', 'table.bad_secret', 0, true], ['mine', 'table.other_rules', 0, false],
        ['mine', 'table.elsewhere', 40, false], ['mine', 'table.other_rules', 31, true],
        ['other', 'table.gone', 0, false], ['other', 'table.closed', 29, false],
        ['other', 'table.bad_secret', 0, false], ['other', 'table.gone', 31, true],
    ];
    for (const [store, why, days, isOver] of rows) {
        const kept = new Map();
        const seats = new Seats(/** @type {any} */ ({
            keys: () => [...kept.keys()], read: (key) => kept.get(key),
            write: (key, value) => kept.set(key, value),
            remove: (key) => kept.delete(key) }));
        seats.add({ table: 'abc', secret: '00', seat: 0, store: 'mine',
            game: 'qwixx', name: 'Ann' });
        kept.get('seat.abc').saved -= days * DAY;
        assert.equal(seats.endIfOver('abc', why, { store, keepDays: 30 }), isOver,
            `${store} ${why} ${days}`);
        assert.equal(seats.at('abc') === undefined, isOver);
    }
});

test('plurals are what the formulas of the catalogues say', () => {
    const files = readdirSync(`${folder}words/`)
        .filter((name) => name.endsWith('.words.json') && !name.includes('XA'));

    assert.equal(files.length, 14);
    for (const name of files) {
        const code = name.split('.')[0];
        const po = readFileSync(new URL(`../../po/${code}.po`, import.meta.url),
            'utf8').replace(/"\n"/g, '');
        const formula = /[ ]plural=([^;]*);/.exec(po)?.[1];
        const form = new Function('n', `return Number(${formula})`);
        const { plurals } = JSON.parse(
            readFileSync(`${folder}words/${name}`, 'utf8'));
        const forms = ['a', 'b', 'c', 'd'];
        const words = new Words(code, { plurals, words: { x: forms } });

        for (let n = 0; n < 1300; n++)
            assert.equal(words.say({ id: 'x', n }), forms[form(n)],
                `${code}: ${n}`);
    }
});

test('every sentence that the page names is in the catalogue', () => {
    const { words } = JSON.parse(readFileSync(
        `${folder}words/en.words.json`, 'utf8'));
    const worker = readFileSync(`${folder}worker.js`, 'utf8');
    const files = /'\.\/ ([^']+)'/.exec(worker)?.[1].split(' ') ?? [];
    const missing = files.filter((file) => file.endsWith('.js'))
        .flatMap((file) => [...readFileSync(folder + file, 'utf8')
            .matchAll(/'((?:page|error|log|result)\.[a-zA-Z_.]+[a-zA-Z_])'/g)]
            .map(([, id]) => id))
        .filter((id) => !(id in words) && !id.endsWith('.'));
    assert.ok(files.length > 20);
    assert.deepEqual(missing, []);
});

async function loadEngine() {
    const { instance } = await WebAssembly.instantiate(
        readFileSync(`${folder}parlour.wasm`), {});

    return new Engine(instance.exports);
}

test('a time to think becomes steps, by what the device did before', () => {
    const pace = new Pace();

    assert.equal(pace.steps('qwixx', 500), 0, 'as is usual');
    pace.learn('qwixx', 60_000, 100);
    assert.equal(pace.steps('qwixx', 500), 300_000);
    assert.equal(pace.steps('qwixx', 0), 0, 'at once');
    assert.equal(pace.steps('bingo', 500), 0);
    pace.learn('qwixx', 900, 0.1); // soon settled: tells nothing
    assert.equal(pace.steps('qwixx', 500), 300_000);
    pace.learn('qwixx', 60_000, 6000);
    assert.equal(pace.steps('qwixx', 500), 20_000);
    pace.learn('qwixx', 60_000, 1);
    assert.equal(pace.steps('qwixx', 500), 2_000_000);
});

test('the engine counts the steps of a choice', async () => {
    const engine = await loadEngine();
    const match = engine.start({ game: 'bingo', seats: 2, first: 0, options: {},
        names: ['', ''], bots: ['', ''] });

    engine.teach('bingo', new Uint8Array(
        readFileSync(`${folder}brains/bingo.brain`)));
    match.roll(1n);
    const [seat] = match.turn().asked;
    const taken = [10_000, 40_000].map((steps) => {
        engine.choose('bingo', 'expert', seat, match.view(seat), 1n, '', steps);
        return engine.taken;
    });
    assert.ok(taken[0] >= 10_000 && taken[0] < 40_000, `${taken}`);
    assert.ok(taken[1] > taken[0], `${taken}`);
    engine.choose('bingo', 'random', seat, match.view(seat), 1n);
    assert.equal(engine.taken, 0);
    match.close();
});

/** @param {string} language */
const howtoIn = (language) => new Words(language, JSON.parse(
    readFileSync(`${folder}words/${language}.howto.json`, 'utf8')));

/**
 * @param {Engine} engine
 * @param {Words} words
 * @param {string} game
 * @param {Record<string, string>} [options]
 */
function howto(engine, words, game, options = {}) {
    const facts = engine.facts(game, options);
    let text = '';

    for (const section of ['goal', 'setup', 'turn', 'end', 'points', 'ours'])
        for (let i = 1; words.has(`howto.${game}.${section}.${i}`); i++)
            text += `${words.explain(`howto.${game}.${section}.${i}`, facts)}\n`;
    return text;
}

test('a how-to says numbers, plural forms and lists', () => {
    const words = new Words('pl', { plurals: '101112', words: {
        dice: '{dice} {dice|kość|kości|kostek}: {points}, {dice}' } });

    assert.equal(words.explain('dice', { dice: [1], points: [4] }),
        '1 kość: 4, 1');
    assert.equal(words.explain('dice', { dice: [5], points: [1, 3, -6] }),
        '5 kostek: 1, 3, −6, 5');
    assert.equal(words.explain('dice', { dice: [5] }), '');
});

test('how-tos are the same in the page and at the terminal', async () => {
    const engine = await loadEngine();
    const languages = readdirSync(new URL('../../po/', import.meta.url))
        .filter((file) => file.endsWith('.po'))
        .map((file) => file.split('.')[0]);

    assert.equal(languages.length, 14);
    for (const language of languages)
        for (const { id } of engine.games) {
            const terminal = execFileSync(`${build}parlour`, ['rules', id],
                { encoding: 'utf8', env: { LANGUAGE: language } });
            const page = howto(engine, howtoIn(language), id);

            const flat = terminal.replace(/\s+/g, ' ');

            for (const text of page.split('\n'))
                assert.ok(flat.includes(text.replace(/\s+/g, ' ')),
                    `${language} ${id}: ${text}`);
            for (const section of ['goal', 'turn', 'end', 'points', 'example'])
                assert.match(terminal, new RegExp(`^${
                    howtoIn(language).the(`howto.${section}`)}$`, 'm'));
        }
});

test('a how-to follows the house rules of its game', async () => {
    const engine = await loadEngine();
    const english = howtoIn('en');

    assert.match(howto(engine, english, 'pretty-tricky'), /: 6 with 2 players/);
    assert.match(howto(engine, english, 'pretty-tricky', { end_threshold: '3' }),
        /: 3 with 2 players/);
    assert.match(howto(engine, english, 'rainbow'), /more than 25 in Part 2/);
    assert.match(howto(engine, english, 'rainbow', { part2_threshold: '15' }),
        /more than 15 in Part 2/);
    assert.match(howto(engine, english, 'bingo', { idle_limit: '5' }),
        /after 5 turns in a row/);
    assert.doesNotMatch(howto(engine, english, 'bingo', { idle_limit: '0' }),
        /turns in a row/);
    assert.doesNotMatch(howto(engine, english, 'one-to-9',
        { unlimited_stars: '1' }), /There are \d+ small stars/);
});

test('bots without a name are called by their level, twins by their seat', () => {
    const names = namesIn(wordsIn('nb'), { names: ['', 'Ann', '', '', '', ''],
        bots: ['hard', 'hard', 'easy', 'hard', 'newer', ''] });

    assert.deepEqual([...names], ['Robot (Vanskelig) 1', 'Ann', 'Robot (Lett)',
        'Robot (Vanskelig) 4', 'Robot (newer)', 'Du']);
});

test('who reads is spoken to, and “You” is never a name', () => {
    const words = wordsIn('en');
    const alone = namesIn(words, { names: ['', ''], bots: ['', 'hard'] });
    const round = namesIn(words, { names: ['', ''], bots: ['', ''] });
    const named = namesIn(words, { names: ['You', 'Bo'], bots: ['', ''] });
    const cross = { id: 'say.cross.red', n: 7 };

    assert.deepEqual([...alone], ['You', 'Hard bot']);
    assert.equal(alone.reader, 0);
    assert.equal(words.done(cross, 0, alone), 'You crossed off red 7');
    assert.equal(words.done(cross, 1, alone), 'Hard bot crossed off red 7');
    assert.equal(words.done(cross, 0, round), 'Player 1 crossed off red 7');
    assert.equal(words.done(cross, 0, named), 'Player 1 crossed off red 7');
    assert.equal(words.done({ id: 'rainbow.say.roll.YB', n: 2 }, 0, alone),
        'You rerolled 2 dice');
    assert.equal(words.the('page.winners', { n: 1, seat: 0, word: '' }, alone),
        'You win!');
    assert.equal(words.the('page.winners', { n: 2, seat: 0, word: 'Bo' }, alone),
        'You share the win with Bo!');
    assert.equal(words.the('page.curtain', { seat: 0 }, alone),
        'Player 1, it’s your turn.');
    assert.equal(words.the('page.bar.throw', { seat: 0 }, alone), 'Your turn.');
});

/** @param {string} language */
function wordsIn(language) {
    return new Words(language, JSON.parse(readFileSync(
        `${folder}words/${language}.words.json`, 'utf8')));
}

test('cards and dice are words in the log, no notation', async () => {
    const engine = await loadEngine();
    const english = wordsIn('en');
    let log = '';

    for (const game of GAMES) {
        const match = engine.open(wholeGame(game));
        const steps = match.history(-2).filter(({ seat }) => seat < 0);
        log += steps.map((step) => linesOf(step, english, [])[0]).join('\n');
        match.close();
    }
    assert.match(log, /Drawn: number joker \d$/m);
    assert.match(log, /Drawn: plus-3$/m);
    assert.doesNotMatch(log, /\b[a-z]\d|[*+]/i);
});

/* --- What a server shows is what a match shows ----------------------------- */

const engine = await loadEngine();

/** A step of a match, any one. @param {import('../../web/engine/engine.js').Match} match */
function stepOn(match) {
    const turn = match.turn();

    if (turn.what === 'chance') {
        match.roll(BigInt(turn.steps));
        return;
    }
    const [seat] = turn.asked;
    const { moves } = match.look(seat);
    match.answer(seat, moves[turn.steps * 7 % moves.length].move);
}

for (const { id, least } of engine.games)
    test(`${id}: what is told as new adds up to the whole`, () => {
        const match = engine.start({ game: id, seats: Math.max(2, least),
            first: 0, options: {}, names: [], bots: [] });
        const seats = [-2, -1, ...match.about.names.keys()];

        for (let steps = 0; steps < 50 && match.turn().what !== 'over';
            steps++) {
            const seat = seats[steps % seats.length];
            const fresh = engine.open(match.record());
            const [asked = -1] = match.turn().asked;

            assert.deepEqual(match.look(seat), fresh.look(seat));
            assert.deepEqual(match.history(seat), fresh.history(seat));
            assert.deepEqual(match.turn(), fresh.turn());
            for (const { move } of match.look(asked).moves.slice(0, 3))
                assert.deepEqual(match.preview(asked, move),
                    fresh.preview(asked, move));
            fresh.close();
            if (steps % 5 === 4 && match.turn().undo >= 0)
                match.reopen(match.turn().undo);
            stepOn(match);
        }
        match.close();
    });

/** The open question shows who has answered it only at this device. @param {any} look */
function withoutAnswered({ view, ...look }) {
    return { ...look, view: { ...view, answered: [] } };
}

for (const { id, least, most } of engine.games)
    test(`${id}: a game by its views is the game`, () => {
        const about = { game: id, seats: Math.min(3, most), first: 0,
            options: {}, names: [], bots: [] };
        const match = engine.start({ ...about,
            seats: Math.max(least, about.seats) });
        const seats = [-1, ...match.about.names.keys()];
        const views = seats.map((seat) =>
            new Viewed(engine, match.about, seat));
        /** @type {{words: string, view: string}[][]} by seat */
        const past = seats.map(() => []);

        for (let steps = 0; steps < 60 && match.turn().what !== 'over';
            steps++) {
            stepOn(match);
            seats.forEach((seat, i) => {
                past[i].push({ words: '', view: Buffer.from(match.view(seat))
                    .toString('base64') });
                const words = match.record(seat).split('\n').filter((line) =>
                    /^(play|chance) /.test(line));
                past[i].forEach((step, n) => {
                    step.words = words[n];
                });
                views[i].show(past[i], past[i].length);
                assert.deepEqual(withoutAnswered(views[i].look(seat)),
                    withoutAnswered(match.look(seat)));
                assert.equal(views[i].turn().active, match.turn().active);
            });
        }
        while (match.turn().answered.length > 0)
            match.rewind(match.turn().steps - 1);
        seats.forEach((seat, i) => {
            views[i].show(past[i], match.turn().steps);
            assert.deepEqual(views[i].history(seat), match.history(seat));
            views[i].close();
        });
        match.close();
    });

/**
 * An analysis of decisions that are all close, where a look takes as long as is
 * told, on a clock that only looks move.
 * @param {number} count
 * @param {(steps: number) => number} time ms
 */
async function analyse(count, time) {
    const moves = [{ name: 'a', move: 0 }, { name: 'b', move: 1 }];
    const match = { history: () => Array(count).fill({ seat: 0, name: 'a' }),
        rewind() {}, look: () => ({ moves }), close() {} };
    /** @type {{steps: number, step: number, before?: any}[]} */
    const looks = [];
    const usual = performance.now;
    let now = 0;
    const judge = (/** @type {any} */ _, /** @type {number} */ __,
        /** @type {number} */ ___, /** @type {number} */ steps,
        /** @type {bigint} */ from, /** @type {any} */ before) => {
        looks.push({ steps, step: Number(from) - 1, before });
        now += time(steps);
        return { best: 1, call: 'close', worth: Number(from), points: 0, win: 0,
            chance: 0.5, took: time(steps), tries: 8,
            wants: 1 + Math.abs(Number(from) - 8), bytes: `after ${from}` };
    };
    const analysis = new Analysis(/** @type {any} */ ({ adviser: { judge },
        engine: { open: () => match } }), '', [0]);

    performance.now = () => now;
    try {
        await analysis.run();
    } finally {
        performance.now = usual;
    }
    assert.equal(analysis.failed, false);
    assert.equal(analysis.done, 1);
    assert.ok(analysis.decisions.every(({ verdict }) => verdict));
    return { looks, now };
}

test('an analysis keeps to its time, and every decision is looked at', async () => {
    const slow = await analyse(30, (steps) =>
        (steps < 1000 ? 100 : steps < 100_000 ? 700 : 2000));
    const [first] = slow.looks.slice(30);
    assert.ok(slow.now > 7000 && slow.now <= 10_000, String(slow.now));
    assert.equal(first.step, 29, 'what seems to have cost most comes first');
    assert.ok(slow.looks.slice(30).every(({ steps }) => steps === first.steps));

    const quick = await analyse(30, () => 10);
    assert.equal(quick.looks.length, 240, 'a glance, a look and six bits more');
    assert.ok(quick.looks.slice(0, 60).every(({ before }) => !before));
    const [closest] = quick.looks.slice(60);
    assert.equal(closest.step, 7, 'what wants fewest tries is next');
    assert.equal(closest.before, 'after 8', 'from where it was');
    const many = await analyse(60, () => 100);
    assert.ok(many.now > 10_000 && many.now <= 20_000, String(many.now));
});

/**
 * The strongest reason for the first of two moves of a made-up game.
 * @param {any[]} pieces before
 * @param {[any, any]} moves what differs from {touch: [], gain: 0}
 * @param {[any[], any[]]} [after] pieces that these lead to
 */
function reasonFor(pieces, moves, after = [pieces, pieces]) {
    const areas = [{ role: 'throw', flow: 'wrap' },
        { role: 'hand', flow: 'wrap', seat: 0 }, { role: 'board', flow: 'path' },
        { role: 'sheet', flow: 'grid', seat: 0 }];
    const whole = (/** @type {any[]} */ some) => some.map((piece, id) =>
        ({ id, marks: [], x: 0, y: 0, ...piece }));
    const seen = (/** @type {any[]} */ some) => ({ view: { areas, points: [0, 0],
        turn: 'decide', pieces: whole(some) } });
    const match = { look: () => seen(pieces),
        preview: (/** @type {number} */ _, /** @type {number} */ move) =>
            seen(after[move]) };
    const [one, other] = moves.map((move, i) =>
        ({ move: i, name: '', touch: [], gain: 0, ...move }));

    return reasonsFor(/** @type {any} */ (match), 0, one, other)
        .map(({ id }) => id.replace('coach.why.', ''))[0];
}

test('a best move has brought something that can be told', () => {
    const analysis = Object.create(Analysis.prototype);
    /** @param {number} points @param {number} win */
    const finest = (points, win) => {
        analysis.decisions = [{ played: {}, verdict: { call: 'fine',
            worth: -0.01, points, win } }];
        return analysis.finest;
    };

    assert.equal(finest(-0.04, 0), undefined, '“+0%”');
    assert.ok(finest(-0.2, 0));
    assert.ok(finest(0, -0.02));
});

test('a hint says what is better about dice, cards, stars and tokens', () => {
    const show = (/** @type {number[]} */ values) => values.map((value) =>
        ({ kind: 'cube', area: 0, value }));
    const dice = show([6, 6, 3, 4, 5]);
    const keeping = (/** @type {number[]} */ one,
        /** @type {number[]} */ other) => reasonFor(dice,
        [{ touch: [0] }, { touch: [0] }], [show(one), show(other)]);
    const card = { kind: 'card', area: 1 };
    const joker = { ...card, sign: 'joker' };
    const stars = (/** @type {number} */ value) =>
        ({ kind: 'counter', area: 1, sign: 'star', value });
    const tokens = (/** @type {number[]} */ ...at) => at.map((x) =>
        ({ kind: 'token', area: 2, seat: 0, x }));

    assert.equal(keeping([6, 6, 0, 0, 0], [0, 0, 3, 4, 5]), 'keeps_equal');
    assert.equal(keeping([0, 0, 3, 4, 5], [0, 0, 0, 4, 5]), 'keeps_run');
    assert.equal(keeping([0, 6, 0, 0, 0], [0, 6, 0, 0, 5]), 'rolls_more');
    assert.equal(keeping([0, 6, 0, 0, 0], [0, 0, 3, 0, 0]), 'keeps_high');
    assert.equal(reasonFor([], [{}, {}], [[stars(3)], [stars(2)]]), 'stars');
    assert.equal(reasonFor([], [{}, {}], [[joker], [card]]), 'gets_joker');
    assert.equal(reasonFor([joker], [{}, {}], [[joker], [card]]),
        'keeps_joker');
    assert.equal(reasonFor([], [{}, {}], [tokens(2, 4), tokens(1, 5)]),
        'hindmost');
    assert.equal(reasonFor([], [{ gain: 2 }, { gain: 5 }]), 'patient');
    assert.equal(reasonFor([], [{}, {}]), undefined);
});

test('of many moves, each player’s last ones are told by the first of them', () => {
    const did = (/** @type {number} */ at, /** @type {number} */ seat,
        /** @type {string} */ line, gain = 0) => ({ at, seat, lines: [line], gain,
        pass: line === 'passed' });
    const told = (/** @type {ReturnType<typeof did>[]} */ ...moves) =>
        inShort(moves).map(({ seat, lines, gain }) => [seat, lines[0], gain]);

    assert.deepEqual(told(did(0, 1, 'crossed', 1), did(1, 1, 'passed')),
        [[1, 'crossed', 1]], 'who did something has not passed');
    assert.deepEqual(told(did(0, 1, 'passed'), did(1, 1, 'penalty', -5)),
        [[1, 'penalty', -5]]);
    assert.deepEqual(told(did(0, 1, 'passed'), did(2, 1, 'passed'),
        did(3, 2, 'crossed', 1)), [[1, 'passed', 0], [2, 'crossed', 1]]);
    assert.deepEqual(told(did(0, 1, 'played'), did(2, 2, 'scored'),
        did(3, 2, 'put', 1), did(4, 2, 'put', 2)),
    [[1, 'played', 0], [2, 'scored', 3]]);
    assert.deepEqual(told(did(0, 1, 'kept'), did(2, 1, 'kept'),
        did(4, 1, 'filled', 9)), [[1, 'filled', 9]], 'a roll is between');
    assert.deepEqual(told(did(0, 1, 'a'), did(1, 2, 'b'), did(2, 3, 'c')),
        [[2, 'b', 0], [3, 'c', 0]]);
    assert.deepEqual(told(did(0, 1, 'passed'), did(1, 2, 'passed'),
        did(2, 2, 'crossed', 6)), [[1, 'passed', 0], [2, 'crossed', 6]],
    'points are told by what brought them');
    assert.deepEqual(told(did(0, 1, 'passed'), did(1, 2, 'crossed', 6),
        did(2, 2, 'passed')), [[1, 'passed', 0], [2, 'crossed', 6]]);
});
