/*
 * Where the pieces of an area go. A narrow screen gets smaller boxes, but none
 * below a finger's size; rows of loose pieces wrap, a path folds like a snake.
 */
import { widthOf } from './pieces/text.js';
import { captionOf } from './pieces/content.js';

/**
 * @typedef {import('./engine.js').Area} Area
 * @typedef {import('./engine.js').Piece} Piece
 * @typedef {import('./pieces/content.js').Place} Place
 * @typedef {import('./pieces/content.js').Pen} Pen
 *
 * @typedef {object} Arranged
 * @property {Place[]} places one a piece
 * @property {number} width
 * @property {number} height
 */

const LEAST = 24; // px: the smallest box
const MOST = 70;

/**
 * @param {Area} area
 * @param {Piece[]} pieces all of this area
 * @param {{width: number, height: number}} room
 * @param {Pen} pen
 * @returns {Arranged}
 */
export function arrange(area, pieces, room, pen) {
    switch (area.flow) {
    case 'grid':
        return onGrid(area, pieces, room);
    case 'path':
        return onPath(area, pieces, room);
    case 'wrap':
        return inRows(area, pieces, room, pen);
    }
}

/**
 * Boxes may be taller than wide, for thumbs; a long sheet has flat ones.
 * @param {Area} area
 * @param {Piece[]} pieces
 * @param {{width: number, height: number}} room
 * @returns {Arranged}
 */
function onGrid(area, pieces, room) {
    const columns = Math.max(area.width, ...pieces.map((p) => p.x + p.w), 1);
    const rows = Math.max(...pieces.map((p) => p.y + p.h), 1);
    const w = Math.min(MOST, Math.max(LEAST, room.width / columns));
    const h = Math.max(30, Math.min(w * 1.4, MOST, room.height / rows));

    return {
        places: pieces.map((p) => ({ x: p.x * w, y: p.y * h, w: p.w * w,
            h: p.h * h })),
        width: columns * w,
        height: rows * h,
    };
}

/**
 * @param {Area} area
 * @param {Piece[]} pieces
 * @param {{width: number}} room
 * @returns {Arranged}
 */
function onPath(area, pieces, room) {
    const squares = Math.max(area.width, ...pieces.map((p) => p.x + 1), 1);
    const most = Math.max(1, Math.floor(room.width / 37));
    const lines = Math.ceil(squares / Math.min(most, 14));
    const fold = Math.ceil(squares / lines);
    const w = Math.min(MOST, room.width / fold);
    const h = Math.max(56, w * 1.3);

    return {
        places: pieces.map((piece) => {
            const line = Math.floor(piece.x / fold);
            const step = piece.x % fold;
            return { x: (line % 2 ? fold - 1 - step : step) * w,
                y: line * (h + 6), w, h };
        }),
        width: fold * w,
        height: lines * (h + 6) - 6,
    };
}

/**
 * @param {Area} area
 * @param {Piece[]} pieces
 * @param {{width: number}} room
 * @param {Pen} pen
 * @returns {Arranged}
 */
function inRows(area, pieces, room, pen) {
    const gap = 6;
    const dice = pieces.filter((piece) => piece.kind === 'cube').length;
    const rest = pieces.filter((piece) => piece.kind !== 'cube').reduce(
        (sum, piece) => sum + looseSize(piece, 0, pen).w + gap, 0);
    const cube = Math.max(38, Math.min(52,
        (room.width + gap - rest) / dice - gap));
    /** @type {Place[]} */
    const places = [];
    let x = 0;
    let y = 0;
    let line = 0;
    let width = 0;

    for (const [i, piece] of pieces.entries()) {
        const { w, h } = looseSize(piece, cube, pen);
        if (isBadge(piece, pieces[i - 1])) {
            const card = places[i - 1];
            places.push({ x: card.x + card.w - 22, y: card.y - 3, w: 30,
                h: 22 });
            continue;
        }
        if (x > 0 && x + w > room.width) {
            x = 0;
            y += line + gap;
            line = 0;
        }
        places.push({ x, y, w, h });
        x += w + gap;
        line = Math.max(line, h);
        width = Math.max(width, x - gap);
    }
    return { places: levelled(places, pieces), width, height: y + line };
}

/**
 * "Times so many" of the card before it: drawn on its corner.
 * @param {Piece} piece
 * @param {Piece | undefined} before
 */
export function isBadge(piece, before) {
    return piece.kind === 'counter' && piece.sign === 'times' &&
        before?.kind === 'card';
}

/**
 * Pieces of one row stand in its middle.
 * @param {Place[]} places
 * @param {Piece[]} pieces
 */
function levelled(places, pieces) {
    /** @type {Map<number, number>} */
    const tall = new Map();

    for (const { y, h } of places)
        tall.set(y, Math.max(tall.get(y) ?? 0, h));
    return places.map((place, i) => (isBadge(pieces[i], pieces[i - 1]) ? place
        : { ...place,
            y: place.y + ((tall.get(place.y) ?? place.h) - place.h) / 2 }));
}

/** @param {Piece} piece @param {number} cube @param {Pen} pen */
function looseSize(piece, cube, pen) {
    switch (piece.kind) {
    case 'cube':
        return { w: cube, h: cube };
    case 'card':
        return { w: 42, h: 56 };
    case 'token':
        return { w: 38, h: 38 };
    default: {
        const caption = captionOf(piece, pen);
        const sign = !piece.sign ? 0 : caption ? 36 : 22;
        const text = caption ? widthOf(caption, 16, true) + 14 : 0;
        return { w: Math.max(28, text + sign), h: 38 };
    }
    }
}
