/*
 * Why one move is better than another, as someone at the table would say it:
 * what both lead to, compared fact by fact. No game is known by name.
 */
import { handOf } from './hand.js';
import { isDone } from './lines.js';
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
 * @property {number} jokers in hand before it
 * @property {number} draws cards that a card with a plus brings
 * @property {number} sum of the two dice that make it; 0: it is not two
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
    (one, other) => finishes(one, other, 'row') && say('row'),
    (one, other) => finishes(one, other, 'column') && say('column'),
    (one, other) => finishes(one, other, 'diagonal') && say('diagonal'),
    (one, other) => one.facts.locks > other.facts.locks && say('lock_open'),
    (one, other) => one.facts.lost < other.facts.lost && skips(one, other),
    (one, other) => one.facts.bonuses > other.facts.bonuses && say('bonus'),
    (one, other) => near(one, other),
    (one, other) => one.facts.stars > other.facts.stars && say('stars'),
    (one, other) => one.rolls && other.rolls && keeps(one.kept, other.kept),
    (one, other) => one.rolls && !other.rolls && say('roll'),
    (one, other) => other.rolls && !one.rolls && say('take'),
    (one, other) => one.move.gain > other.move.gain && one.move.gain > 0 &&
        say('gain', one.move.gain - Math.max(0, other.move.gain)),
    (one, other) => one.facts.hand.claimed > other.facts.hand.claimed &&
        say(other.facts.hand.claimed > 0 ? 'more_cards' : 'scores'),
    (one, other) => one.facts.hand.jokers > other.facts.hand.jokers &&
        say(one.facts.hand.jokers > one.jokers ? 'gets_joker' : 'keeps_joker'),
    (one, other) => one.facts.hand.special > other.facts.hand.special &&
        say('special'),
    (one, other) => one.facts.hand.anywhere > other.facts.hand.anywhere &&
        say('anywhere'),
    (one, other) => counted(one, other, 'worth') && say('worth'),
    (one, other) => counted(one, other, 'others') && say('others'),
    (one, other) => ahead(other, one).length > 0 &&
        ahead(one, other).length > ahead(other, one).length &&
        say('more_lines'),
    (one, other) => colourNeeds(one, other) < colourNeeds(other, one) &&
        colourNeeds(other, one) < Infinity && say('colour'),
    (one, other) => one.facts.hand.joined > other.facts.hand.joined &&
        say('joined'),
    (one, other) => scoresNone(one, other) &&
        one.facts.hand.swaps > other.facts.hand.swaps && say('swap'),
    (one, other) => one.draws > other.draws && say('draws', one.draws),
    (one, other) => scoresNone(one, other) &&
        isLess(one.facts.hand.offered, other.facts.hand.offered) &&
        say('offers_less'),
    (one, other) => one.facts.hand.claimed > 0 &&
        other.facts.hand.claimed > 0 &&
        one.facts.hand.toFill < other.facts.hand.toFill && say('fewer_cards'),
    (one, other) => one.longest && !other.longest && say('longest'),
    (one, other) => one.facts.way > other.facts.way && say('farther'),
    (one, other) => one.facts.last > other.facts.last && say('hindmost'),
    (one, other) => one.facts.done > other.facts.done &&
        say('fills', one.facts.done - other.facts.done),
    (one, other) => one.facts.numbers > other.facts.numbers && say('numbers'),
    (one, other) => one.sum > 0 && other.sum > 0 &&
        farFrom7(one) > farFrom7(other) && say('rare'),
    (one, other) => one.sum > 0 && other.sum > 0 &&
        farFrom7(one) < farFrom7(other) && say('often'),
];

/** Lines that are nearer to their end after one than after the other. @param {Line} one @param {Line} other */
function ahead(one, other) {
    return [...one.facts.lines.values()].filter(({ key, missing }) =>
        missing < (other.facts.lines.get(key)?.missing ?? 0));
}

/** @param {Line} one @param {Line} other @param {string} which way */
function finishes(one, other, which) {
    return ahead(one, other).some(({ missing, way }) =>
        missing === 0 && way === which);
}

/** The fewest boxes that one of these lines needs. @param {Line} one @param {Line} other */
function needs(one, other) {
    return Math.min(...ahead(one, other).map(({ missing }) => missing));
}

/** The fewest boxes that a colour needs which is nearer to its end. @param {Line} one @param {Line} other */
function colourNeeds(one, other) {
    return Math.min(...[...one.facts.colours].filter(([colour, missing]) =>
        missing < (other.facts.colours.get(colour) ?? 0)).map(([, n]) => n));
}

/** @param {Line} one @param {Line} other */
function near(one, other) {
    const n = needs(one, other);
    const isRow = ahead(one, other).some(({ missing, way }) => missing === n &&
        way === 'row');

    if (n === 0 || n >= needs(other, one))
        return false;
    return n <= MOST ? say(isRow ? 'near' : 'near_line', n)
        : ahead(other, one).length > 0 && say('nearer');
}

/** Is more counted at the end of these lines? @param {Line} one @param {Line} other @param {'worth'|'others'} what */
function counted(one, other, what) {
    const most = (/** @type {import('./lines.js').Line[]} */ lines) =>
        Math.max(...lines.map((line) => line[what]));

    return ahead(other, one).length > 0 &&
        most(ahead(one, other)) > most(ahead(other, one));
}

/** Cards leave the board when they score. @param {Line} one @param {Line} other */
function scoresNone(one, other) {
    return one.facts.hand.claimed + other.facts.hand.claimed === 0;
}

/** By the first that differ. @param {number[]} one @param {number[]} other */
function isLess(one, other) {
    const at = one.findIndex((n, i) => n !== other[i]);

    return at >= 0 && one[at] < other[at];
}

/** The farther, the more seldom two dice show it. @param {Line} line */
const farFrom7 = ({ sum }) => Math.abs(7 - sum);

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
                : mean(one) > mean(other) ? say('keeps_high')
                    : one.length > other.length && say('keeps_more');
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
    /* Areas may have come or gone: where a box is now says the later view. */
    const [touched, after] = [now, then].map(({ pieces }) => pieces.filter(
        ({ id }) => id !== undefined && move.touch.includes(id)));
    const most = Math.max(...facts.filled.values());

    return { move, facts, jokers: handOf(now, seat).jokers,
        sum: sumOfTwo(now, move),
        draws: touched.find(({ kind, sign }) => kind === 'card' &&
            sign === 'plus')?.value ?? 0,
        rolls: touched.length > 0 && touched.every(({ kind }) => kind === 'cube'),
        kept: then.pieces.filter(isRolled).map(({ value = 0 }) => value)
            .sort((a, b) => a - b),
        longest: most > 1 && after.some((box) => box.kind === 'box' &&
            isDone(box) && facts.filled.get(rowKey(box)) === most) };
}

/**
 * Only if that is the number of its box, or of the row where it is.
 * @param {View} view
 * @param {Move} move
 */
function sumOfTwo({ pieces }, { dice, touch }) {
    const used = pieces.filter(({ kind }) => kind === 'cube')
        .filter((_, i) => dice >> i & 1).map(({ value = 0 }) => value);
    const sum = used.length === 2 ? used[0] + used[1] : 0;
    const box = pieces.find(({ kind, id = 0 }) => kind === 'box' &&
        touch.includes(id));
    const is = pieces.some((piece) => piece.value === sum && (piece === box ||
        (piece.kind === 'label' && piece.area === box?.area &&
            piece.y === box.y)));

    return is ? sum : 0;
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
            : move.gain < other.gain || one.facts.hand.claimed <
                two.facts.hand.claimed ? [say('patient')] : [];
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
