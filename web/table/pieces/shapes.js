/*
 * What is drawn and never a letter, in a box of 20 by 20: the signs of the
 * engine, and a shape for each colour, so that colour is never the only mark.
 * tools/shapes makes the same of them for pictures in C, line by line.
 */
import { s } from '../../elements/dom.js';

const STAR = 'M10 2l2.4 5.2 5.6.6-4.2 3.8 1.2 5.6-5-2.9-5 2.9 1.2-5.6L2 7.8l5.6-.6z';
const TIMES = 'M5 3l5 5 5-5 2 2-5 5 5 5-2 2-5-5-5 5-2-2 5-5-5-5z';

/** @type {Record<string, string>} */
export const SIGNS = {
    star: STAR,
    big_star: 'M10 0l3 6.4 7 .8-5.2 4.8 1.4 7-6.2-3.6L3.8 19l1.4-7L0 7.2l7-.8z',
    lock: 'M5 9h10a1.2 1.2 0 011.2 1.2v6.6A1.2 1.2 0 0115 18H5a1.2 1.2 0 01-1.2-1.2v-6.6A1.2 1.2 0 015 9zM6 9V6a4 4 0 018 0v3h-2V6a2 2 0 00-4 0v3z',
    coin: 'M10 1a9 9 0 100 18 9 9 0 000-18zM10 3.5a6.5 6.5 0 110 13 6.5 6.5 0 010-13z',
    bang: 'M8.5 2h3l-.6 10H9.1zM10 14a2 2 0 110 4 2 2 0 010-4z',
    joker: 'M10 1l9 9-9 9-9-9zM10 5.5L5.5 10l4.5 4.5 4.5-4.5z',
    plus: 'M8.5 3h3v5.5H17v3h-5.5V17h-3v-5.5H3v-3h5.5z',
    minus: 'M3 8.5h14v3H3z',
    times: TIMES,
    equals: 'M3 6h14v3H3zM3 11h14v3H3z',
    less: 'M16 3v3.5L8 10l8 3.5V17L4 11.5v-3z',
    more: 'M4 3v3.5L12 10l-8 3.5V17l12-5.5v-3z',
    arrow: 'M2 8.5h9V4l7 6-7 6v-4.5H2z',
    cross: TIMES,
    pencil: 'M3 17l1-4L14 3l3 3L7 16z',
    finish: 'M4 2h2v16H4zM6 3h10l-3 4 3 4H6z',
    back: 'M8 4L2 10l6 6v-4h9V8H8z',
};

/** @type {Record<string, string>} */
export const SHAPES = {
    red: 'M10 3a7 7 0 100 14 7 7 0 000-14z',
    yellow: 'M10 2.5l8.5 14.5h-17z',
    green: 'M3.5 3.5h13v13h-13z',
    blue: 'M10 1.5l7.5 8.5-7.5 8.5-7.5-8.5z',
    purple: STAR,
    orange: 'M6 3h8l4 7-4 7H6l-4-7z',
};

/**
 * A shape around a point.
 * @param {string} path
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} kind of ink: a class
 */
export function shape(path, x, y, size, kind) {
    const scale = (size / 20).toFixed(3);

    return s('path', { d: path, class: kind, 'fill-rule': 'evenodd',
        transform: `translate(${round(x - size / 2)} ${round(y - size / 2)}) ` +
            `scale(${scale})` });
}

/**
 * Chance that is always the same for a piece: what is drawn by hand never
 * looks twice the same, and never changes.
 * @param {import('../../engine/engine.js').Piece} piece
 * @returns {() => number} numbers from −1 to 1
 */
export function handOf({ id = 0, area, x, y }) {
    let state = Math.imul(id * 31 + area * 7 + x * 131 + y * 977 + 1,
        2654435761);

    return () => {
        state = Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9 | 0;
        return ((state >>> 8) & 0xffff) / 0x7fff - 1;
    };
}

/** @param {number} n */
export function round(n) {
    return Math.round(n * 10) / 10;
}
