/* A box of a sheet, a field of a board. */
import { s } from '../../elements/dom.js';
import { captionOf, content } from './content.js';
import { marksOn } from './marks.js';
import { SHAPES, round, shape } from './shapes.js';
import { textIn } from './text.js';

const BADGE = 26; // px that a long box leaves for what it is worth

/**
 * @param {import('../../engine/engine.js').Piece} piece
 * @param {import('./content.js').Place} place
 * @param {import('./content.js').Pen} pen
 */
export function drawBox(piece, place, pen) {
    const by = pen.inset ?? { x: 1.5, y: 1.5 };
    const in_ = { x: place.x + by.x, y: place.y + by.y, w: place.w - 2 * by.x,
        h: place.h - 2 * by.y };
    /* A square of a path keeps its lower part for a token. */
    const text = pen.path ? { ...in_, h: in_.h * 0.34 } : in_;
    const size = Math.min(pen.path ? 15 : 22, Math.max(12, in_.w * 0.48),
        in_.h * 0.58);
    const round_ = piece.sign === 'lock' && piece.value === undefined;
    const empty = !piece.label && !piece.sign && piece.value === undefined;
    const drawn = [round_
        ? s('circle', { class: 'frame', cx: round(place.x + place.w / 2),
            cy: round(place.y + place.h / 2),
            r: round(Math.min(in_.w, in_.h, 30) / 2) })
        : s('rect', { class: 'frame', x: round(in_.x), y: round(in_.y),
            width: round(in_.w), height: round(in_.h),
            rx: round(Math.min(7, in_.w / 4, in_.h / 4)) })];

    if (piece.sign === 'coin' && piece.value !== undefined)
        drawn.push(...coin(piece.value, text, pen));
    else if (round_)
        drawn.push(...content(piece, shrunk(in_, 0.72), size, '', pen));
    else if (piece.w > 2 && piece.label && !piece.sign)
        drawn.push(textIn(captionOf(piece, pen), { ...in_, x: in_.x + 6,
            w: in_.w - 6 - BADGE }, Math.min(15, size), 'text', 'start'));
    else
        drawn.push(...content(piece, text, size, '', pen));
    if (pen.shapes && empty && SHAPES[piece.colour])
        drawn.push(shape(SHAPES[piece.colour], in_.x + in_.w / 2,
            in_.y + in_.h / 2, Math.min(13, in_.h * 0.5), 'shape'));
    return [...drawn, ...marksOn(piece, in_)];
}

/** @param {import('./content.js').Place} place @param {number} by */
function shrunk({ x, y, w, h }, by) {
    return { x: x + w * (1 - by) / 2, y: y + h * (1 - by) / 2, w: w * by,
        h: h * by };
}

/**
 * A number on its coin.
 * @param {number} value
 * @param {import('./content.js').Place} place
 * @param {import('./content.js').Pen} pen
 */
function coin(value, place, { words }) {
    const r = Math.min(place.w, place.h) * 0.4;

    return [s('circle', { class: 'coin', cx: round(place.x + place.w / 2),
        cy: round(place.y + place.h / 2), r: round(r) }),
    textIn(words.number(value), place, Math.min(15, r * 1.2), 'text')];
}
