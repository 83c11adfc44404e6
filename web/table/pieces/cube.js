/* A die with depth: side, top, shine. Its pips have the shape of its colour. */
import { s } from '../../elements/dom.js';
import { SHAPES, SIGNS, handOf, round, shape } from './shapes.js';

/** Places 0 … 8 of a square, row by row. */
const PIPS = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8],
    [0, 2, 3, 5, 6, 8]];
const TILT = 6; // degrees, either way

/**
 * @param {import('../../engine/engine.js').Piece} piece
 * @param {import('./content.js').Place} place
 * @param {number} [tilt] in degrees; as it fell
 */
export function drawCube(piece, { x, y, w, h }, tilt) {
    const size = Math.min(w, h) - 4;
    const left = x + (w - size) / 2;
    const top = y + (h - size) / 2 - 1;
    const side = size * 0.09;
    const face = size - side;
    const hand = handOf({ ...piece, y: piece.y + 7 * (piece.value ?? 0) });
    const turned = tilt ?? hand() * TILT;
    /** @param {string} kind @param {number} by @param {number} down */
    const rect = (kind, by, down) => s('rect', { class: kind,
        x: round(left + by), y: round(top + by + down),
        width: round(size - 2 * by), height: round(face - 2 * by),
        rx: round(Math.max(1, size * 0.23 - by)) });

    return [s('ellipse', { class: 'cast', cx: round(x + w / 2 + size * 0.03),
        cy: round(top + size * 0.95), rx: round(size * 0.47),
        ry: round(size * 0.12) }),
    s('g', { class: 'solid' }, s('g', { transform: `rotate(${round(turned)} ` +
        `${round(x + w / 2)} ${round(y + h / 2)})` },
    rect('edge', 0, side), rect('frame', 0, 0),
    rect('shine', size * 0.06, 0),
    s('path', { class: 'gleam', d: `M${round(left + size * 0.08)} ` +
        `${round(top + size * 0.28)}q0 ${round(-size * 0.18)} ` +
        `${round(size * 0.2)} ${round(-size * 0.22)}` }),
    ...pipsOf(piece, left, top, size, face)))];
}

/**
 * @param {import('../../engine/engine.js').Piece} piece
 * @param {number} left
 * @param {number} top
 * @param {number} size
 * @param {number} face its height
 */
function pipsOf(piece, left, top, size, face) {
    const path = SHAPES[piece.colour] ?? SHAPES.red;
    const pip = size * (SHAPES[piece.colour] ? 0.21 : 0.22);

    if (piece.sign)
        return [shape(SIGNS[piece.sign], left + size / 2, top + face / 2,
            size * 0.6, 'pip')];
    return (PIPS[piece.value ?? 0] ?? []).flatMap((at) => {
        const x = left + size * (0.25 + (at % 3) * 0.25);
        const y = top + face * (0.24 + Math.floor(at / 3) * 0.26);
        return [shape(path, x, y + size * 0.025, pip, 'engraved'),
            shape(path, x, y, pip, 'pip')];
    });
}
