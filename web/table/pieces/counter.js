/* So many of something: a number, with a sign or a word. */
import { s } from '../../elements/dom.js';
import { content, sharedLines, sharedWidth } from './content.js';
import { SHAPES, SIGNS, round, shape } from './shapes.js';
import { textIn, widthOf } from './text.js';

/**
 * @param {import('../../engine/engine.js').Piece} piece
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
            rx: round(Math.min(9, in_.h / 2)) }));
    const size = Math.min(16, place.h * 0.7);
    if (badge)
        return [...drawn, textIn(`×${pen.words.number(piece.value ?? 0)}`, in_,
            13, 'text')];
    if (goalOf(piece) > 0)
        return drawGoal(piece, in_);
    if (pen.shared)
        return drawShared(piece, in_, pen);
    if (pen.total && piece.label === pen.total.label)
        return drawTotal(piece, in_, pen);
    if (piece.colour !== 'plain' && piece.w > 1 && !piece.sign && !piece.label)
        return drawOfColour(piece, in_, size, pen);
    return [...drawn, ...content(piece, in_, size, 'strong', pen)];
}

/**
 * How many are the goal; 0: there is none.
 * @param {Pick<import('../../engine/engine.js').Piece, 'sign' | 'w'>} piece
 */
export function goalOf({ sign, w }) {
    return sign && w > 1 ? w : 0;
}

export const GOAL = 24; // px of each place

/**
 * Places for all that it takes, those that are reached in full tone.
 * @param {import('../../engine/engine.js').Piece} piece
 * @param {import('./content.js').Place} place
 */
function drawGoal(piece, { x, y, w, h }) {
    const path = SIGNS[piece.sign ?? ''] ?? '';

    return Array.from({ length: piece.w }, (_, i) => shape(path,
        x + (i + 0.5) * w / piece.w, y + h / 2, Math.min(GOAL - 4, h * 0.8),
        i < (piece.value ?? 0) ? 'sign' : 'sign open'));
}

/**
 * What all share: its number, with the sign before it, above its name. Where it
 * has less room than it wants, so have all, and all names get smaller alike.
 * @param {import('../../engine/engine.js').Piece} piece
 * @param {import('./content.js').Place} place
 * @param {import('./content.js').Pen} pen
 */
function drawShared(piece, { x, y, w, h }, pen) {
    const [number, name] = sharedLines(piece, pen);
    const less = Math.min(1, (w + 4) / sharedWidth(piece, pen));
    const path = SIGNS[piece.sign ?? ''];
    const left = path ? number.beside : 0;
    const wide = widthOf(number.text, number.size, true) + 4;
    const from = x + (w - wide - left) / 2;

    return [...(path ? [shape(path, from + 8, y + h * 0.32, 16, 'sign')] : []),
        textIn(number.text, { x: from + left, y, w: wide, h: h * 0.62 },
            number.size, 'text strong'),
        textIn(name.text, { x, y: y + h * 0.6, w, h: h * 0.38 },
            name.size * less, 'text soft')];
}

/**
 * So much of a colour: its shape beside the number.
 * @param {import('../../engine/engine.js').Piece} piece
 * @param {import('./content.js').Place} place
 * @param {number} size of the text
 * @param {import('./content.js').Pen} pen
 */
function drawOfColour({ colour, value }, { x, y, w, h }, size, { words }) {
    const number = words.number(value ?? 0);
    const sign = Math.min(13, h * 0.7);
    const wide = widthOf(number, size, true) + 4;
    const left = x + Math.max(0, (w - wide - sign - 3) / 2);

    return [shape(SHAPES[colour] ?? SIGNS.coin, left + sign / 2, y + h / 2,
        sign, 'shape'),
    textIn(number, { x: left + sign + 3, y, w: Math.min(wide, w - sign - 3), h },
        size, 'text strong')];
}

/**
 * What it all adds up to: its name small, its number large.
 * @param {import('../../engine/engine.js').Piece} piece
 * @param {import('./content.js').Place} place
 * @param {import('./content.js').Pen} pen
 */
function drawTotal(piece, { x, y, w, h }, { words }) {
    const number = words.number(piece.value ?? 0);
    const size = Math.min(25, h * 0.95);
    const wide = Math.min(w * 0.6, number.length * size * 0.62 + 6);

    return [textIn(words.the(piece.label ?? ''), { x, y, w: w - wide - 4, h },
        Math.max(11, Math.min(15, h * 0.6)), 'text soft', 'end'),
    textIn(number, { x: x + w - wide, y, w: wide, h }, size, 'text total')];
}
