/*
 * An area of the table, drawn from its pieces: any game, none by name.
 *
 * Boxes of one colour that belong together lie on a band of it. Raised can be
 * touched, ink is chosen, lamplight was done just now: each state has a shape
 * of its own, so that colour is never the only sign.
 */
import { areaKey } from './areas.js';
import { initialOf } from '../elements/cloth.js';
import { s } from '../elements/dom.js';
import { letterZoom } from '../elements/fitting.js';
import { arrange, isBadge, isJoin, isTurned } from './layout.js';
import { nameOf, namesOf } from './piece_names.js';
import { drawBox } from './pieces/box.js';
import { drawCard } from './pieces/card.js';
import { drawCounter } from './pieces/counter.js';
import { drawCube } from './pieces/cube.js';
import { drawLabel } from './pieces/label.js';
import { SHAPES, round, shape } from './pieces/shapes.js';
import { drawOver, drawWorth } from './pieces/states.js';
import { drawToken } from './pieces/token.js';
import { asBefore } from './redraw.js';

/**
 * @typedef {import('../engine/engine.js').Area} Area
 * @typedef {import('../engine/engine.js').Piece} Piece
 * @typedef {import('../engine/engine.js').View} View
 * @typedef {import('./pieces/content.js').Pen} Pen
 * @typedef {import('./pieces/content.js').Place} Place
 *
 * @typedef {object} Drawing
 * @property {import('../engine/words.js').Words} words
 * @property {import('../engine/words.js').Names} names
 * @property {{width: number, height: number}} room
 * @property {string} [label] of the whole, for screen readers
 * @property {ReadonlySet<number>} [touchable]
 * @property {ReadonlySet<number>} [next] of them: what leads on
 * @property {ReadonlySet<number>} [rises] of them: what stands out
 * @property {ReadonlyMap<number, number>} [gains] what a touch is worth
 * @property {readonly number[]} [touched]
 * @property {boolean} [waits] is the choice made, and others still choose?
 * @property {View} [ahead] what a choice would make of it
 * @property {ReadonlyMap<Piece, number>} [news] what has just changed, and who
 *     did it
 * @property {ReadonlySet<Piece>} [just] of it: in this moment
 * @property {number} [me] who looks
 * @property {ReadonlySet<number>} [hinted]
 * @property {ReadonlySet<number>} [lit] dice that make the choice
 * @property {ReadonlySet<number>} [resting] dice that no move needs
 * @property {(die: number) => '' | 'kept' | 'again'} [fateOf] where dice are
 *     picked, to keep them or to roll them again
 * @property {(piece: Piece) => boolean} [isElsewhere] is it shown at another
 *     place?
 * @property {Map<Piece, Drawn>} [drawn] the last drawing of this area, and
 *     then this one: what is as it was is not drawn again
 *
 * @typedef {object} Drawn a piece
 * @property {string} how
 * @property {Element | null} group
 */

/** @type {Record<string, (piece: Piece, place: Place, pen: Pen) =>
 *     SVGElement[]>} */
const DRAW = { box: drawBox, card: drawCard, token: drawToken,
    label: drawLabel, counter: drawCounter, action: drawLabel,
    value: drawCounter };

const EDGE = 3; // px around everything, for rings
const HEAD = 20; // px for the sign of a column
const SIDE = 16; // and of a row

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
    const all = view.pieces.filter((piece) => piece.area === index &&
        !how.isElsewhere?.(piece));
    const ground = groundOf(area, all);
    /* The title of a part in one colour has its sign. */
    const pieces = area.flow === 'wrap' ? all : inReadingOrder(all.filter(
        (piece) => !ground.isBlock || !isBlank(piece)));
    const pen = { words: how.words, names: how.names, shapes: false,
        path: area.flow === 'path',
        shared: area.role === 'supply' && area.seat === undefined, slips: ground.isBlock,
        turned: isTurned(area, pieces), inset: ground.inset,
        total: totalOf(pieces) };
    const zoom = letterZoom();
    const [left, top] = [ground.lanes === 'rows' ? SIDE : 0,
        ground.lanes === 'columns' ? HEAD : 0];
    /* Anyone who wants larger letters gets them on pieces too: everything on
     * the table grows, and what then is too wide scrolls on its paper. */
    const { places, width, height } = arrange(area, pieces, {
        width: how.room.width / zoom - 2 * EDGE - left,
        height: how.room.height / zoom - 2 * EDGE - top }, pen);
    const future = how.ahead ? foresee(pieces, how.ahead, area) : null;
    /* What is chosen, and what still could be instead, stays as it is. */
    const shown = pieces.map((piece) => {
        const will = future?.will.get(piece) ?? piece;
        if (!how.waits && isChosen(piece, how))
            return written(piece, will);
        return !how.waits && how.rises?.has(touchId(piece)) ? piece : will;
    });
    const names = namesOf(shown, how.words, how.names);
    const states = pieces.map((piece, i) => stateOf(piece, how, {
        name: names[i],
        badge: isBadge(piece, pieces[i - 1]),
        will: shown[i] === future?.will.get(piece),
        going: future?.going.has(piece),
        kind: ground.kindOf(shown[i]),
    }));
    const groups = drawPieces(shown, places, pen, states, how.drawn);
    const isOnTop = pieces.map((piece, i) => isBadge(piece, pieces[i - 1]) ||
        (pen.turned && isJoin(piece)));

    return s('svg', {
        class: `area ${area.flow} ${area.role}${zoom > 1 ? ' zoomed' : ''}`,
        width: Math.ceil(zoom * (width + left + 2 * EDGE)),
        height: Math.ceil(zoom * (height + top + 2 * EDGE)),
        viewBox: `${-EDGE - left} ${-EDGE - top} ` +
            `${round(width + left + 2 * EDGE)} ` +
            `${round(height + top + 2 * EDGE)}`,
        role: 'group',
        'aria-label': how.label,
    },
    area.flow === 'path' && drawTrack(pieces, places),
    ...(ground.isBanded ? drawTints(pieces, places) : []),
    ...drawLanes(ground.lanes, pieces, places, width),
    ...groups.filter((_, i) => !isOnTop[i]),
    ...(future?.coming ?? []).map((piece) => drawGhost(piece, pieces, places,
        how, pen)),
    ...groups.filter((_, i) => isOnTop[i]),
    s('g', { class: 'over', 'aria-hidden': 'true' },
        ...[drawOver, drawWorth].flatMap((draw) => pieces.flatMap((_, i) =>
            (places[i].w > 0 ? draw(shown[i], places[i], states[i], how.words)
                : [])))));
}

/* --- What lies under the boxes ------------------------------------------------ */

/**
 * How the colours of an area are shown: as bands under rows or columns that
 * have a sign, as one block, as lanes with a sign at their head, or in each
 * box by itself.
 * @param {Area} area
 * @param {Piece[]} pieces
 */
function groundOf(area, pieces) {
    const boxes = pieces.filter((piece) => piece.kind === 'box' &&
        SHAPES[piece.colour]);
    const signed = new Set(pieces.filter(isBlank).map((p) => p.colour));
    const colours = new Set(boxes.map((piece) => piece.colour));
    const isBlock = isBlockOf(area, pieces);
    const isBanded = !isBlock && area.flow === 'grid' &&
        boxes.length > 0 && [...colours].every((colour) => signed.has(colour));
    const lanes = isBlock || isBanded || area.flow !== 'grid' ||
        colours.size < 3 ? undefined : lanesOf(pieces);
    const isRow = isBanded && boxes.filter((box) =>
        box.colour === boxes[0].colour).every((box) => box.y === boxes[0].y);
    /** @param {Piece} piece */
    const kindOf = (piece) => (piece.kind !== 'box' ? ''
        : isBanded && signed.has(piece.colour) ? 'banded'
            : isBlock ? 'banded'
                : colours.size >= 3 && !lanes && SHAPES[piece.colour] &&
                    area.flow === 'grid' ? 'toned' : 'tinted');

    return { isBlock, isBanded, lanes, kindOf,
        inset: !isBanded ? { x: 1.5, y: 1.5 }
            : isRow ? { x: 1, y: 4 } : { x: 3.5, y: 1.2 } };
}

/**
 * A part of a sheet in one colour, with a title.
 * @param {Area} area
 * @param {Piece[]} pieces
 */
export function isBlockOf(area, pieces) {
    const boxes = pieces.filter((piece) => piece.kind === 'box');

    return area.title !== undefined && area.flow === 'grid' &&
        boxes.length > 0 && boxes[0].colour !== 'plain' &&
        boxes.every((box) => box.colour === boxes[0].colour);
}

/**
 * Do all columns have one colour each, or all rows?
 * @param {Piece[]} pieces
 * @returns {'columns' | 'rows' | undefined}
 */
function lanesOf(pieces) {
    const coloured = pieces.filter((piece) => SHAPES[piece.colour] &&
        (piece.kind === 'box' || piece.kind === 'card'));
    /** @param {'x' | 'y'} axis */
    const isOne = (axis) => coloured.every((piece) => coloured.every((other) =>
        other[axis] !== piece[axis] || other.colour === piece.colour));

    return isOne('x') ? 'columns' : isOne('y') ? 'rows' : undefined;
}

/**
 * The sign of each column or row.
 * @param {'columns' | 'rows' | undefined} lanes
 * @param {Piece[]} pieces
 * @param {Place[]} places
 * @param {number} width
 */
function drawLanes(lanes, pieces, places, width) {
    /** @type {Set<number>} */
    const done = new Set();

    if (!lanes)
        return [];
    return pieces.flatMap((piece, i) => {
        const at = lanes === 'columns' ? piece.x : piece.y;
        if (!SHAPES[piece.colour] || done.has(at) ||
            !['box', 'card'].includes(piece.kind))
            return [];
        done.add(at);
        const { x, y, w, h } = places[i];
        return lanes === 'rows'
            ? [shape(SHAPES[piece.colour], -SIDE / 2 - 1, y + h / 2, 11,
                `lane ${piece.colour}`)]
            : [s('rect', { class: `lane-head ${piece.colour}`,
                x: round(x + 1.5), y: -HEAD + 1, width: round(w - 3),
                height: HEAD - 3, rx: 5 }),
            shape(SHAPES[piece.colour], x + w / 2, -HEAD / 2, 11,
                `lane on ${piece.colour}`)];
    });
}

/** The number that everything adds up to. @param {Piece[]} pieces */
function totalOf(pieces) {
    const counters = pieces.filter((piece) => piece.kind === 'counter' &&
        piece.label === 'points');
    return counters.length === 1 ? counters[0] : undefined;
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

/* --- A piece in its state ------------------------------------------------------ */

/** @param {Piece} piece @param {Drawing} how */
function isChosen(piece, how) {
    const id = touchId(piece);
    return id !== 0 && (how.touched?.includes(id) ?? false);
}

/**
 * @typedef {object} State
 * @property {string} name
 * @property {string} kind of ground
 * @property {number} id what a touch means; 0: nothing
 * @property {boolean} can be touched
 * @property {boolean} next
 * @property {boolean} rises
 * @property {boolean} along it goes with another piece
 * @property {boolean} touched
 * @property {boolean} waits
 * @property {number} gain
 * @property {boolean} hinted
 * @property {boolean} lit
 * @property {boolean} rests
 * @property {'' | 'kept' | 'again'} die
 * @property {'' | 'by-me' | 'by-other'} news
 * @property {number} by whom
 * @property {string} initial of them
 * @property {boolean} just
 * @property {boolean} [badge]
 * @property {boolean} [will]
 * @property {boolean} [going]
 */

/**
 * @param {Piece} piece
 * @param {Drawing} how
 * @param {{name: string, badge?: boolean, will?: boolean, going?: boolean,
 *     kind: string}} more
 * @returns {State}
 */
function stateOf(piece, how, more) {
    const id = touchId(piece);
    const can = id !== 0 && (how.touchable?.has(id) ?? false);
    const touched = isChosen(piece, how);
    const by = how.news?.get(piece) ?? -1;
    const die = piece.kind === 'cube' ? how.fateOf?.(id) ?? '' : '';

    return { ...more, id, can,
        next: can && (how.next?.has(id) ?? false),
        rises: can && !touched && (how.rises?.has(id) ?? false),
        along: piece.alike !== undefined && piece.alike !== piece.id,
        touched: touched && !die,
        waits: more.will === true && how.waits === true,
        gain: can ? how.gains?.get(id) ?? 0 : 0,
        hinted: id !== 0 && (how.hinted?.has(id) ?? false),
        lit: !die && piece.id !== undefined &&
            (how.lit?.has(piece.id) ?? false),
        rests: piece.id !== undefined && (how.resting?.has(piece.id) ?? false),
        die,
        news: by < 0 ? '' : by === how.me ? 'by-me' : 'by-other',
        by, initial: by < 0 ? '' : initialOf(how.names[by] ?? ''),
        just: how.just?.has(piece) ?? false };
}

/** Which of the states are classes. @type {(keyof State)[]} */
const FLAGS = ['can', 'next', 'rises', 'along', 'touched', 'waits', 'hinted',
    'lit', 'rests', 'just', 'badge', 'will', 'going'];

/**
 * @param {Piece[]} pieces
 * @param {Place[]} places
 * @param {Pen} pen
 * @param {State[]} states
 * @param {Map<Piece, Drawn>} [drawn] before
 */
function drawPieces(pieces, places, pen, states, drawn = new Map()) {
    const before = new Map(drawn);
    const { words, names, total, ...same } = pen;

    drawn.clear();
    return pieces.map((piece, i) => {
        const was = before.get(piece);
        const how = JSON.stringify([places[i], states[i], same,
            piece === total, document.fonts.status]);

        if (was?.group && was.how === how) {
            drawn.set(piece, was);
            return asBefore(was.group);
        }
        const group = drawPiece(piece, places[i], pen, states[i]);
        drawn.set(piece, { how, group });
        return group;
    });
}

/**
 * @param {Piece} piece
 * @param {Place} place
 * @param {Pen} pen
 * @param {State} state
 */
function drawPiece(piece, place, pen, state) {
    const { id, can, touched, kind } = state;
    const classes = ['piece', piece.kind, piece.colour, ...piece.marks, kind,
        ...FLAGS.filter((flag) => state[flag]), state.die, state.news,
        state.gain > 0 && 'worth', state.by >= 0 && `player-${state.by}`]
        .filter(Boolean);

    if (place.w === 0)
        return null;
    return s('g', {
        class: classes.join(' '),
        role: can ? 'button' : 'img',
        'aria-label': state.name,
        'aria-pressed': can ? String(touched || state.die === 'kept') : null,
        tabindex: can ? '-1' : null,
        'data-touch': can ? id : null,
        'data-piece': piece.id,
        'data-sign': piece.sign,
    }, (id !== 0 || piece.sign) && s('rect', { class: 'hit',
        x: round(place.x), y: round(place.y), width: round(place.w),
        height: round(place.h) }),
    ...drawBody(piece, place, { ...pen, shapes: kind === 'toned' }, state));
}

const TILTED = 11; // degrees: a die to roll again

/**
 * @param {Piece} piece
 * @param {Place} place
 * @param {Pen} pen
 * @param {State} state
 */
function drawBody(piece, place, pen, state) {
    if (piece.kind === 'cube')
        return drawCube(piece, place, state.die === 'kept' ? 0
            : state.die === 'again' ? piece.x % 2 ? -TILTED : TILTED
                : undefined);
    if (state.rises && piece.kind === 'token')
        return [s('ellipse', { class: 'plate', cx: round(place.x + place.w / 2),
            cy: round(place.y + place.h - 4), rx: round(place.w * 0.44),
            ry: round(Math.min(8, place.h * 0.16)) }),
        ...DRAW.token(piece, place, pen)];
    if (!state.rises || piece.kind !== 'box' || state.along)
        return DRAW[piece.kind](piece, place, pen);
    const by = pen.inset ?? { x: 1.5, y: 1.5 };
    return [s('rect', { class: 'depth', x: round(place.x + by.x),
        y: round(place.y + by.y), width: round(place.w - 2 * by.x),
        height: round(place.h - 2 * by.y + 1.5), rx: 7 }),
    s('g', { class: 'body' }, ...DRAW[piece.kind](piece, place, pen))];
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

/**
 * An empty box that is chosen shows the number that it will have.
 * @param {Piece} piece
 * @param {Piece} will
 */
function written(piece, will) {
    const isEmpty = piece.value === undefined && !piece.label && !piece.sign;

    return isEmpty && will.value !== undefined
        ? { ...piece, value: will.value } : piece;
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
 * @param {Pen} pen
 */
function drawGhost(piece, pieces, places, how, pen) {
    const at = pieces.findIndex((other) => other.kind === 'box' &&
        other.x === piece.x && other.y === piece.y);

    return at < 0 ? null : drawPiece(piece, places[at], pen,
        stateOf(piece, { ...how, touchable: undefined }, { kind: '', will: true,
            name: nameOf(piece, how.words, how.names) }));
}

/* --- Bands and tracks ---------------------------------------------------- */

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
        const x = place.x + (left ? -0.3 : 0.5);
        const y = place.y + (up ? -0.3 : 1);
        return s('path', { class: `tint ${piece.colour}`, d: rounded(
            x, y, place.x + place.w - (right ? 0 : 0.5) - x,
            place.y + place.h - (down ? 0 : 1) - y,
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
            y: places[i].y + places[i].h / 2, end: places[i].h / 2 }] : []))
        .sort((a, b) => a.at - b.at);
    /* Where it bends, it says which way. */
    const bends = line.filter(({ y }, i) => line[i + 1] && line[i + 1].y > y);

    return s('g', {}, s('path', { class: 'track', d: `M${line.map(({ x, y }) =>
        `${round(x)} ${round(y)}`).join('L')}` }),
    ...bends.map(({ x, y, end }) => s('path', { class: 'bend',
        d: `M${round(x - 6)} ${round(y + end + 0.5)}l6 5l6-5` })));
}
