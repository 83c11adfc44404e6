/*
 * The lines of a person's sheet: boxes in a row, in a column or across, at the
 * end of which a number or a sign is printed. Boxes that stand side by side
 * without one are no line: nobody gains by filling them all.
 */

/**
 * @typedef {import('../engine/engine.js').Piece} Piece
 * @typedef {import('../engine/engine.js').View} View
 *
 * @typedef {object} Line
 * @property {string} key the same after any move: areas may come and go
 * @property {'row'|'column'|'diagonal'} way
 * @property {Piece[]} boxes
 * @property {number} worth what is counted at its end, by a sign; else 0
 * @property {number} others boxes that other people have filled in that row,
 *     where something is counted; else 0
 */

const LEAST = 2; // boxes that make a line
const STRAIGHT = [[-1, 0], [1, 0], [0, -1], [0, 1]];
const ACROSS = [[-1, -1], [1, -1], [-1, 1], [1, 1]];

/** Signs of boxes that tell what has happened: nobody fills them. */
export const TOLD = ['bang', 'arrow'];

/** @param {Piece} piece */
export const isDone = ({ marks }) => marks.includes('crossed') ||
    marks.includes('circled') || marks.includes('filled');

/** @param {{area: number, x: number, y: number}} place */
const keyOf = ({ area, x, y }) => `${area} ${x} ${y}`;

/** @param {View} view @param {number} seat @returns {Line[]} */
export function linesOf(view, seat) {
    const own = view.pieces.filter(({ area }) =>
        view.areas[area].seat === seat && view.areas[area].role === 'sheet');
    const boxes = new Map(own.filter(({ kind, w, sign = '' }) => kind === 'box' &&
        w === 1 && !TOLD.includes(sign)).map((box) => [keyOf(box), box]));
    /** @param {Piece} end @param {number[][]} ways */
    const from = (end, ways) => ways.map(([dx, dy]) =>
        lineFrom(end, dx, dy, boxes)).filter((line) =>
        line.boxes.length >= LEAST);

    return own.filter(({ kind, sign, value }) => kind === 'label' &&
        (sign !== undefined || value !== undefined)).flatMap((end) => {
        const straight = from(end, STRAIGHT);
        return straight.length > 0 || !isBeyond(end, [...boxes.values()])
            ? straight : from(end, ACROSS);
    }).map((line) => ({ ...line, ...countedAt(view, seat, line) }));
}

/** At a corner of the boxes, outside of them. @param {Piece} end @param {Piece[]} boxes */
function isBeyond({ area, x, y }, boxes) {
    const there = boxes.filter((box) => box.area === area);

    return there.every((box) => box.x !== x && box.y !== y);
}

/**
 * @param {Piece} end
 * @param {number} dx
 * @param {number} dy
 * @param {Map<string, Piece>} boxes
 */
function lineFrom({ area, x, y }, dx, dy, boxes) {
    /** @type {Piece[]} */
    const found = [];

    for (let box; (box = boxes.get(keyOf({ area, x: x + dx * (found.length + 1),
        y: y + dy * (found.length + 1) })));)
        found.push(box);
    return { key: found.map(({ id }) => id).join(' '), dx, boxes: found,
        way: /** @type {Line['way']} */ (dy === 0 ? 'row'
            : dx === 0 ? 'column' : 'diagonal') };
}

/**
 * What is counted beyond the far end of a row.
 * @param {View} view
 * @param {number} seat
 * @param {{boxes: Piece[], dx: number, way: string}} line
 */
function countedAt({ pieces, areas }, seat, { boxes: [first], dx, way }) {
    const counter = way === 'row' && pieces.find(({ kind, sign, area, x, y }) =>
        kind === 'counter' && sign !== undefined && area === first.area &&
        y === first.y && (x - first.x) * dx > 0);

    return counter ? { worth: counter.value ?? 0,
        others: pieces.filter((piece) => piece.kind === 'box' &&
            piece.y === first.y && isDone(piece) &&
            ![-1, seat, undefined].includes(areas[piece.area].seat)).length }
        : { worth: 0, others: 0 };
}
