/*
 * What people see at a glance in a position: facts about one seat, the same for
 * every game, from its pieces alone.
 */

import { handOf } from './hand.js';
import { isDone, linesOf, TOLD } from './lines.js';

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
 * @property {Map<string, import('./lines.js').Line & {missing: number}>} lines
 *     by their keys; boxes that are missing, Infinity: one is lost
 * @property {Map<string, number>} colours boxes that each still needs, where
 *     several stand in one row; Infinity: one is lost
 * @property {number} bonuses that were won
 * @property {number} stars that were collected
 * @property {import('./hand.js').Hand} hand
 * @property {number} numbers different ones that can still be crossed off,
 *     area by area
 * @property {number} way that pawns have gone
 * @property {number} last where the hindmost pawn is
 * @property {boolean} over
 * @property {boolean} leads
 * @property {Map<string, number>} filled boxes of each row that is no line
 */

const LEAST = 3; // boxes that make a row
const STARS = ['star', 'big_star'];
const PRIZES = ['star', 'big_star', 'coin', 'plus', 'joker'];

/** @param {Piece} piece */
const isLost = ({ marks }) => marks.includes('lost');
/** A bonus that was won, in a box or at the edge. @param {Piece} piece */
const isPrize = ({ kind, sign = '', marks, ...piece }) => (kind === 'label'
    ? sign !== '' && marks.includes('circled')
    : kind === 'box' && isDone({ kind, marks, ...piece }) &&
        (PRIZES.includes(sign) || marks.includes('shaded')));

/**
 * @param {View} view
 * @param {number} seat
 * @returns {Facts}
 */
export function factsOf(view, seat) {
    const own = view.pieces.filter(({ area }) =>
        view.areas[area].seat === seat);
    const boxes = own.filter((piece) => isBox(view, piece));
    const lost = boxes.filter(isLost);
    const locks = boxes.filter(({ sign }) => sign === 'lock');
    const lines = linesOf(view, seat);
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
        lines: new Map(lines.map((line) => [line.key,
            { ...line, missing: missingIn(line.boxes) }])),
        colours: new Map(mixedColours(boxes).map((colour) => [colour,
            missingIn(boxes.filter((box) => box.colour === colour))])),
        bonuses: own.filter(isPrize).length,
        stars: sum(own.filter(({ kind, sign }) => kind === 'counter' &&
            STARS.includes(sign ?? '')).map(({ value }) => value ?? 0)),
        hand: handOf(view, seat),
        numbers: new Set(boxes.filter((box) => !isDone(box) && !isLost(box) &&
            box.value !== undefined).map(({ area, value }) =>
            `${area} ${value}`)).size,
        way: sum(pawns), last: Math.min(...pawns),
        over: view.turn === 'over',
        leads: others.every((points) => points < view.points[seat]),
        filled: filledIn(boxes.filter(({ area }) =>
            !lines.some((line) => line.boxes[0].area === area))) };
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

/** @param {Piece[]} line */
function missingIn(line) {
    return line.some(isLost) ? Infinity
        : line.filter((box) => !isDone(box)).length;
}

/** Colours that share rows, so that each has its boxes all over a sheet. @param {Piece[]} boxes */
function mixedColours(boxes) {
    return [...new Set(boxes.map(({ colour }) => colour))].filter((colour) =>
        colour !== 'plain' && boxes.filter((box) => box.colour === colour)
            .some((one) => boxes.some((box) => rowKey(box) === rowKey(one) &&
                ![one.colour, 'plain'].includes(box.colour))));
}

/** Is it one that people want to fill? @param {View} view @param {Piece} piece */
function isBox(view, { kind, area, sign = '', value = 0 }) {
    return kind === 'box' && ['sheet', 'board'].includes(view.areas[area].role) &&
        value >= 0 && !TOLD.includes(sign);
}

/** Which row a box is in. @param {Piece} box */
export function rowKey({ area, y }) {
    return `${area} ${y}`;
}

/** Boxes that are filled, row by row. @param {Piece[]} boxes */
function filledIn(boxes) {
    const rows = [...new Set(boxes.map(rowKey))].map((key) =>
        [key, boxes.filter((box) => rowKey(box) === key)]);

    return new Map(/** @type {[string, Piece[]][]} */ (rows)
        .filter(([, row]) => row.length >= LEAST)
        .map(([key, row]) => [key, row.filter(isDone).length]));
}
