/* How the points grew: a line for each player. */
import { h, s } from '../../elements/dom.js';

const WIDTH = 360;
const HEIGHT = 130;
const EDGE = 10;

/**
 * @param {import('../../engine/words.js').Words} words
 * @param {import('../../engine/engine.js').Step[]} steps
 * @param {string[]} names
 */
export function drawCurve(words, steps, names) {
    const points = steps.map((step) => step.points)
        .filter((all) => all?.length === names.length);

    if (points.length < 2)
        return null;
    const all = points.flat();
    const least = Math.min(0, ...all);
    const most = Math.max(least + 1, ...all);
    const x = (/** @type {number} */ i) => (EDGE +
        i / (points.length - 1) * (WIDTH - 2 * EDGE)).toFixed(1);
    const y = (/** @type {number} */ n) => (HEIGHT - EDGE -
        (n - least) / (most - least) * (HEIGHT - 2 * EDGE)).toFixed(1);

    return h('section', { class: 'paper curve' },
        h('h2', {}, words.the('page.end.curve')),
        s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true' },
            s('path', { class: 'ground',
                d: `M${x(0)} ${y(0)}H${WIDTH - EDGE}` }),
            ...names.map((_, seat) => s('g', { class: `player-${seat % 6}` },
                s('path', { class: 'way', d: points.map((now, i) =>
                    `${i ? 'L' : 'M'}${x(i)} ${y(now[seat])}`).join('') }),
                s('circle', { cx: x(points.length - 1), r: 5,
                    cy: y(points[points.length - 1][seat]) })))),
        h('p', { class: 'legend' }, ...names.map((name, seat) =>
            h('span', { class: `player-${seat % 6}` },
                h('i', { 'aria-hidden': 'true' }), name))));
}
