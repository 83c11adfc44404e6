/* A die. Its pips have the shape of its colour. */
import { s } from '../dom.js';
import { SHAPES, SIGNS, round, shape } from './shapes.js';

/** Places 0 … 8 of a square, row by row. */
const PIPS = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8],
    [0, 2, 3, 5, 6, 8]];

/**
 * @param {import('../engine.js').Piece} piece
 * @param {import('./content.js').Place} place
 */
export function drawCube(piece, { x, y, w, h }) {
    const size = Math.min(w, h) - 4;
    const left = x + (w - size) / 2;
    const top = y + (h - size) / 2;
    const drawn = [s('rect', { class: 'frame', x: round(left), y: round(top),
        width: round(size), height: round(size), rx: round(size / 4) })];

    if (piece.sign)
        drawn.push(shape(SIGNS[piece.sign], x + w / 2, y + h / 2, size * 0.62,
            'pip'));
    for (const at of PIPS[piece.sign ? 0 : piece.value ?? 0] ?? [])
        drawn.push(shape(SHAPES[piece.colour] ?? SHAPES.red,
            left + size * (0.25 + (at % 3) * 0.25),
            top + size * (0.25 + Math.floor(at / 3) * 0.25),
            size * (SHAPES[piece.colour] ? 0.24 : 0.26), 'pip'));
    return drawn;
}
