/* What needs no browser: touching, plurals, the words of each language. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Choosing } from '../../web/choosing.js';
import { Engine } from '../../web/engine.js';
import { linesOf } from '../../web/log.js';
import { namesIn } from '../../web/names.js';
import { Viewed } from '../../web/online/viewed.js';
import { pluralForm } from '../../web/plural.js';
import { Words } from '../../web/words.js';
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

test('a second touch takes a piece back', () => {
    const choosing = new Choosing([move(1, [10, 20])]);
    choosing.touch(10);
    assert.equal(choosing.chosen, undefined);
    choosing.touch(20);
    assert.equal(choosing.chosen?.move, 1);
    choosing.touch(10);
    assert.deepEqual(choosing.touched, [20]);
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
    assert.deepEqual([...choosing.next], [3]);
    choosing.touch(3);
    assert.equal(choosing.chosen?.move, 2);
    choosing.touch(1);
    assert.deepEqual(choosing.touched, [3]);
    assert.equal(choosing.touch(99), false);
});

test('plural formulas are read as C reads them', () => {
    const english = pluralForm('(n != 1)');
    assert.deepEqual([0, 1, 2].map(english), [1, 0, 1]);
    const polish = pluralForm('n==1 ? 0 : n%10>=2 && n%10<=4 && ' +
        '(n%100<10 || n%100>=20) ? 1 : 2');
    assert.deepEqual([1, 2, 5, 12, 22, 25].map(polish), [0, 1, 2, 2, 1, 2]);
    const japanese = pluralForm('0');
    assert.equal(japanese(5), 0);
    const french = pluralForm('n > 1');
    assert.deepEqual([0, 1, 2].map(french), [0, 0, 1]);
    assert.throws(() => pluralForm('n +'));
    assert.throws(() => pluralForm('alert(1)'));
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

    for (let i = 1; words.has(`howto.${game}.${i}`); i++)
        text += `${words.explain(`howto.${game}.${i}`, facts)} `;
    return text;
}

test('a how-to says numbers, plural forms and lists', () => {
    const words = new Words('pl', { plural: 'n==1 ? 0 : n<5 ? 1 : 2', words: {
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

            assert.equal(terminal.split('\n').slice(1).join(' ')
                .replace(/ +/g, ' ').trim(), page.trim(), `${language} ${id}`);
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
        /after 5 turns/);
    assert.doesNotMatch(howto(engine, english, 'bingo', { idle_limit: '0' }),
        /turns in a row/);
    assert.doesNotMatch(howto(engine, english, 'one-to-9',
        { unlimited_stars: '1' }), /There are \d+ small stars/);
});

test('bots without a name are called by their level, twins by their seat', () => {
    const names = namesIn(wordsIn('nb'), { names: ['', 'Ann', '', '', '', ''],
        bots: ['hard', 'hard', 'easy', 'hard', 'newer', ''] });

    assert.deepEqual(names, ['Bot: Vanskelig 1', 'Ann', 'Bot: Lett',
        'Bot: Vanskelig 4', 'Bot: newer', 'Spiller 6']);
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

/** A step of a match, any one. @param {import('../../web/engine.js').Match} match */
function stepOn(match) {
    const turn = match.turn();

    if (turn.what === 'chance') {
        match.roll(BigInt(turn.steps));
        return;
    }
    const [seat] = turn.asked;
    const { moves } = match.look(seat);
    match.play(seat, moves[turn.steps * 7 % moves.length].move);
}

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
            match.rewind(match.steps - 1);
        seats.forEach((seat, i) => {
            views[i].show(past[i], match.steps);
            assert.deepEqual(views[i].history(seat), match.history(seat));
            views[i].close();
        });
        match.close();
    });
