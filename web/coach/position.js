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
 * @property {number} stars that are collected
 * @property {number} way that pawns have gone
 * @property {number} front where the first of them is
 * @property {number} rear and the last
 * @property {boolean} over
 * @property {boolean} leads
 * @property {Map<string, number>} filled boxes of each row
 * @property {Map<string, number>} ofColour and of each colour in it
 * @property {number[]} dice that lie there
 */

const LEAST = 3; // boxes that make a row
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
    const others = view.points.filter((_, other) => other !== seat);
    const pawns = view.pieces.filter((piece) => piece.kind === 'token' &&
        piece.seat === seat && view.areas[piece.area].flow === 'path')
        .map(({ x }) => x);

    return { points: view.points[seat],
        done: boxes.filter(isDone).length,
        lost: lost.length,
        counts: lost.every(({ value }) => value !== undefined),
        locks: locks.filter((box) => !isLost(box)).length,
        locked: locks.filter(isDone).length,
        rows: whole(rows), columns: whole(lines(boxes, 'x')),
        missing: Math.min(...rows.filter((line) => !line.every(isDone) &&
            !line.some(isLost)).map((line) =>
            line.filter((box) => !isDone(box)).length)),
        bonuses: boxes.filter((box) => PRIZES.includes(box.sign ?? '') &&
            isDone(box)).length,
        stars: sumOf(view.pieces.filter(({ kind, sign, area }) =>
            kind === 'counter' && sign === 'star' &&
            view.areas[area].seat === seat).map(({ value }) => value ?? 0)),
        way: sumOf(pawns), front: Math.max(...pawns), rear: Math.min(...pawns),
        over: view.turn === 'over',
        leads: others.every((points) => points < view.points[seat]),
        filled: new Map(rows.map((line) => [rowKey(line[0]),
            line.filter(isDone).length])),
        ofColour: countBy(boxes.filter(isDone), colourKey),
        dice: view.pieces.filter(({ kind, value, area }) => kind === 'cube' &&
            view.areas[area].role === 'throw' && value !== undefined && value > 0)
            .map(({ value }) => value ?? 0) };
}

/** @param {number[]} list */
export function sumOf(list) {
    return list.reduce((sum, one) => sum + one, 0);
}

/**
 * How many there are of each.
 * @template T
 * @param {T[]} list
 * @param {(one: T) => string} keyOf
 * @returns {Map<string, number>}
 */
export function countBy(list, keyOf) {
    const found = new Map();

    for (const one of list)
        found.set(keyOf(one), (found.get(keyOf(one)) ?? 0) + 1);
    return found;
}

/** @param {number[]} list @returns {number} of the longest sequence in it */
export function sequenceIn(list) {
    const all = new Set(list);
    const from = (/** @type {number} */ n) => {
        let end = n;
        while (all.has(end))
            end++;
        return end - n;
    };

    return Math.max(0, ...[...all].map(from));
}

/**
 * The longest row of cards on a board with one that was not there before.
 * @param {View} now
 * @param {View} later
 */
export function newRun(now, later) {
    const onBoard = (/** @type {View} */ view) => view.pieces.filter(
        ({ kind, area }) => kind === 'card' && view.areas[area].role === 'board');
    const before = new Set(onBoard(now).map(({ area, x, y }) =>
        `${area} ${x} ${y}`));
    const cards = onBoard(later);

    return Math.max(0, ...cards.filter(({ area, x, y }) =>
        !before.has(`${area} ${x} ${y}`)).map(({ area, x, y }) => {
        const row = new Set(cards.filter((card) => card.area === area &&
            card.y === y).map((card) => card.x));
        let [first, end] = [x, x + 1];
        while (row.has(first - 1))
            first--;
        while (row.has(end))
            end++;
        return end - first;
    }));
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

/** Which boxes of its colour it belongs to. @param {Piece} box */
export function colourKey(box) {
    return `${rowKey(box)} ${box.colour}`;
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
