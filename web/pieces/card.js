/* A card, face up or face down. */
import { s } from '../dom.js';
import { content } from './content.js';
import { marksOn } from './marks.js';
import { SHAPES, round, shape } from './shapes.js';

/**
 * @param {import('../engine.js').Piece} piece
 * @param {import('./content.js').Place} place
 * @param {import('./content.js').Pen} pen
 */
export function drawCard(piece, place, pen) {
    const in_ = { x: place.x + 2, y: place.y + 2, w: place.w - 4,
        h: place.h - 4 };
    const drawn = [s('rect', { class: 'frame', x: round(in_.x),
        y: round(in_.y), width: round(in_.w), height: round(in_.h), rx: 6 })];
    const size = Math.min(20, in_.w * 0.55, in_.h * 0.5);

    if (piece.marks.includes('backed')) {
        drawn.push(s('rect', { class: 'back', x: round(in_.x + 4),
            y: round(in_.y + 4), width: round(in_.w - 8),
            height: round(in_.h - 8), rx: 3 }));
        return [...drawn, ...content(piece, in_, size, 'light', pen)];
    }
    if (SHAPES[piece.colour])
        drawn.push(shape(SHAPES[piece.colour], in_.x + in_.w / 2,
            in_.y + in_.h * 0.2, Math.min(11, in_.h * 0.26), 'shape'));
    const inner = SHAPES[piece.colour]
        ? { ...in_, y: in_.y + in_.h * 0.26, h: in_.h * 0.72 } : in_;
    return [...drawn, ...content(piece, inner, size, '', pen),
        ...marksOn(piece.marks, in_)];
}
