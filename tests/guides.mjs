/* Every guide is played with the engine: it is legal to the last line, asks the
 * person for one thing a step, and that one thing can be touched. A rule that
 * changes what a guide relies on breaks this test, not a beginner. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ME, Script } from '../web/guide/script.js';
import { Engine, Refused } from '../web/engine/engine.js';

const root = new URL('..', import.meta.url);
const build = new URL(`${process.env.B ?? 'build'}/`, root);
const { instance } = await WebAssembly.instantiate(
    readFileSync(new URL('wasm/parlour.wasm', build)), {});
const engine = new Engine(instance.exports);

/** @param {string} game */
function textOf(game) {
    return readFileSync(new URL(`guides/${game}.guide`, root), 'utf8');
}

/**
 * @template T
 * @param {string} record
 * @param {(match: import('../web/engine/engine.js').Match) => T} look
 */
function at(record, look) {
    const match = engine.open(record);
    const seen = look(match);

    match.close();
    return seen;
}

/**
 * What the person is to do at a step.
 * @param {Script} script
 * @param {number} line
 */
function checkAct(script, line) {
    const seat = script.seatOf(line);
    const { turn, look } = at(script.record(line), (match) =>
        ({ turn: match.turn(), look: match.look(ME) }));

    if (seat < 0) {
        assert.equal(turn.what, 'chance', 'something is rolled');
        assert.equal(turn.chance?.draw, false, 'and not drawn');
        assert.equal(turn.active, ME, 'by the person');
        return;
    }
    assert.equal(seat, ME, 'the others do what they do by themselves');
    const [move, ...more] = look.moves.filter(
        ({ name }) => name === script.moveIn(line));
    assert.ok(move && more.length === 0, script.lines[line]);
    assert.ok(look.moves.length > 1 || move.touch.length > 0);
    for (const id of move.touch)
        assert.ok(look.view.pieces.some((piece) => piece.id === id),
            `${script.lines[line]}: piece ${id} lies on the table`);
}

/**
 * What happens by itself after it: no choice of the person is made for them.
 * @param {Script} script
 * @param {number} line
 */
function checkByItself(script, line) {
    if (script.seatOf(line) !== ME)
        return;
    const { moves } = at(script.record(line), (match) => match.look(ME));
    assert.equal(moves.length, 1, `${script.lines[line]} is the only move`);
}

test('every game has a guide, and every guide a game', () => {
    assert.deepEqual(readdirSync(new URL('guides', root)).sort(),
        engine.games.map(({ id }) => `${id}.guide`).sort());
});

for (const { id } of engine.games)
    test(`the guide of ${id} can be played`, () => {
        const script = new Script(textOf(id));
        const { steps, lines } = script;
        const about = at(script.record(lines.length), (match) => match.about);

        assert.equal(about.game, id);
        assert.deepEqual(about.bots.map(Boolean),
            about.bots.map((_, seat) => seat !== ME), 'one person');
        assert.ok(steps.length >= 5 && steps.length <= 8, `${steps.length} steps`);
        steps.slice(0, -1).forEach(({ say, from }, i) => {
            const next = steps[i + 1].from;
            assert.ok(say.startsWith(`guide.${id}.`), say);
            assert.ok(next > from, `${say} has something to do`);
            checkAct(script, from);
            for (let line = from + 1; line < next; line++)
                checkByItself(script, line);
        });
        assert.equal(steps.at(-1)?.from, lines.length, 'the last has nothing');
    });

test('a guide that breaks a rule is refused', () => {
    for (const { id } of engine.games) {
        const script = new Script(textOf(id));
        const line = script.lines.findLastIndex((one) => one.startsWith('play'));
        const twice = new Script(`${script.record(line + 1)}${
            script.lines.slice(0, line + 1).join('\n')}\n`);

        assert.throws(() => engine.open(twice.record(twice.lines.length)),
            Refused, id);
    }
});
