/* What is said and never touched: the shape of a colour, a word, a number. */
import { s } from '../../elements/dom.js';
import { content } from './content.js';
import { marksOn } from './marks.js';
import { SHAPES, round, shape } from './shapes.js';

/**
 * @param {import('../../engine/engine.js').Piece} piece
 * @param {import('./content.js').Place} place
 * @param {import('./content.js').Pen} pen
 */
export function drawLabel(piece, place, pen) {
    const blank = !piece.label && !piece.sign && piece.value === undefined;
    const size = Math.min(14, place.h * 0.58);
    const in_ = { x: place.x + 1.5, y: place.y + 1.5, w: place.w - 3,
        h: place.h - 3 };

    if (blank && SHAPES[piece.colour] && !pen.slips)
        return [shape(SHAPES[piece.colour], place.x + place.w / 2,
            place.y + place.h / 2, Math.min(13, place.h * 0.5, place.w * 0.7),
            'shape')];
    if (blank)
        return [];
    /* What can be won lies on a slip of its own. */
    const slip = pen.slips && (piece.sign || piece.value !== undefined)
        ? [s('rect', { class: 'slip', x: round(in_.x), y: round(in_.y),
            width: round(in_.w), height: round(in_.h),
            rx: round(Math.min(6, in_.h / 4)) })] : [];
    const own = slip.length > 0 && piece.sign && SHAPES[piece.colour] &&
        piece.sign !== 'joker' && place.w > 20;
    return [...slip,
        ...content(pen.turned && place.w < 20 ? { ...piece, value: undefined }
            : piece, own ? { ...in_, w: in_.w * 0.62 } : in_, size, 'soft',
            pen),
        ...(own ? [shape(SHAPES[piece.colour], in_.x + in_.w * 0.76,
            in_.y + in_.h / 2, Math.min(10, in_.h * 0.4), 'sign')] : []),
        ...marksOn(piece, in_)];
}
