/*
 * Why one move is better than another, as someone at the table would say it:
 * what both lead to, compared fact by fact. No game is known by name.
 */
import { factsOf, rowKey } from './position.js';

/**
 * @typedef {import('./position.js').Facts} Facts
 * @typedef {import('../engine/engine.js').Move} Move
 * @typedef {import('../engine/engine.js').Piece} Piece
 * @typedef {import('../engine/engine.js').View} View
 * @typedef {import('../engine/words.js').Message} Message
 *
 * @typedef {object} Line a move and where it leads
 * @property {Move} move
 * @property {Facts} facts
 * @property {boolean} rolls dice again, and does nothing else
 * @property {number[]} kept dice that stay as they are, the lowest first
 * @property {boolean} longest does it go on with the longest row?
 */

const MOST = 2; // reasons in a sentence: more, and no one listens

/** The strongest reason first. @type {((one: Line, other: Line) => Message | false)[]} */
const REASONS = [
    (one, other) => one.facts.over && one.facts.leads && !other.facts.over &&
        say('ends'),
    (one, other) => other.facts.over && !other.facts.leads && !one.facts.over &&
        say('goes_on'),
    (one, other) => other.move.gain < 0 && one.move.gain > other.move.gain &&
        say('avoids', Math.min(-other.move.gain,
            one.move.gain - other.move.gain)),
    (one, other) => one.facts.locked > other.facts.locked && say('lock'),
    (one, other) => one.facts.rows > other.facts.rows && say('row'),
    (one, other) => one.facts.columns > other.facts.columns && say('column'),
    (one, other) => one.facts.locks > other.facts.locks && say('lock_open'),
    (one, other) => one.facts.lost < other.facts.lost && skips(one, other),
    (one, other) => one.facts.missing < other.facts.missing &&
        one.facts.missing <= MOST && say('near', one.facts.missing),
    (one, other) => one.facts.stars > other.facts.stars && say('stars'),
    (one, other) => one.rolls && other.rolls && keeps(one.kept, other.kept),
    (one, other) => one.rolls && !other.rolls && say('roll'),
    (one, other) => other.rolls && !one.rolls && say('take'),
    (one, other) => one.move.gain > other.move.gain && one.move.gain > 0 &&
        say('gain', one.move.gain - Math.max(0, other.move.gain)),
    (one, other) => one.longest && !other.longest && say('longest'),
    (one, other) => one.facts.bonuses > other.facts.bonuses && say('bonus'),
    (one, other) => one.facts.special > other.facts.special && say('special'),
    (one, other) => one.facts.cards > other.facts.cards && say('cards'),
    (one, other) => one.facts.way > other.facts.way && say('farther'),
    (one, other) => one.facts.last > other.facts.last && say('hindmost'),
    (one, other) => one.facts.done > other.facts.done &&
        say('fills', one.facts.done - other.facts.done),
];

/** @param {string} reason @param {number} [n] @returns {Message} */
function say(reason, n) {
    return { id: `coach.why.${reason}`, n };
}

/** What is better about dice that are kept. @param {number[]} one @param {number[]} other */
function keeps(one, other) {
    const mean = (/** @type {number[]} */ dice) =>
        dice.reduce((a, b) => a + b, 0) / dice.length;

    return mostEqual(one) > mostEqual(other) ? say('keeps_equal')
        : longestRun(one) > Math.max(2, longestRun(other)) ? say('keeps_run')
            : one.length < other.length ? say('rolls_more')
                : mean(one) > mean(other) && say('keeps_high');
}

/** @param {number[]} dice */
function mostEqual(dice) {
    return Math.max(0, ...dice.map((die) =>
        dice.filter((other) => other === die).length));
}

/** @param {number[]} dice */
function longestRun(dice) {
    let longest = 0;

    for (const die of dice) {
        let length = 1;
        while (dice.includes(die + length))
            length++;
        longest = Math.max(longest, length);
    }
    return longest;
}

/** What one leaves open that the other gives up. @param {Line} one @param {Line} other */
function skips(one, other) {
    const [saves, skipped] = other.facts.counts
        ? ['saves_numbers', 'skips_numbers'] : ['saves_boxes', 'skips_boxes'];

    return say(one.move.pass ? saves : skipped,
        other.facts.lost - one.facts.lost);
}

/**
 * @param {import('../engine/engine.js').Readable} match
 * @param {number} seat
 * @param {Move} move
 * @returns {Line}
 */
function lineOf(match, seat, move) {
    const { view: now } = match.look(seat);
    const { view: then } = match.preview(seat, move.move);
    const facts = factsOf(then, seat);
    const touched = now.pieces.filter(({ id }) => id !== undefined &&
        move.touch.includes(id));
    const most = Math.max(...facts.filled.values());

    return { move, facts,
        rolls: touched.length > 0 && touched.every(({ kind }) => kind === 'cube'),
        kept: then.pieces.filter(isRolled).map(({ value = 0 }) => value)
            .sort((a, b) => a - b),
        longest: most > 1 && touched.some((box) => box.kind === 'box' &&
            facts.filled.get(rowKey(box)) === most) };
}

/** A die that shows a number. @param {Piece} piece */
const isRolled = ({ kind, value = 0 }) => kind === 'cube' && value > 0;

/**
 * The reasons for a move and against another, the strongest first.
 * @param {import('../engine/engine.js').Readable} match
 * @param {number} seat
 * @param {Move} move
 * @param {Move} other
 * @returns {Message[]}
 */
export function reasonsFor(match, seat, move, other) {
    const one = lineOf(match, seat, move);
    const two = lineOf(match, seat, other);

    const found = REASONS.flatMap((reason) => reason(one, two) || [])
        .slice(0, MOST);

    return found.length > 0 ? found
        : move.pass ? [say('waits')]
            : move.gain < other.gain ? [say('patient')] : [];
}

/**
 * As a sentence; where nothing meets the eye, it is what tries have shown.
 * @param {Message[]} reasons
 * @param {import('../engine/words.js').Words} words
 */
export function reasonWords(reasons, words) {
    return words.list((reasons.length > 0 ? reasons : [say('tries')])
        .map((reason) => words.say(reason)));
}
