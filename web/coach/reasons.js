/*
 * Why one move is better than another, as someone at the table would say it:
 * what both lead to, compared fact by fact. No game is known by name.
 */
import { colourKey, countBy, factsOf, newRun, rowKey, sequenceIn,
    sumOf } from './position.js';

/**
 * @typedef {import('./position.js').Facts} Facts
 * @typedef {import('../engine/engine.js').Move} Move
 * @typedef {import('../engine/engine.js').View} View
 * @typedef {import('../engine/words.js').Message} Message
 *
 * @typedef {object} Line a move and where it leads
 * @property {Move} move
 * @property {Facts} facts
 * @property {boolean} rolls dice again, and does nothing else
 * @property {boolean} longest does it go on with the longest row?
 * @property {number} fullest boxes of one colour in a row that it goes on with
 * @property {number} run of cards that it makes
 * @property {number} alike dice that it keeps
 * @property {number} inSequence and those that follow one another
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
    (one, other) => one.facts.stars > other.facts.stars &&
        say('stars', one.facts.stars - other.facts.stars),
    (one, other) => one.rolls && !other.rolls && say('roll'),
    (one, other) => other.rolls && !one.rolls && say('take'),
    (one, other) => one.move.gain > other.move.gain && one.move.gain > 0 &&
        say('gain', one.move.gain - Math.max(0, other.move.gain)),
    (one, other) => one.longest && !other.longest && say('longest'),
    (one, other) => one.facts.bonuses > other.facts.bonuses && say('bonus'),
    (one, other) => one.run > other.run && one.run > 1 && say('run', one.run),
    (one, other) => one.facts.way > other.facts.way && say('farther'),
    (one, other) => one.facts.done > other.facts.done &&
        say('fills', one.facts.done - other.facts.done),
    (one, other) => one.rolls && other.rolls && keeps(one, other),
    (one, other) => one.fullest > other.fullest && one.fullest > 1 && say('fuller'),
    (one, other) => one.facts.rear > other.facts.rear && say('last'),
    (one, other) => one.facts.front > other.facts.front && say('front'),
];

/** What stays on the table of two rolls. @param {Line} one @param {Line} other */
function keeps(one, other) {
    const more = one.facts.dice.length - other.facts.dice.length;

    return (one.alike > other.alike && one.alike > 1 && say('alike', one.alike)) ||
        (one.inSequence > other.inSequence && one.inSequence > 2 &&
            say('sequence', one.inSequence)) ||
        (more > 0 && say('keeps', more)) || (more < 0 && say('rolls', -more)) ||
        (sumOf(one.facts.dice) > sumOf(other.facts.dice) && say('higher'));
}

/** @param {string} reason @param {number} [n] @returns {Message} */
function say(reason, n) {
    return { id: `coach.why.${reason}`, n };
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
    const { view: later } = match.preview(seat, move.move);
    const facts = factsOf(later, seat);
    const touched = now.pieces.filter(({ id }) => id !== undefined &&
        move.touch.includes(id));
    const most = Math.max(...facts.filled.values());
    const boxes = touched.filter(({ kind }) => kind === 'box');

    return { move, facts,
        rolls: touched.length > 0 && touched.every(({ kind }) => kind === 'cube'),
        longest: most > 1 && boxes.some((box) =>
            facts.filled.get(rowKey(box)) === most),
        fullest: Math.max(0, ...boxes.map((box) =>
            facts.ofColour.get(colourKey(box)) ?? 0)),
        run: newRun(now, later),
        alike: Math.max(0, ...countBy(facts.dice, String).values()),
        inSequence: sequenceIn(facts.dice) };
}

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

    if (found.length > 0)
        return found;
    return move.pass ? [say('waits')]
        : move.gain < other.gain ? [say('later')] : [];
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
