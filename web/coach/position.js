/*
 * What people see at a glance in a position: facts about one seat, the same for
 * every game, from its pieces alone.
 */

/**
 * @typedef {import('../engine/engine.js').Piece} Piece
 * @typedef {import('../engine/engine.js').View} View
 *
 * @typedef {object} Facts of a seat
 * @property {number} points
 * @property {number} done boxes that are crossed off or filled
 * @property {number} lost boxes that can never be used
 * @property {boolean} counts do all lost boxes show a number?
 * @property {number} locks that can still be reached
 * @property {number} locked
 * @property {number} rows that are complete
 * @property {number} columns
 * @property {number} missing boxes to the next complete row; Infinity: none
 * @property {number} bonuses boxes with a prize that are crossed off
 * @property {number} stars that were collected
 * @property {number} cards in hand
 * @property {number} special ones of these
 * @property {number} way that pawns have gone
 * @property {number} last where the hindmost pawn is
 * @property {boolean} over
 * @property {boolean} leads
 * @property {Map<string, number>} filled boxes of each row
 */

const LEAST = 3; // boxes that make a row
const STARS = ['star', 'big_star'];
const PRIZES = ['star', 'big_star', 'coin', 'plus', 'joker'];

/** @param {Piece} piece */
const isDone = ({ marks }) => marks.includes('crossed') ||
    marks.includes('circled') || marks.includes('filled');
/** @param {Piece} piece */
const isLost = ({ marks }) => marks.includes('lost');

/**
 * @param {View} view
 * @param {number} seat
 * @returns {Facts}
 */
export function factsOf(view, seat) {
    const boxes = ownBoxes(view, seat);
    const lost = boxes.filter(isLost);
    const locks = boxes.filter(({ sign }) => sign === 'lock');
    const rows = lines(boxes, 'y');
    const whole = (/** @type {Piece[][]} */ all) => all.filter((line) =>
        line.every(isDone)).length;
    const own = view.pieces.filter(({ area }) =>
        view.areas[area].seat === seat);
    const cards = own.filter(({ kind }) => kind === 'card');
    const pawns = view.pieces.filter((piece) => piece.kind === 'token' &&
        piece.seat === seat && view.areas[piece.area].flow === 'path')
        .map(({ x }) => x);
    const others = view.points.filter((_, other) => other !== seat);

    return { points: view.points[seat],
        done: boxes.filter(isDone).length,
        lost: lost.length,
        counts: lost.every(({ value }) => value !== undefined),
        locks: locks.filter((box) => !isLost(box)).length,
        locked: locks.filter(isDone).length,
        rows: whole(rows), columns: whole(lines(boxes, 'x')),
        missing: fewestMissing(rows),
        bonuses: boxes.filter((box) => PRIZES.includes(box.sign ?? '') &&
            isDone(box)).length,
        stars: sum(own.filter(({ kind, sign }) => kind === 'counter' &&
            STARS.includes(sign ?? '')).map(({ value }) => value ?? 0)),
        cards: cards.length,
        special: cards.filter(({ sign }) => sign !== undefined).length,
        way: sum(pawns), last: Math.min(...pawns),
        over: view.turn === 'over',
        leads: others.every((points) => points < view.points[seat]),
        filled: new Map(rows.map((line) => [rowKey(line[0]),
            line.filter(isDone).length])) };
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

/** Of the lines that can still be finished. @param {Piece[][]} all */
function fewestMissing(all) {
    return Math.min(...all.filter((line) => !line.every(isDone) &&
        !line.some(isLost)).map((line) =>
        line.filter((box) => !isDone(box)).length));
}

/** @param {View} view @param {number} seat */
function ownBoxes(view, seat) {
    return view.pieces.filter(({ kind, area }) => kind === 'box' &&
        ['sheet', 'board'].includes(view.areas[area].role) &&
        view.areas[area].seat === seat);
}

/** Which row a box is in. @param {Piece} box */
export function rowKey({ area, y }) {
    return `${area} ${y}`;
}

/**
 * Boxes side by side, or one above another.
 * @param {Piece[]} boxes
 * @param {'x' | 'y'} axis
 */
function lines(boxes, axis) {
    /** @type {Map<string, Piece[]>} */
    const found = new Map();

    for (const box of boxes) {
        const key = `${box.area} ${box[axis]}`;
        found.set(key, [...found.get(key) ?? [], box]);
    }
    return [...found.values()].filter((line) => line.length >= LEAST);
}
