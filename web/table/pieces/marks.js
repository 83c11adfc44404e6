/* Marks of a soft pencil: strokes with a hand's jitter. */
import { s } from '../../elements/dom.js';
import { handOf, round } from './shapes.js';

/**
 * @typedef {import('../../engine/engine.js').Piece} Piece
 * @typedef {import('./content.js').Place} Place
 */

/**
 * @param {Piece} piece
 * @param {Place} place
 * @returns {SVGElement[]}
 */
export function marksOn(piece, place) {
    /** @type {SVGElement[]} */
    const drawn = [];

    if (piece.marks.includes('crossed'))
        drawn.push(cross(piece, place));
    if (piece.marks.includes('circled'))
        drawn.push(s('path', { class: 'circle', pathLength: 1,
            d: loop(piece, place, 0) }));
    if (piece.marks.includes('lost') && !piece.marks.includes('crossed'))
        drawn.push(strike(place));
    return drawn;
}

/**
 * Two strokes, each with a fainter one where the pencil went over it again.
 * @param {Piece} piece
 * @param {Place} place
 */
function cross(piece, { x, y, w, h }) {
    const hand = handOf(piece);
    const by = Math.min(w, h) * 0.07;
    /* In a low box the strokes stay inside: those of its neighbours are near. */
    const isLow = h < 0.8 * w;
    const wide = Math.min(w * 0.42, h * (isLow ? 0.52 : 0.62));
    const tall = Math.min(h * (isLow ? 0.36 : 0.44), w * 0.72);
    const [cx, cy] = [x + w / 2, y + h / 2];
    /** @param {number} dx @param {number} dy */
    const at = (dx, dy) => `${round(cx + dx * wide + hand() * by)} ` +
        `${round(cy + dy * tall + hand() * by)}`;
    const strokes = [`M${at(-1, -1)}Q${at(0.05, 0)} ${at(1, 1)}`,
        `M${at(1, -1)}Q${at(0.05, 0)} ${at(-1, 1)}`];

    return s('g', { class: 'cross' },
        ...strokes.map((d) => s('path', { d, pathLength: 1 })),
        ...strokes.map((d, i) => s('path', { d, class: 'again', pathLength: 1,
            transform: i ? 'translate(-1.2 .9)' : 'translate(1.3 .8)' })));
}

/**
 * A ring that does not quite close.
 * @param {Piece} piece
 * @param {Place} place
 * @param {number} out px outside of the place
 */
export function loop(piece, { x, y, w, h }, out) {
    const hand = handOf(piece);
    const rx = Math.min(w / 2 - 1, 28) + out;
    const ry = Math.min(h / 2 - 1, 26) + out;
    const [cx, cy] = [x + w / 2, y + h / 2];
    /** @param {number} dx @param {number} dy */
    const at = (dx, dy) => `${round(cx + dx * rx + hand() * 1.1)} ` +
        `${round(cy + dy * ry + hand() * 1.1)}`;

    return `M${at(-0.45, -0.9)}C${at(0.5, -1.25)} ${at(1.1, -0.5)} ` +
        `${at(1, 0.1)}C${at(0.95, 1)} ${at(-0.2, 1.25)} ${at(-0.75, 0.7)}` +
        `C${at(-1.35, 0)} ${at(-0.8, -1)} ${at(0.1, -1)}`;
}

/** @param {Place} place */
function strike({ x, y, w, h }) {
    const half = Math.min(w * 0.3, h * 0.42);

    return s('path', { class: 'strike',
        d: `M${round(x + w / 2 - half)} ${round(y + h / 2 + half * 0.32)}` +
            `L${round(x + w / 2 + half)} ${round(y + h / 2 - half * 0.32)}` });
}
