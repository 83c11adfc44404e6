/* A box of a sheet, a field of a board. */
import { s } from '../dom.js';
import { content } from './content.js';
import { marksOn } from './marks.js';
import { SHAPES, round, shape } from './shapes.js';
import { textIn } from './text.js';

/**
 * @param {import('../engine.js').Piece} piece
 * @param {import('./content.js').Place} place
 * @param {import('./content.js').Pen} pen
 */
export function drawBox(piece, place, pen) {
    const by = place.w < 30 ? 0.9 : 2; // narrow ones need every pixel
    const in_ = { x: place.x + by, y: place.y + 2, w: place.w - 2 * by,
        h: place.h - 4 };
    /* A square of a path keeps its lower half for a token. */
    const text = pen.path ? { ...in_, h: in_.h * 0.4 } : in_;
    const size = Math.min(19, Math.max(12, in_.w * 0.5), in_.h * 0.56);
    const round_ = piece.sign === 'lock' && piece.value === undefined;
    const drawn = [round_
        ? s('circle', { class: 'frame', cx: round(place.x + place.w / 2),
            cy: round(place.y + place.h / 2),
            r: round(Math.min(in_.w, in_.h) / 2) })
        : s('rect', { class: 'frame', x: round(in_.x), y: round(in_.y),
            width: round(in_.w), height: round(in_.h),
            rx: Math.min(7, in_.w / 4) })];

    if (piece.sign === 'coin' && piece.value !== undefined)
        drawn.push(...coin(piece.value, text, pen));
    else
        drawn.push(...content(piece, text, size, '', pen));
    if (pen.shapes && SHAPES[piece.colour] && !piece.label)
        drawn.push(shape(SHAPES[piece.colour], in_.x + 6, in_.y + 6, 7,
            'shape'));
    return [...drawn, ...marksOn(piece.marks, in_)];
}

/**
 * A number on its coin.
 * @param {number} value
 * @param {import('./content.js').Place} place
 * @param {import('./content.js').Pen} pen
 */
function coin(value, place, { words }) {
    const r = Math.min(place.w, place.h) * 0.42;

    return [s('circle', { class: 'coin', cx: round(place.x + place.w / 2),
        cy: round(place.y + place.h / 2), r: round(r) }),
    textIn(words.number(value), place, Math.min(15, r * 1.2), 'text')];
}
