/* What is said and never touched: the shape of a colour, a word, a number. */
import { content } from './content.js';
import { marksOn } from './marks.js';
import { SHAPES, shape } from './shapes.js';

/**
 * @param {import('../engine.js').Piece} piece
 * @param {import('./content.js').Place} place
 * @param {import('./content.js').Pen} pen
 */
export function drawLabel(piece, place, pen) {
    const blank = !piece.label && !piece.sign && piece.value === undefined;
    const size = Math.min(14, place.h * 0.5);

    if (blank && SHAPES[piece.colour])
        return [shape(SHAPES[piece.colour], place.x + place.w / 2,
            place.y + place.h / 2, Math.min(16, place.h * 0.6), 'shape')];
    return [...content(piece, place, size, 'soft', pen),
        ...marksOn(piece.marks, { x: place.x + 2, y: place.y + 2,
            w: place.w - 4, h: place.h - 4 })];
}
