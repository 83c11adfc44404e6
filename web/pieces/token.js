/* A token. It sits low on its square, so that the square can be read. */
import { s } from '../dom.js';
import { SHAPES, round, shape } from './shapes.js';
import { textIn } from './text.js';

/**
 * @param {import('../engine.js').Piece} piece
 * @param {import('./content.js').Place} place
 * @param {import('./content.js').Pen} pen
 */
export function drawToken(piece, place, { words, path: low }) {
    const r = Math.min(place.w * 0.42, place.h * (low ? 0.29 : 0.45), 18);
    const x = place.x + place.w / 2;
    const y = low ? place.y + place.h - r - 3
        : place.y + place.h / 2;
    const drawn = [s('circle', { class: 'frame', cx: round(x), cy: round(y),
        r: round(r) })];
    const path = SHAPES[piece.colour];

    if (path)
        drawn.push(shape(path, x, y + r * 0.58, r * 0.55, 'pip'));
    if (piece.value !== undefined)
        drawn.push(textIn(words.number(piece.value), { x: x - r, y: y - r * 1.1,
            w: 2 * r, h: r * 1.7 }, r * 1.05, 'text'));
    return drawn;
}
