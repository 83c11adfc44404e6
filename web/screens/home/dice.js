/* Three dice that someone left on the cloth. */
import { h, s } from '../../elements/dom.js';

/** Where pips lie on a face of 48. */
const PLACES = { 3: [[14, 34], [24, 24], [34, 14]],
    5: [[14, 14], [34, 14], [24, 24], [14, 34], [34, 34]],
    6: [[15, 12], [33, 12], [15, 24], [33, 24], [15, 36], [33, 36]] };

/** Top, edge, pip. @type {Record<string, [string, string, string]>} */
const COLOURS = { white: ['#fbf7ed', '#b9ab90', '#2a1b33'],
    red: ['#d7432f', '#84170f', '#fffdf7'],
    yellow: ['#f9bf36', '#a86f00', '#2a1b33'] };

/**
 * @param {keyof typeof PLACES} face
 * @param {string} colour
 * @param {number} x
 * @param {number} y
 * @param {number} turn in degrees
 */
function die(face, colour, x, y, turn) {
    const [top, edge, pip] = COLOURS[colour];

    return s('g', { transform: `translate(${x} ${y}) rotate(${turn} 24 24)` },
        s('ellipse', { cx: 25, cy: 45, rx: 22, ry: 5.5, opacity: 0.28 }),
        s('rect', { x: 1.5, y: 5, width: 45, height: 42.5, rx: 11, fill: edge }),
        s('rect', { x: 1.5, y: 1, width: 45, height: 42.5, rx: 11, fill: top }),
        s('rect', { x: 4.2, y: 3.4, width: 39.6, height: 37.6, rx: 9.5,
            fill: '#fff', opacity: 0.12 }),
        s('path', { d: 'M5 14C5 7 8 4 15 3.2', stroke: '#fff', fill: 'none',
            'stroke-width': 1.8, 'stroke-linecap': 'round', opacity: 0.7 }),
        ...PLACES[face].map(([cx, cy]) => (colour === 'yellow'
            ? s('path', { fill: pip, d: `M${cx} ${cy - 5.2}l4 7h-8Z` })
            : s('circle', { cx, cy: cy - 1.5, r: 3.4, fill: pip }))));
}

export function drawDice() {
    return h('span', { class: 'left-dice', 'aria-hidden': 'true' },
        s('svg', { viewBox: '0 0 96 140' }, die(3, 'white', 12, 2, -14),
            die(5, 'red', 44, 42, 11), die(6, 'yellow', 8, 86, -5)));
}
