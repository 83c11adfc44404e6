/* A pawn of turned wood: its number on the head, its sign on the foot. */
import { s } from '../../elements/dom.js';
import { SHAPES, round, shape } from './shapes.js';
import { textIn } from './text.js';

/**
 * @param {import('../../engine/engine.js').Piece} piece
 * @param {import('./content.js').Place} place
 * @param {import('./content.js').Pen} pen
 */
export function drawToken(piece, place, { words, path: low }) {
    const size = Math.min(place.w * 0.92, place.h * (low ? 0.62 : 0.94), 44);
    const u = size / 40;
    const x = place.x + place.w / 2;
    const foot = low ? place.y + place.h - 3 : place.y + (place.h + size) / 2;
    /** @param {number} dx @param {number} dy */
    const at = (dx, dy) => `${round(x + dx * u)} ${round(foot + dy * u)}`;
    const path = SHAPES[piece.colour];
    const drawn = [s('ellipse', { class: 'cast', cx: round(x + u),
        cy: round(foot - u), rx: round(15 * u), ry: round(4 * u) }),
    s('path', { class: 'frame', d: `M${at(-14, -2)}Q${at(-15, -9)} ` +
        `${at(-7, -13)}Q${at(-4, -15)} ${at(-6, -18)}` +
        `A${round(11.5 * u)} ${round(11.5 * u)} 0 1 1 ${at(6, -18)}` +
        `Q${at(4, -15)} ${at(7, -13)}Q${at(15, -9)} ${at(14, -2)}` +
        `Q${at(0, 3)} ${at(-14, -2)}z` }),
    s('path', { class: 'gleam', d: `M${at(-7, -29)}Q${at(-6, -35)} ` +
        `${at(0, -37)}` })];

    if (path)
        drawn.push(shape(path, x, foot - 6 * u, 9 * u, 'pip'));
    if (piece.value !== undefined)
        drawn.push(textIn(words.number(piece.value), { x: x - 12 * u,
            y: foot - 39 * u, w: 24 * u, h: 24 * u }, 16 * u, 'text'));
    return drawn;
}
