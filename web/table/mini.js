/*
 * Someone else's part of the table at a glance: boxes without numbers, in full
 * tone where something was done, with a dot of ink where it was crossed off and
 * a light one where something is written, in a ring of that player's colour
 * where it was done just now; of a hand, how much there is.
 */
import { seatAreas } from './areas.js';
import { h, s } from '../elements/dom.js';
import { arrange } from './layout.js';
import { goalOf } from './pieces/counter.js';
import { SIGNS, round, shape } from './pieces/shapes.js';

/** @typedef {ReadonlyMap<import('../engine/engine.js').Piece, number>} News who did it */

const DONE = ['crossed', 'circled', 'filled'];

/**
 * @param {import('../engine/engine.js').View} view
 * @param {number} index of the area
 * @param {import('../engine/words.js').Words} words
 * @param {News} [news]
 */
function drawMini(view, index, words, news) {
    const area = view.areas[index];

    if (area.role === 'hand')
        return drawCounts(view, index);
    const pieces = view.pieces.filter((piece) => piece.area === index &&
        piece.kind !== 'label' && (piece.kind !== 'counter' ||
            (piece.sign && piece.sign !== 'plus')));
    const pen = { words, names: [], shapes: false, path: false };
    const { places } = arrange(area, pieces,
        { width: area.flow === 'grid' ? 360 : 260, height: 110 }, pen);
    const { x, y, w, h } = around(places);
    const svg = s('svg', { class: 'mini', 'aria-hidden': 'true',
        preserveAspectRatio: area.flow === 'grid' && w > 2 * h ? 'none' : null,
        viewBox: `${round(x)} ${round(y)} ${round(w)} ${round(h)}` },
    ...pieces.map((piece, i) => drawDot(piece, places[i],
        news?.has(piece) ?? false)));

    /* Side by side, each gets its share of the width. */
    svg.style.flexGrow = String(round(w / h));
    svg.classList.toggle('long', w > 4 * h);
    return svg;
}

const EACH = 62; // of one thing that is counted
const PLACE = 25; // of one that is a goal
const HIGH = 26;

/**
 * What someone holds, in a line: how many of each.
 * @param {import('../engine/engine.js').View} view
 * @param {number} index of the area
 */
function drawCounts(view, index) {
    const pieces = view.pieces.filter((piece) => piece.area === index);
    const cards = pieces.filter(({ kind }) => kind === 'card').length;
    /* A face-down pile says by a badge how many it is. */
    const pile = pieces.find(({ sign }) => sign === 'times')?.value ?? cards;
    const counts = [...pieces.filter(({ kind, sign }) => kind === 'counter' &&
        sign && sign !== 'times'),
    { value: pile, sign: 'card', colour: '', w: 1 }];
    const wide = counts.map((count) => goalOf(count) * PLACE || EACH);
    const left = wide.map((_, at) => wide.slice(0, at).reduce(
        (sum, one) => sum + one, goalOf(counts[0]) > 0 ? 4 : 0));

    return s('svg', { class: 'mini counts', 'aria-hidden': 'true',
        viewBox: `0 0 ${left[counts.length - 1] + EACH} ${HIGH}` },
    ...counts.map((count, i) => s('g', { class: count.colour,
        transform: `translate(${left[i]} 0)` }, ...drawCount(count))));
}

/** @param {{value?: number, sign?: string, w: number}} count */
function drawCount({ value = 0, sign = '', w }) {
    const path = SIGNS[sign] ?? '';
    const goal = goalOf({ sign, w });
    const size = sign === 'big_star' ? 24 : 16;

    if (goal > 0)
        return Array.from({ length: goal }, (_, i) => shape(path,
            (i + 0.5) * PLACE, 13, size,
            `sign ${sign}${i < value ? '' : ' open'}`));
    return [...(sign === 'card' ? [-3, 3].map((dx) => s('rect', { class: 'back',
        x: 9 + dx, y: 3, width: 14, height: 20, rx: 3 }))
        : [shape(path, 15, 13, size, `sign ${sign}`)]),
    s('text', { class: 'text', x: 31, y: 20.5, 'font-size': 21 },
        String(value))];
}

/**
 * The minis of a seat, without those that would be empty.
 * @param {import('../engine/engine.js').View} view
 * @param {number} seat
 * @param {import('../engine/words.js').Words} words
 * @param {News} [news]
 */
export function drawMinis(view, seat, words, news) {
    const minis = seatAreas(view, seat)
        .filter((index) => view.areas[index].seat === seat &&
            view.areas[index].role !== 'supply')
        .map((index) => drawMini(view, index, words, news))
        .filter((mini) => mini.hasChildNodes());

    const all = h('span', { class: minis.length > 3 ? 'minis many' : 'minis' },
        ...minis);
    const lines = minis.filter((mini) => mini.matches('.long')).length;

    /* A line is half as high as what stands four abreast below it. */
    if (minis.length > 3)
        all.style.gridTemplateRows = `repeat(${lines}, minmax(0, 1fr))`;
    return all;
}

/** @param {import('./pieces/content.js').Place[]} places */
function around(places) {
    const x = Math.min(...places.map((place) => place.x));
    const y = Math.min(...places.map((place) => place.y));
    const right = Math.max(...places.map((place) => place.x + place.w));
    const below = Math.max(...places.map((place) => place.y + place.h));

    return places.length === 0 ? { x: 0, y: 0, w: 1, h: 1 }
        : { x, y, w: right - x, h: below - y };
}

/**
 * @param {import('../engine/engine.js').Piece} piece
 * @param {import('./pieces/content.js').Place} place
 * @param {boolean} fresh
 */
function drawDot(piece, { x, y, w, h }, fresh) {
    const done = piece.marks.some((mark) => DONE.includes(mark)) ||
        piece.kind === 'card' || piece.kind === 'token';
    const kinds = ['dot', piece.colour, done && 'done',
        piece.marks.includes('lost') && 'lost',
        piece.marks.includes('backed') && 'backed', fresh && 'fresh']
        .filter(Boolean).join(' ');

    if (piece.kind === 'counter')
        return s('g', { class: piece.colour },
            shape(SIGNS[piece.sign ?? ''] ?? '', x + 10, y + h / 2, 20, 'sign'),
            s('text', { class: 'text', x: round(x + 24), y: round(y + h * 0.7),
                'font-size': 24 }, String(piece.value ?? '')));
    if (piece.kind === 'token')
        return s('circle', { class: kinds, cx: round(x + w / 2),
            cy: round(y + h / 2), r: round(Math.min(w, h) / 2 - 2) });
    const box = s('rect', { class: kinds, x: round(x + 2), y: round(y + 2),
        width: round(w - 4), height: round(h - 4), rx: 5,
        'vector-effect': 'non-scaling-stroke' });
    if (!done || piece.kind === 'card')
        return box;
    /* A line without length: round, however the sheet is stretched. */
    return s('g', {}, box, s('path', {
        class: piece.marks.includes('crossed') ? 'ink' : 'ink light',
        'vector-effect': 'non-scaling-stroke',
        d: `M${round(x + w / 2)} ${round(y + h / 2)}h.01` }));
}
