/* Parts of a sheet in one colour: each is a block of it, under its name and
 * what it adds up to. */
import { h, s } from '../../elements/dom.js';
import { SHAPES, shape } from '../../table/pieces/shapes.js';
import { widthOf } from '../../table/pieces/text.js';

/**
 * @typedef {import('../../engine/engine.js').View} View
 * @typedef {import('../../engine/words.js').Words} Words
 */

/** @param {View} view @param {number} index @param {Words} words */
export function titleOf(view, index, words) {
    const { title } = view.areas[index];
    return title ? words.the(title) : '';
}

/** @param {View} view @param {number} index */
export function kindOf(view, index) {
    return { isLong: view.areas[index].height > 6,
        isShared: sharesTitle(view, index) };
}

const LETTERS = 12; // px, of a title in a narrow part
const BESIDE = 44; // px for its sign, its sum and its edges
const SLIP = 14; // px for what shares the line

/**
 * Is there no room for a name beside the sign and the sum?
 * @param {string} title
 * @param {Element} drawing
 * @param {boolean} isShared
 */
function isTooNarrow(title, drawing, isShared) {
    return widthOf(title, LETTERS, true) + BESIDE + (isShared ? SLIP : 0) >
        Number(drawing.getAttribute('width'));
}

/**
 * @param {View} view
 * @param {number} index
 * @param {Words} words
 * @param {import('../../elements/dom.js').Child} sum
 * @param {Element} drawing
 */
export function frameOf(view, index, words, sum, drawing) {
    const box = view.pieces.find((piece) => piece.area === index &&
        piece.kind === 'box');
    const { isLong, isShared } = kindOf(view, index);
    const title = titleOf(view, index, words);

    return h('div', { class: `block ${box?.colour} ${isLong ? 'long' : ''}${
        isShared ? 'shared' : ''}` },
    h('p', { class: 'title' }, box && SHAPES[box.colour] ? s('svg',
        { viewBox: '0 0 20 20', 'aria-hidden': 'true' }, shape(
            SHAPES[box.colour], 10, 10, 18, 'sign')) : '',
    isTooNarrow(title, drawing, isShared) ? '' : title, sum), drawing);
}

/**
 * The counter of a part in one colour, which lies in another area of the seat.
 * @param {View} view
 * @param {number} index of the part
 */
export function sumIn(view, index) {
    const colour = view.pieces.find((piece) => piece.area === index &&
        piece.kind === 'box')?.colour;

    return view.pieces.find((piece) => piece.kind === 'counter' &&
        piece.colour === colour && piece.area !== index && !piece.sign &&
        !piece.label && view.areas[piece.area].role === 'sheet' &&
        view.areas[piece.area].seat === view.areas[index].seat);
}

/**
 * Is all that its first line has at the right end of it? Then the title stands
 * in that line.
 * @param {View} view
 * @param {number} index of a part
 */
function sharesTitle(view, index) {
    const pieces = view.pieces.filter((piece) => piece.area === index &&
        (piece.label || piece.sign || piece.value !== undefined ||
            piece.kind === 'box'));
    const right = Math.max(...pieces.map(({ x, w }) => x + w));

    return pieces.some(({ y }) => y === 0) && pieces.every((piece) =>
        piece.y > 0 || (piece.kind !== 'box' && piece.x + piece.w === right));
}
