/* So many of something: a number, with a sign or a word. */
import { s } from '../dom.js';
import { content } from './content.js';
import { round } from './shapes.js';
import { textIn } from './text.js';

/**
 * @param {import('../engine.js').Piece} piece
 * @param {import('./content.js').Place} place
 * @param {import('./content.js').Pen} pen
 */
export function drawCounter(piece, place, pen) {
    const in_ = { x: place.x + 2, y: place.y + 2, w: place.w - 4,
        h: place.h - 4 };
    const badge = piece.sign === 'times' && place.h < 24;
    const drawn = [];

    if (piece.id || badge || piece.marks.includes('shaded'))
        drawn.push(s('rect', { class: 'frame', x: round(in_.x),
            y: round(in_.y), width: round(in_.w), height: round(in_.h),
            rx: 9 }));
    const size = Math.min(16, place.h * 0.5);
    if (badge)
        return [...drawn, textIn(`×${pen.words.number(piece.value ?? 0)}`, in_,
            13, 'text')];
    return [...drawn, ...content(piece, in_, size, 'strong', pen)];
}
