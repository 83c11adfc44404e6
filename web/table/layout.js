/*
 * Where the pieces of an area go. A sheet takes the room that there is: boxes
 * grow with it, but none gets below a finger's size. Rows and columns that only
 * say something are smaller than those that are filled. A tall narrow grid lies
 * on its side, dice stand in one line, cards overlap before they wrap, a path
 * folds like a snake.
 */
import { widthOf } from './pieces/text.js';
import { captionOf, sharedWidth } from './pieces/content.js';
import { GOAL, goalOf } from './pieces/counter.js';

/**
 * @typedef {import('../engine/engine.js').Area} Area
 * @typedef {import('../engine/engine.js').Piece} Piece
 * @typedef {import('./pieces/content.js').Place} Place
 * @typedef {import('./pieces/content.js').Pen} Pen
 * @typedef {{width: number, height: number}} Room
 *
 * @typedef {object} Arranged
 * @property {Place[]} places one a piece; without a size: not drawn
 * @property {number} width
 * @property {number} height
 */

const LEAST = 24; // px: the smallest box
const WIDEST = 68;
const TALLEST = 84;
const SQUARE = 90; // px: the widest square of a path
const QUIET = 0.6; // of a box: a row or column that only says something
const ASIDE = 0.61; // and a row of plain boxes below bands of colour
const LINE = 17; // px: the lowest line that only says something
const SAID = 20; // and where there are no others, with room
const MOST = 28; // and the highest
const GAP = 6;
const LESS = 0.78; // of its width: a word can still be read

/**
 * @param {Area} area
 * @param {Piece[]} pieces all of this area
 * @param {Room} room
 * @param {Pen} pen
 * @returns {Arranged}
 */
export function arrange(area, pieces, room, pen) {
    switch (area.flow) {
    case 'grid':
        return isTurned(area, pieces) ? onSide(pieces, room)
            : onGrid(area, pieces, room);
    case 'path':
        return onPath(area, pieces, room);
    case 'wrap':
        return inRows(area, pieces, room, pen);
    }
}

/* --- Grids ------------------------------------------------------------------ */

/**
 * A grid with one line of boxes, over six high, lies on its side.
 * @param {Area} area
 * @param {Piece[]} pieces
 */
export function isTurned(area, pieces) {
    const boxes = pieces.filter((piece) => piece.kind === 'box');

    return area.flow === 'grid' && boxes.length > 6 &&
        boxes.every((box) => box.x === boxes[0].x);
}

/**
 * How wide each column is beside a box, or how high each row.
 * @param {Piece[]} pieces
 * @param {number} count
 * @param {'x' | 'y'} axis
 */
function weights(pieces, count, axis) {
    const span = axis === 'x' ? 'w' : 'h';

    return Array.from({ length: count }, (_, i) => {
        const there = pieces.filter((piece) => piece[axis] === i &&
            piece[span] === 1 && (axis === 'y' || piece.w === 1));
        const over = pieces.filter((piece) => piece[axis] <= i &&
            i < piece[axis] + piece[span]);
        if (axis === 'y' && over.length === 0)
            return 0;
        const across = over.some((piece) => piece.kind !== 'label' &&
            piece[span] > 1);
        if (axis === 'x' && isFilled(pieces) && !isFilled(over))
            return QUIET;
        if (there.length === 0 || across)
            return 1;
        return !there.some(isToFill) ? QUIET
            : axis === 'y' && isAside(there, pieces) ? ASIDE : 1;
    });
}

/**
 * What it all adds up to is read from afar, where there is room for that.
 * @param {Piece[]} pieces
 * @param {number[]} rows
 * @param {number} room
 */
function withTotal(pieces, rows, room) {
    const total = totalIn(pieces);
    const high = rows.map((weight, y) =>
        (weight === QUIET && y === total?.y ? ASIDE : weight));

    return starts(high, LEAST + 0.2, LINE)[rows.length] <= room ? high : rows;
}

/** @param {Piece[]} pieces */
function totalIn(pieces) {
    return pieces.find(({ kind, label, h }) =>
        kind === 'counter' && label === 'points' && h === 1);
}

/** Does anyone ever touch it? What is shaded shows what was reached. @param {Piece} piece */
function isToFill({ kind, marks }) {
    return kind !== 'label' && kind !== 'counter' && !marks.includes('shaded');
}

/** Are there boxes, or cards that lie on them? @param {Piece[]} pieces */
function isFilled(pieces) {
    return pieces.some(({ kind }) => kind === 'box' || kind === 'card');
}

/**
 * A line of plain boxes below bands of colour.
 * @param {Piece[]} line
 * @param {Piece[]} pieces
 */
function isAside(line, pieces) {
    const bands = pieces.filter(({ kind, value, label, sign }) =>
        kind === 'label' && value === undefined && !label && !sign);

    return bands.length > 0 && line.every(({ kind, colour }) =>
        kind !== 'box' || colour === 'plain');
}

/**
 * How high a row of boxes is, in the room that the quiet ones leave.
 * @param {number[]} rows
 * @param {number} room
 */
function rowHeight(rows, room) {
    const first = starts(rows.filter((weight) => weight < 1),
        room / sumOf(rows), LINE);
    const boxes = rows.filter((weight) => weight >= 1).length;

    if (boxes === 0)
        return Math.min(SAID / QUIET, room / sumOf(rows));
    return (room - first[first.length - 1]) / boxes;
}

/**
 * How wide a box is, in the room that the quiet columns leave.
 * @param {number[]} columns
 * @param {number} room
 */
function boxWidth(columns, room) {
    const quiet = columns.filter((weight) => weight < 1);
    const w = room / sumOf(columns);

    return QUIET * w <= MOST ? w
        : (room - MOST * quiet.length) / (columns.length - quiet.length);
}

/** @param {number[]} list */
function sumOf(list) {
    return list.reduce((sum, one) => sum + one, 0);
}

/**
 * Boxes may be taller than wide, for thumbs; a long sheet has flat ones.
 * @param {Area} area
 * @param {Piece[]} pieces
 * @param {Room} room
 * @returns {Arranged}
 */
function onGrid(area, pieces, room) {
    const columns = weights(pieces,
        Math.max(area.width, ...pieces.map((p) => p.x + p.w), 1), 'x');
    const rows = withTotal(pieces, weights(pieces,
        Math.max(...pieces.map((p) => p.y + p.h), 1), 'y'), room.height);
    const w = Math.min(WIDEST, Math.max(LEAST, boxWidth(columns, room.width)));
    const tall = Math.min(TALLEST, Math.max(66, w * 1.45));
    const h = Math.max(LEAST + 0.2,
        Math.min(tall, rowHeight(rows, room.height)));
    const left = starts(columns, w);
    const order = inOrder(pieces, rows, h, room.height);
    const top = starts(order.map((row) => rows[row]), h, LINE);
    /** @param {number} row */
    const at = (row) => order.indexOf(row);

    return {
        places: pieces.map((p) => ({ x: left[p.x], y: top[at(p.y)],
            w: left[p.x + p.w] - left[p.x],
            h: top[at(p.y + p.h - 1) + 1] - top[at(p.y)] })),
        width: left[columns.length],
        height: top[rows.length],
    };
}

/**
 * The rows from top to bottom. Where they have too little room, those that only
 * say something come last: what is filled stays in sight. What it all adds up
 * to is the first of them.
 * @param {Piece[]} pieces
 * @param {number[]} rows
 * @param {number} h of a row
 * @param {number} room
 */
function inOrder(pieces, rows, h, room) {
    const all = rows.map((_, row) => row);
    const height = starts(rows, h, LINE)[rows.length];

    if (height <= room + 0.5 || pieces.some((piece) => piece.h > 1))
        return all;
    const first = rows.findIndex((weight) => weight >= 1);
    const total = totalIn(pieces)?.y;
    const says = all.filter((row) => row > first && rows[row] < 1)
        .sort((a, b) => Number(b === total) - Number(a === total));
    return [...all.filter((row) => !says.includes(row)), ...says];
}

/**
 * Where each track begins, and where the last one ends.
 * @param {number[]} tracks
 * @param {number} unit
 * @param {number} [least] px
 */
function starts(tracks, unit, least = 0) {
    const at = [0];

    for (const weight of tracks)
        at.push(at[at.length - 1] + (weight === 0 ? 0 : Math.max(
            weight === ASIDE ? LEAST + 0.2 : least,
            weight < 1 ? Math.min(weight * unit, MOST) : unit)));
    return at;
}

/** What stands between two boxes. */
const JOINS = ['less', 'more', 'plus', 'minus', 'times', 'equals'];
/** What points to what now lies below. */
const ARROWS = ['arrow', 'back'];

/**
 * The line of boxes from left to right, what joins them on their edges, what
 * they bring below them. In a narrow high place it stays upright.
 * @param {Piece[]} pieces
 * @param {Room} room
 * @returns {Arranged}
 */
function onSide(pieces, room) {
    const count = Math.max(...pieces.map((p) => p.y + 1));
    const w = Math.min(WIDEST, Math.max(LEAST, room.width / count));
    const h = Math.min(44, Math.max(32, w * 1.05),
        Math.max(28, room.height / 1.66));
    const below = Math.min(24, h * 0.66);

    if (room.height > room.width)
        return upright(onSide(pieces, { width: room.height,
            height: room.width }));
    return {
        places: pieces.map((piece) => {
            const { y: i, kind, sign = '' } = piece;
            if (kind === 'box')
                return { x: i * w, y: 0, w, h };
            if (JOINS.includes(sign) && kind === 'label')
                return { x: i * w - 8, y: h / 2 - 8, w: 16, h: 16 };
            if (ARROWS.includes(sign))
                return { x: 0, y: 0, w: 0, h: 0 };
            return { x: i * w, y: h, w, h: below };
        }),
        width: count * w,
        height: h + below,
    };
}

/** From left to right becomes from top to bottom. @param {Arranged} drawn */
function upright({ places, width, height }) {
    return { width: height, height: width,
        places: places.map(({ x, y, w, h }) => ({ x: y, y: x, w: h, h: w })) };
}

/**
 * Does this label join two boxes of a grid on its side?
 * @param {Piece} piece
 */
export function isJoin(piece) {
    return piece.kind === 'label' && JOINS.includes(piece.sign ?? '');
}

/* --- Paths ------------------------------------------------------------------ */

/**
 * @param {Area} area
 * @param {Piece[]} pieces
 * @param {Room} room
 * @returns {Arranged}
 */
function onPath(area, pieces, room) {
    const squares = Math.max(area.width, ...pieces.map((p) => p.x + 1), 1);
    const { fold, lines, w, h } = foldOf(squares, room);

    return {
        places: pieces.map((piece) => {
            const line = Math.floor(piece.x / fold);
            const step = piece.x % fold;
            return { x: (line % 2 ? fold - 1 - step : step) * w,
                y: line * (h + GAP), w, h };
        }),
        width: fold * w,
        height: lines * (h + GAP) - GAP,
    };
}

/**
 * The fold with the largest squares that the room has, or with the fewest
 * lines where it has too little.
 * @param {number} squares
 * @param {Room} room
 */
function foldOf(squares, room) {
    const most = Math.max(1, Math.min(13, Math.floor(room.width / 40)));
    let best = { fold: 0, lines: 0, w: 0, h: 0 };

    for (let fold = most; fold > most / 2; fold--) {
        const lines = Math.ceil(squares / fold);
        const w = Math.min(SQUARE, room.width / fold);
        const h = Math.max(50, Math.min(w * 1.4, room.height / lines - GAP));
        const fits = lines * (h + GAP) - GAP <= room.height;
        if (best.fold === 0 || (fits && w * h > best.w * best.h))
            best = { fold, lines, w, h };
    }
    return best;
}

/* --- Loose pieces ----------------------------------------------------------- */

/** Cards by where they lie. */
const CARD = { w: 36, h: 48 };
const HAND = { w: 56, h: 80 };

/**
 * @param {Area} area
 * @param {Piece[]} pieces
 * @param {Room} room
 * @param {Pen} pen
 * @returns {Arranged}
 */
function inRows(area, pieces, room, pen) {
    const dice = pieces.filter((piece) => piece.kind === 'cube').length;
    const rest = pieces.filter((piece) => piece.kind !== 'cube').reduce(
        (sum, piece) => sum + looseSize(piece, 0, pen, CARD).w + GAP, 0);
    const cube = Math.max(28, Math.min(room.height, 56,
        (room.width + GAP - rest) / dice - GAP));

    if (area.role === 'hand')
        return inHand(pieces, room, pen);
    const less = pen.shared && dice === 0
        ? narrower(pieces, room.width + GAP - rest, pen) : 1;
    const drawn = wrapped(pieces, room.width, (piece) => {
        const size = looseSize(piece, cube, pen, CARD);
        return piece.kind === 'counter' ? { ...size, w: size.w * less } : size;
    });
    /* What lies beside a board comes and goes; its line stays. */
    return area.role === 'supply' && pieces.some((p) => p.kind !== 'counter')
        ? { ...drawn, height: Math.max(CARD.h, drawn.height) } : drawn;
}

/**
 * What is counted beside a board takes less before the last needs a line of its
 * own.
 * @param {Piece[]} pieces
 * @param {number} spare px; negative: so much is missing
 * @param {Pen} pen
 */
function narrower(pieces, spare, pen) {
    const wide = pieces.filter(({ kind }) => kind === 'counter').reduce(
        (sum, piece) => sum + looseSize(piece, 0, pen, CARD).w, 0);
    const less = (wide + spare) / wide;

    return less < 1 && less > LESS ? less : 1;
}

/**
 * What is counted stands in the first line, cards below it; they overlap
 * before they wrap.
 * @param {Piece[]} pieces
 * @param {Room} room
 * @param {Pen} pen
 */
function inHand(pieces, room, pen) {
    const cards = pieces.filter((piece) => piece.kind === 'card');
    const high = room.height < 90 ? { w: 44, h: 60 } : { h: HAND.h,
        w: Math.max(44, Math.min(HAND.w,
            (room.width + GAP) / cards.length - GAP)) };
    const fits = (room.width - high.w) / Math.max(1, cards.length - 1);
    const step = Math.max(26, Math.min(high.w + GAP, fits));
    const first = wrapped(pieces.filter((piece, i) => piece.kind !== 'card' &&
        !isBadge(piece, pieces[i - 1])), room.width, (piece) =>
        ({ ...looseSize(piece, 0, pen, high), h: 28 }));
    const perLine = Math.max(1, Math.floor((room.width - high.w) / step + 1.01));
    const top = first.height > 0 ? first.height + 2 : 0;
    const places = [...first.places];
    let at = -1;

    return {
        places: pieces.map((piece, i) => {
            if (piece.kind === 'card')
                at++;
            const x = (at % perLine) * step;
            const y = top + Math.floor(at / perLine) * (high.h * 0.8);
            if (isBadge(piece, pieces[i - 1]))
                return { x: x + high.w - 24, y: y - 4, w: 30, h: 22 };
            return piece.kind === 'card' ? { x, y, ...high,
                shown: at % perLine === perLine - 1 || at === cards.length - 1
                    ? high.w : step }
                : /** @type {Place} */ (places.shift());
        }),
        width: Math.max(first.width,
            Math.min(perLine, cards.length) * step - step + high.w),
        height: top + (cards.length === 0 ? 0
            : Math.floor((cards.length - 1) / perLine) * high.h * 0.8 + high.h),
    };
}

/**
 * @param {Piece[]} pieces
 * @param {number} most px
 * @param {(piece: Piece) => {w: number, h: number}} sizeOf
 * @returns {Arranged}
 */
function wrapped(pieces, most, sizeOf) {
    /** @type {Place[]} */
    const places = [];
    let x = 0;
    let y = 0;
    let line = 0;
    let width = 0;

    for (const [i, piece] of pieces.entries()) {
        const { w, h } = sizeOf(piece);
        if (isBadge(piece, pieces[i - 1])) {
            const card = places[i - 1];
            places.push({ x: card.x + card.w - 22, y: card.y - 3, w: 30,
                h: 22 });
            continue;
        }
        if (x > 0 && x + w > most + 0.5 && piece.kind !== 'cube') {
            x = 0;
            y += line + GAP;
            line = 0;
        }
        places.push({ x, y, w, h });
        x += w + GAP;
        line = Math.max(line, h);
        width = Math.max(width, x - GAP);
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

/**
 * @param {Piece} piece
 * @param {number} cube
 * @param {Pen} pen
 * @param {{w: number, h: number}} card
 */
function looseSize(piece, cube, pen, card) {
    switch (piece.kind) {
    case 'cube':
        return { w: cube, h: cube };
    case 'card':
        return card;
    case 'token':
        return { w: 36, h: 42 };
    default: {
        if (pen.shared)
            return { w: sharedWidth(piece, pen), h: card.h };
        if (goalOf(piece) > 0)
            return { w: GOAL * goalOf(piece) + 4, h: 34 };
        const caption = captionOf(piece, pen);
        const sign = !piece.sign ? 0 : caption ? 34 : 22;
        const text = caption ? widthOf(caption, 16, true) + 12 : 0;
        return { w: Math.max(28, text + sign), h: 34 };
    }
    }
}
