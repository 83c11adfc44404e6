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

    /* No frame to keep off: numbers of two digits are as large as others. */
    const bare = { ...in_, x: place.x - 1, w: place.w + 2 };

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
        piece.sign !== 'joker' ? besides(in_) : null;
    return [...slip,
        ...content(pen.turned && place.w < 20 ? { ...piece, value: undefined }
            : piece, own?.sign ?? (slip.length > 0 ? in_ : bare), size, 'soft',
        pen),
        ...(own ? [shape(SHAPES[piece.colour], own.x, own.y, own.size, 'sign')]
            : []),
        ...marksOn(piece, in_)];
}

/**
 * Where a slip has room for its sign and for the shape of its colour: beside
 * each other, or below where it is narrow.
 * @param {import('./content.js').Place} slip
 */
function besides({ x, y, w, h }) {
    if (w > 17 && w >= h * 0.8)
        return { sign: { x, y, w: w * 0.62, h }, x: x + w * 0.76, y: y + h / 2,
            size: Math.min(10, h * 0.4) };
    return h < 19 ? null : { sign: { x, y, w, h: h * 0.6 }, x: x + w / 2,
        y: y + h * 0.76, size: Math.min(9, w * 0.5) };
}
