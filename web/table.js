/*
 * An area of the table, drawn from its pieces: any game, none by name.
 *
 * A coloured box tints its whole cell, so that neighbours of one colour grow
 * together into a row, a column or a field. Pieces that are alike and stand
 * side by side share one ring.
 */
import { areaKey } from './areas.js';
import { s } from './dom.js';
import { arrange, isBadge } from './layout.js';
import { nameOf, namesOf } from './naming.js';
import { drawBox } from './pieces/box.js';
import { drawCard } from './pieces/card.js';
import { drawCounter } from './pieces/counter.js';
import { drawCube } from './pieces/cube.js';
import { drawLabel } from './pieces/label.js';
import { round } from './pieces/shapes.js';
import { drawToken } from './pieces/token.js';

/**
 * @typedef {import('./engine.js').Area} Area
 * @typedef {import('./engine.js').Piece} Piece
 * @typedef {import('./engine.js').View} View
 * @typedef {import('./pieces/content.js').Place} Place
 *
 * @typedef {object} Drawing
 * @property {import('./words.js').Words} words
 * @property {string[]} names
 * @property {{width: number, height: number}} room
 * @property {ReadonlySet<number>} [touchable]
 * @property {ReadonlySet<number>} [next] of them: what leads on
 * @property {readonly number[]} [touched]
 * @property {View} [ahead] what a choice would make of it
 * @property {ReadonlySet<Piece>} [fresh] pieces that have just changed
 * @property {string} [label] of the whole, for screen readers
 */

/** @type {Record<string, (piece: Piece, place: Place,
 *     pen: import('./pieces/content.js').Pen) => SVGElement[]>} */
const DRAW = { box: drawBox, cube: drawCube, card: drawCard, token: drawToken,
    label: drawLabel, counter: drawCounter, action: drawLabel,
    value: drawCounter };

const EDGE = 3; // px around everything, for rings

/**
 * Whoever wants larger letters gets them on pieces too: everything on the
 * table grows, and what then is too wide scrolls on its paper.
 */
function textZoom() {
    const size = parseFloat(getComputedStyle(document.documentElement).fontSize);
    return Math.max(1, size / 16);
}

/** What touching a piece means. @param {Piece} piece */
export function touchId(piece) {
    return piece.alike ?? piece.id ?? 0;
}

/**
 * @param {View} view
 * @param {number} index of the area
 * @param {Drawing} how
 * @returns {SVGElement}
 */
export function drawArea(view, index, how) {
    const area = view.areas[index];
    const all = view.pieces.filter((piece) => piece.area === index);
    const pieces = area.flow === 'wrap' ? all : inReadingOrder(all);
    const pen = { words: how.words, names: how.names,
        shapes: false, path: area.flow === 'path' };
    const zoom = textZoom();
    const room = { width: how.room.width / zoom - 2 * EDGE,
        height: how.room.height / zoom };
    const { places, width, height } = arrange(area, pieces, room, pen);
    const shaped = needsShapes(pieces);
    const future = how.ahead ? foresee(pieces, how.ahead, area) : null;
    const shown = pieces.map((piece) => future?.will.get(piece) ?? piece);
    const names = namesOf(shown, how.words, how.names);
    const groups = pieces.map((piece, i) => drawPiece(shown[i], places[i], how,
        { ...pen, shapes: shaped.has(piece.colour) }, {
            name: names[i],
            badge: isBadge(piece, pieces[i - 1]),
            will: future?.will.has(piece),
            going: future?.going.has(piece),
            fresh: how.fresh?.has(piece),
        }));

    return s('svg', {
        class: `area ${area.flow} ${area.role}${zoom > 1 ? ' zoomed' : ''}`,
        width: Math.ceil(zoom * (width + 2 * EDGE)),
        height: Math.ceil(zoom * (height + 2 * EDGE)),
        viewBox: `${-EDGE} ${-EDGE} ${round(width + 2 * EDGE)} ` +
            `${round(height + 2 * EDGE)}`,
        role: 'group',
        'aria-label': how.label,
    },
    area.flow === 'path' && drawTrack(pieces, places),
    ...drawTints(pieces, places),
    ...groups.filter((_, i) => !isBadge(pieces[i], pieces[i - 1])),
    ...(future?.coming ?? []).map((piece) => drawGhost(piece, pieces, places,
        how, pen)),
    ...drawRings(pieces, places, how),
    ...groups.filter((_, i) => isBadge(pieces[i], pieces[i - 1])));
}

/**
 * Colours whose boxes show the shape: where many colours stand mixed and no
 * label says which is which.
 * @param {Piece[]} pieces
 */
function needsShapes(pieces) {
    const labelled = new Set(pieces.filter(isBlank).map((p) => p.colour));
    const colours = new Set(pieces.filter((piece) => piece.kind === 'box' &&
        !['plain', 'white'].includes(piece.colour) &&
        !labelled.has(piece.colour)).map((piece) => piece.colour));

    return colours.size > 2 ? colours : new Set();
}

/** @param {Piece} piece */
function isBlank(piece) {
    return piece.kind === 'label' && !piece.label && !piece.sign &&
        piece.value === undefined;
}

/**
 * Row by row, as it is read; tokens last, as they lie on top.
 * @param {Piece[]} pieces
 */
function inReadingOrder(pieces) {
    return [...pieces].sort((a, b) =>
        Number(a.kind === 'token') - Number(b.kind === 'token') ||
        a.y - b.y || a.x - b.x);
}

/**
 * @param {Piece} piece
 * @param {Place} place
 * @param {Drawing} how
 * @param {import('./pieces/content.js').Pen} pen
 * @param {{name: string, badge?: boolean, will?: boolean, going?: boolean,
 *     fresh?: boolean}} state
 */
function drawPiece(piece, place, how, pen, state) {
    const id = touchId(piece);
    const can = id !== 0 && how.touchable?.has(id);
    const touched = id !== 0 && how.touched?.includes(id);
    const kinds = ['piece', piece.kind, piece.colour, ...piece.marks,
        can && 'can', how.next?.has(id) && 'next', touched && 'touched', state.will && 'will',
        state.going && 'going', state.fresh && 'fresh',
        pen.shapes && 'tinted', state.badge && 'badge'].filter(Boolean);

    return s('g', {
        class: kinds.join(' '),
        role: can ? 'button' : 'img',
        'aria-label': state.name,
        'aria-pressed': can ? String(touched ?? false) : null,
        tabindex: can ? '-1' : null,
        'data-touch': can ? id : null,
        'data-piece': piece.id,
    }, can && s('rect', { class: 'hit', x: round(place.x), y: round(place.y),
        width: round(place.w), height: round(place.h) }),
    ...DRAW[piece.kind](piece, place, pen));
}

/* --- What a choice would do ---------------------------------------------- */

/**
 * Pairs the pieces of an area with what they would become.
 * @param {Piece[]} pieces
 * @param {View} ahead
 * @param {Area} area
 */
function foresee(pieces, ahead, area) {
    const later = ahead.pieces.filter((piece) =>
        areaKey(ahead.areas[piece.area]) === areaKey(area));
    const unpaired = new Set(later);
    /** @type {Map<Piece, Piece>} */
    const will = new Map();
    /** @type {Set<Piece>} */
    const going = new Set();
    const isDice = area.role === 'throw';

    for (const piece of pieces) {
        const same = later.find((other) => unpaired.has(other) &&
            (piece.id ? other.id === piece.id
                : other.kind === piece.kind && !other.id &&
                  other.x === piece.x && other.y === piece.y &&
                  other.label === piece.label && other.sign === piece.sign));
        if (same)
            unpaired.delete(same);
        if (isDice)
            continue;
        if (!same || same.x !== piece.x || same.y !== piece.y) {
            going.add(piece);
            if (same)
                unpaired.add(same);
        } else if (differs(piece, same)) {
            will.set(piece, same);
        }
    }
    return { will, going,
        coming: isDice ? [] : [...unpaired].filter((p) => p.kind === 'token') };
}

/** @param {Piece} a @param {Piece} b */
export function differs(a, b) {
    return a.kind !== b.kind || a.colour !== b.colour || a.sign !== b.sign ||
        a.value !== b.value || a.label !== b.label ||
        a.marks.join() !== b.marks.join();
}

/**
 * A piece that would come here: on the box of its place.
 * @param {Piece} piece
 * @param {Piece[]} pieces
 * @param {Place[]} places
 * @param {Drawing} how
 * @param {import('./pieces/content.js').Pen} pen
 */
function drawGhost(piece, pieces, places, how, pen) {
    const at = pieces.findIndex((other) => other.kind === 'box' &&
        other.x === piece.x && other.y === piece.y);

    return at < 0 ? null
        : drawPiece(piece, places[at], { ...how, touchable: undefined }, pen,
            { will: true, name: nameOf(piece, how.words, how.names) });
}

/* --- Under and over the pieces ------------------------------------------- */

/**
 * The ground that boxes of one colour share. A corner is round where the
 * colour ends on both sides of it.
 * @param {Piece[]} pieces
 * @param {Place[]} places
 */
function drawTints(pieces, places) {
    /** @type {Map<string, string>} */
    const ground = new Map();
    const tinted = pieces.filter((piece) => piece.colour !== 'plain' &&
        (piece.kind === 'box' || piece.kind === 'label'));

    for (const piece of tinted)
        for (let x = piece.x; x < piece.x + piece.w; x++)
            for (let y = piece.y; y < piece.y + piece.h; y++)
                ground.set(`${x},${y}`, piece.colour);
    return tinted.map((piece) => {
        /** @param {number} dx @param {number} dy */
        const same = (dx, dy) => ground.get(
            `${dx > 0 ? piece.x + piece.w : piece.x + dx},` +
            `${dy > 0 ? piece.y + piece.h : piece.y + dy}`) === piece.colour;
        const [left, right] = [same(-1, 0), same(1, 0)];
        const [up, down] = [same(0, -1), same(0, 1)];
        const place = places[pieces.indexOf(piece)];
        const x = place.x + (left ? 0 : 0.5);
        const y = place.y + (up ? 0 : 1.5);
        return s('path', { class: `tint ${piece.colour}`, d: rounded(
            x, y, place.x + place.w - (right ? 0 : 0.5) - x,
            place.y + place.h - (down ? 0 : 1.5) - y,
            [!left && !up, !right && !up, !right && !down, !left && !down]) });
    });
}

/**
 * A rectangle with some corners round, clockwise from the upper left.
 * @param {number} x
 * @param {number} y
 * @param {number} w
 * @param {number} h
 * @param {boolean[]} corners
 */
function rounded(x, y, w, h, corners) {
    const [a, b, c, d] = corners.map((is) => (is ? Math.min(9, w / 2, h / 2)
        : 0));
    /** @param {number} r @param {number} dx @param {number} dy */
    const arc = (r, dx, dy) => (r ? `a${r} ${r} 0 01${dx * r} ${dy * r}` : '');

    return `M${round(x + a)} ${round(y)}H${round(x + w - b)}${arc(b, 1, 1)}` +
        `V${round(y + h - c)}${arc(c, -1, 1)}H${round(x + d)}${arc(d, -1, -1)}` +
        `V${round(y + a)}${arc(a, 1, -1)}z`;
}

/**
 * The line that joins the squares of a path.
 * @param {Piece[]} pieces
 * @param {Place[]} places
 */
function drawTrack(pieces, places) {
    const line = pieces.flatMap((piece, i) => (piece.kind === 'box'
        ? [{ at: piece.x, x: places[i].x + places[i].w / 2,
            y: places[i].y + places[i].h / 2 }] : []))
        .sort((a, b) => a.at - b.at)
        .map(({ x, y }) => `${round(x)} ${round(y)}`);

    return s('path', { class: 'track', d: `M${line.join('L')}` });
}

/**
 * @param {Piece[]} pieces
 * @param {Place[]} places
 * @param {Drawing} how
 */
function drawRings(pieces, places, how) {
    /** @type {Map<number, Place[]>} */
    const spots = new Map();

    pieces.forEach((piece, i) => {
        const id = touchId(piece);
        if (id !== 0 && how.touchable?.has(id))
            spots.set(id, [...(spots.get(id) ?? []), places[i]]);
    });
    return [...spots].flatMap(([id, list]) => {
        const touched = how.touched?.includes(id);
        const kind = touched ? 'ring touched'
            : how.next?.has(id) ? 'ring' : 'ring other';
        return joined(list).map((place) => s('rect', { class: kind,
            x: round(place.x + 1.5), y: round(place.y + 1.5),
            width: round(place.w - 3), height: round(place.h - 3), rx: 8 }));
    });
}

/** Places that touch each other in a row become one. @param {Place[]} places */
function joined(places) {
    /** @type {Place[]} */
    const rings = [];

    for (const place of [...places].sort((a, b) => a.y - b.y || a.x - b.x)) {
        const last = rings[rings.length - 1];
        if (last && Math.abs(last.y - place.y) < 1 &&
            Math.abs(last.h - place.h) < 1 &&
            Math.abs(last.x + last.w - place.x) < 1)
            last.w += place.w;
        else
            rings.push({ ...place });
    }
    return rings;
}
