/* A card, face up or face down. */
import { s } from '../../elements/dom.js';
import { content } from './content.js';
import { marksOn } from './marks.js';
import { SHAPES, round, shape } from './shapes.js';

/**
 * @param {import('../../engine/engine.js').Piece} piece
 * @param {import('./content.js').Place} place
 * @param {import('./content.js').Pen} pen
 */
export function drawCard(piece, place, pen) {
    const in_ = { x: place.x + 1.5, y: place.y + 1.5, w: place.w - 3,
        h: place.h - 3 };
    /** @param {string} kind @param {number} by @param {number} down */
    const rect = (kind, by, down = 0) => s('rect', { class: kind,
        x: round(in_.x + by), y: round(in_.y + by + down),
        width: round(in_.w - 2 * by), height: round(in_.h - 2 * by),
        rx: round(Math.max(2, Math.min(8, in_.w / 5) - by)) });
    const drawn = [rect('under', 0, 2), rect('frame', 0), rect('line', 2)];
    const open = { ...in_, w: Math.min(in_.w, (place.shown ?? Infinity) - 3) };
    const size = Math.min(26, in_.w * 0.58, in_.h * 0.46);
    const coloured = SHAPES[piece.colour];

    if (piece.marks.includes('backed'))
        return [...drawn, rect('back', 4),
            ...content(piece, in_, size, 'light', pen)];
    if (coloured)
        drawn.push(shape(coloured, open.x + open.w / 2, in_.y + in_.h * 0.27,
            Math.min(15, in_.h * 0.24), 'shape'));
    const inner = coloured
        ? { ...open, y: in_.y + in_.h * 0.34, h: in_.h * 0.66 } : open;
    return [...drawn, ...content(piece, inner, size, 'face', pen),
        ...marksOn(piece, in_)];
}
