/*
 * Somebody else's part of the table at a glance: boxes without numbers, full
 * where something was done.
 */
import { seatAreas } from './areas.js';
import { h, s } from './dom.js';
import { arrange } from './layout.js';
import { SIGNS, round, shape } from './pieces/shapes.js';

const DONE = ['crossed', 'circled', 'filled'];

/**
 * @param {import('./engine.js').View} view
 * @param {number} index of the area
 * @param {import('./words.js').Words} words
 * @param {ReadonlySet<import('./engine.js').Piece>} [fresh]
 */
function drawMini(view, index, words, fresh) {
    const area = view.areas[index];
    const pieces = view.pieces.filter((piece) => piece.area === index &&
        piece.kind !== 'label' && (piece.kind !== 'counter' || piece.sign));
    const pen = { words, names: [], shapes: false, path: false };
    const { places } = arrange(area, pieces,
        { width: area.flow === 'grid' ? 360 : 260, height: 300 }, pen);
    const { x, y, w, h } = around(places);
    const svg = s('svg', { class: 'mini', 'aria-hidden': 'true',
        viewBox: `${round(x)} ${round(y)} ${round(w)} ${round(h)}` },
    ...pieces.map((piece, i) => drawDot(piece, places[i],
        fresh?.has(piece) ?? false)));

    /* Side by side, each gets its share of the width. */
    svg.style.flexGrow = String(round(w / h));
    return svg;
}

/**
 * The minis of a seat, without those that would be empty.
 * @param {import('./engine.js').View} view
 * @param {number} seat
 * @param {import('./words.js').Words} words
 * @param {ReadonlySet<import('./engine.js').Piece>} [fresh]
 */
export function drawMinis(view, seat, words, fresh) {
    const minis = seatAreas(view, seat)
        .filter((index) => view.areas[index].seat === seat)
        .map((index) => drawMini(view, index, words, fresh))
        .filter((mini) => mini.hasChildNodes());

    return h('span', { class: minis.length > 3 ? 'minis many' : 'minis' },
        ...minis);
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
 * @param {import('./engine.js').Piece} piece
 * @param {import('./pieces/content.js').Place} place
 * @param {boolean} fresh
 */
function drawDot(piece, { x, y, w, h }, fresh) {
    const done = piece.marks.some((mark) => DONE.includes(mark)) ||
        piece.kind === 'card' || piece.kind === 'token';
    const kinds = ['dot', piece.colour, done && 'done',
        piece.marks.includes('backed') && 'backed', fresh && 'fresh']
        .filter(Boolean).join(' ');

    if (piece.kind === 'counter' && h < 24)
        return s('text', { class: 'count', x: round(x + 1), y: round(y + 40),
            'text-anchor': 'middle', 'font-size': 26 },
        String(piece.value ?? ''));
    if (piece.kind === 'counter')
        return s('g', { class: piece.colour },
            shape(SIGNS[piece.sign ?? ''] ?? '', x + 10, y + h / 2, 20, 'sign'),
            s('text', { class: 'text', x: round(x + 24), y: round(y + h * 0.7),
                'font-size': 24 }, String(piece.value ?? '')));
    if (piece.kind === 'token')
        return s('circle', { class: kinds, cx: round(x + w / 2),
            cy: round(y + h / 2), r: round(Math.min(w, h) / 2 - 2) });
    return s('rect', { class: kinds, x: round(x + 2), y: round(y + 2),
        width: round(w - 4), height: round(h - 4), rx: 5 });
}
