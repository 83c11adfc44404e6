/* What stands in a piece: a sign, a number, a label, or two of them. */
import { SIGNS, shape } from './shapes.js';
import { textIn, widthOf } from './text.js';

/**
 * @typedef {import('../../engine/engine.js').Piece} Piece
 * @typedef {{x: number, y: number, w: number, h: number, shown?: number}} Place
 *     shown: so much of its width, where others lie over it
 *
 * @typedef {object} Pen what drawing a piece may need to know
 * @property {import('../../engine/words.js').Words} words
 * @property {import('../../engine/words.js').Names} names of the players
 * @property {boolean} shapes does a piece show the shape of its colour?
 * @property {boolean} path does the area fold like a snake?
 * @property {boolean} [shared] does it lie beside a board, for all?
 * @property {boolean} [slips] are labels slips of paper on coloured ground?
 * @property {boolean} [turned] does the area lie on its side?
 * @property {Piece} [total] the counter that matters most
 * @property {{x: number, y: number}} [inset] of boxes, from the edge of theirs
 */

/** @param {Piece} piece @param {Pen} pen */
export function captionOf(piece, { words }) {
    const label = piece.label ? words.the(piece.label) : '';

    if (piece.value === undefined)
        return label;
    return label ? `${label} ${words.number(piece.value)}`
        : words.number(piece.value);
}

/**
 * What is counted beside a board: how many above what it is. A sign says its
 * name, so that no one has to know it.
 * @param {Piece} piece
 * @param {Pen} pen
 */
export function sharedLines({ value = 0, label, sign = '' }, { words }) {
    return [{ text: words.number(value), size: 17, beside: sign ? 20 : 0 },
        { text: words.the(label ?? `page.sign.${sign}`), size: 11, beside: 0 }];
}

/** How wide that is. @param {Piece} piece @param {Pen} pen */
export function sharedWidth(piece, pen) {
    return Math.max(30, ...sharedLines(piece, pen).map(
        ({ text, size, beside }) => widthOf(text, size, true) + beside + 4));
}

/**
 * @param {Piece} piece
 * @param {Place} place
 * @param {number} size of the text
 * @param {string} kind class of the ink
 * @param {Pen} pen
 * @returns {SVGElement[]}
 */
export function content(piece, place, size, kind, pen) {
    /* What is added is written so. */
    const isAdded = piece.kind === 'counter' && piece.sign === 'plus';
    const caption = isAdded ? pen.words.signed(piece.value ?? 0)
        : captionOf(piece, pen);
    const path = piece.sign && !isAdded ? SIGNS[piece.sign] : undefined;
    const { x, y, w, h } = place;

    if (!path)
        return caption ? [textIn(caption, place, size, `text ${kind}`)] : [];
    if (!caption)
        return [shape(path, x + w / 2, y + h / 2, Math.min(w, h) * 0.62,
            `sign ${kind}`)];
    if (w >= h * 0.85) {
        const room = Math.min(h, w * 0.4);
        return [shape(path, x + room / 2 + 2, y + h / 2,
            Math.min(Math.max(room * 0.62, 11), h * 0.62, 20), `sign ${kind}`),
        textIn(caption, { x: x + room, y, w: w - room - 2, h }, size,
            `text ${kind}`)];
    }
    return [textIn(caption, { x: x + 1, y: y + h * 0.02, w: w - 2, h: h * 0.6 },
        Math.min(size, h * 0.5), `text ${kind}`),
    shape(path, x + w / 2, y + h * 0.76, Math.min(w, h) * 0.36,
        `sign ${kind}`)];
}
