/*
 * What lies over a piece: badges, rings, a dot, a lamp. Every state has its own
 * shape, so that it is told from the others without colour.
 */
import { s } from '../../elements/dom.js';
import { loop } from './marks.js';
import { round } from './shapes.js';

/**
 * @typedef {import('../../engine/engine.js').Piece} Piece
 * @typedef {import('../table.js').State} State
 * @typedef {import('./content.js').Place} Place
 */

const RAISED = 3; // px
const LAMP = 'M-4-6H4L7 2H-7ZM-1 2h2v2h-2ZM-4 4h8v5h-8Z';

/**
 * @param {Piece} piece
 * @param {Place} place
 * @param {State} state
 * @param {import('../../engine/words.js').Words} words
 * @returns {(SVGElement | false)[]}
 */
export function drawOver(piece, place, state, words) {
    const at = state.rises && !state.along
        ? { ...place, y: place.y - RAISED } : place;
    const isDie = piece.kind === 'cube';
    const isMarked = piece.kind !== 'label';
    const isDotted = state.can && !state.along && !isDie && !state.touched &&
        !isWorth(piece, state) && !(piece.kind === 'token' && state.rises);

    return [
        isDotted && (piece.w > 2 ? quietly(at, state.gain, words)
            : dot(piece.kind === 'counter' ? { ...at, h: at.h + 5 } : at)),
        ...(state.touched && !isDie ? rings('chosen', at, piece) : []),
        ...(state.waits && !state.touched && isHeld(piece)
            ? rings('waiting', at, piece) : []),
        ...(isMarked && state.news === 'by-me' && !state.touched
            ? rings('lamplit', at, piece) : []),
        ...(isMarked && state.news === 'by-other' ? theirs(at, piece, state) : []),
        ...(state.hinted && !state.along ? hint(at, piece) : []),
        ...(state.die ? [tag(at, words.the(state.die === 'kept'
            ? 'page.die.keep' : 'page.die.roll'), state.die)] : [])];
}

/**
 * What it is worth: over all rings, also those of its neighbours.
 * @param {Piece} piece
 * @param {Place} place
 * @param {State} state
 * @param {import('../../engine/words.js').Words} words
 */
export function drawWorth(piece, place, state, words) {
    return isWorth(piece, state) && badge(state.rises
        ? { ...place, y: place.y - RAISED } : place,
    words.signed(state.gain), state.touched, piece.w > 1);
}

/**
 * What does not stand out now says nothing of its points.
 * @param {Piece} piece
 * @param {State} state
 */
function isWorth({ kind }, { gain, along, rises, touched }) {
    return gain > 0 && !along && kind !== 'cube' && (rises || touched);
}

/** Is it what was chosen, not what follows from it? @param {Piece} piece */
function isHeld({ kind, marks }) {
    return !['counter', 'label'].includes(kind) && !marks.includes('lost');
}

/** It can be touched. @param {Place} place */
function dot({ x, y, w, h }) {
    return s('circle', { class: 'can-dot', cx: round(x + w / 2),
        cy: round(y + h - Math.min(7, h * 0.16)), r: h < 30 ? 2.4 : 2.8 });
}

/**
 * A row that can be used: what it brings, where it brings nothing or something
 * else is chosen just now.
 * @param {Place} place
 * @param {number} gain
 * @param {import('../../engine/words.js').Words} words
 */
function quietly({ x, y, w, h }, gain, words) {
    return s('text', { class: 'quiet-gain', x: round(x + w - 16),
        y: round(y + h / 2 + 4.5), 'text-anchor': 'middle', 'font-size': 13 },
    gain > 0 ? words.signed(gain) : words.number(0));
}

/**
 * @param {string} kind
 * @param {Place} place
 * @param {Piece} piece
 */
function rings(kind, { x, y, w, h }, { kind: what }) {
    /** @param {string} name @param {number} out */
    const ring = (name, out) => (what === 'token'
        ? s('ellipse', { class: `${kind} ${name}`, cx: round(x + w / 2),
            cy: round(y + h * 0.66), rx: round(w / 2 - 2 + out),
            ry: round(h * 0.32 + out) })
        : s('rect', { class: `${kind} ${name}`, x: round(x - out),
            y: round(y - out), width: round(w + 2 * out),
            height: round(h + 2 * out), rx: 8 }));

    return [ring('outer', 1.2), ring('inner', -1)];
}

/**
 * @param {Place} place
 * @param {Piece} piece
 * @param {State} state
 */
function theirs(place, piece, { by, initial }) {
    const r = 7.5;
    const [x, y] = [place.x + place.w - 2, place.y + 1];

    return [s('g', { class: `by player-${by}` },
        ...rings('who', place, piece),
        s('circle', { class: 'who-disc', cx: round(x), cy: round(y), r }),
        s('text', { class: 'who-initial', x: round(x), y: round(y + 3.5),
            'text-anchor': 'middle', 'font-size': 10 }, initial))];
}

/** @param {Place} place @param {Piece} piece */
function hint(place, piece) {
    const d = loop(piece, place, 4);
    const [x, y] = [place.x + place.w / 2, place.y + place.h + 2];

    return [s('path', { class: 'hint-under', d, pathLength: 1 }),
        s('path', { class: 'hint-loop', d, pathLength: 1 }),
        s('g', { class: 'hint-lamp',
            transform: `translate(${round(x)} ${round(y)})` },
        s('circle', { r: 10 }), s('path', { d: LAMP,
            transform: 'scale(.8) translate(0 -1)' }))];
}

/**
 * What it is worth: on the corner of a box, inside a long one.
 * @param {Place} place
 * @param {string} text
 * @param {boolean} chosen
 * @param {boolean} isLong
 */
function badge({ x, y, w, h }, text, chosen, isLong) {
    const wide = Math.max(22, 9 + 7 * text.length);
    const left = isLong ? x + w - wide - 6
        : x + w / 2 + Math.min(w / 2, 16) - wide / 2 + 4;
    const top = isLong ? y + h / 2 - 9 : y - 9;

    return s('g', { class: chosen ? 'gain chosen-gain' : 'gain' },
        s('rect', { x: round(left), y: round(top), width: wide, height: 18,
            rx: 9 }),
        s('text', { x: round(left + wide / 2), y: round(top + 13.2),
            'text-anchor': 'middle', 'font-size': 12 }, text));
}

/**
 * What happens to a die.
 * @param {Place} place
 * @param {string} text
 * @param {string} kind
 */
function tag({ x, y, w, h }, text, kind) {
    const wide = Math.min(w + 4, 12 + 6.2 * text.length);

    return s('g', { class: `tag ${kind}` },
        s('rect', { x: round(x + w / 2 - wide / 2), y: round(y + h - 3),
            width: round(wide), height: 15, rx: 5 }),
        s('text', { x: round(x + w / 2), y: round(y + h + 8.2),
            'text-anchor': 'middle', 'font-size': 10.5,
            ...(7 * text.length > wide ? { textLength: round(wide - 6),
                lengthAdjust: 'spacingAndGlyphs' } : {}) }, text));
}
