/* One person's games of one kind: the best, how often won, and how it grew. */
import { hued, lid } from '../elements/cloth.js';
import { h, s } from '../elements/dom.js';
import { wayBack } from './parts/head.js';

const LAST = 16; // games that are drawn
const WIDTH = 340;
const HEIGHT = 140;

/**
 * @typedef {object} Own one finished game as its person sees it
 * @property {string} id
 * @property {number} points
 * @property {boolean} won
 * @property {{id: string, points: number}[]} parts
 */

/**
 * @param {import('../app.js').App} app
 * @param {import('../engine/engine.js').Game} game
 * @param {{name: string, own: Own[]}} mine the oldest first
 * @returns {import('../app.js').Screen}
 */
export function openStats({ words }, game, { name, own }) {
    const points = own.map((one) => one.points);
    const best = Math.max(...points);
    const title = words.the(`game.${game.id}`);
    /** @param {string} number @param {string} id */
    const box = (number, id) => h('div', {}, h('dd', { class: 'display' }, number),
        h('dt', {}, words.the(id)));

    return { title, element: hued(h('div', { class: 'stats' },
        h('header', { class: 'banner cloth' },
            h('div', { class: 'top' }, wayBack({ href: '#/history',
                label: words.the('page.history') }),
            h('h1', { tabindex: '-1' }, name ? `${title} · ${name}` : title)),
            h('div', { class: 'of-game' }, lid(game), h('div', {},
                h('p', { class: 'number display' }, words.number(best)),
                h('p', {}, words.the('page.stat.best'))))),
        h('dl', { class: 'boxes' },
            box(words.number(own.length), 'page.stat.games'),
            box(words.percent(own.filter(({ won }) => won).length / own.length),
                'page.stat.wins'),
            box(words.number(Math.round(points.reduce((a, b) => a + b, 0) /
                own.length)), 'page.stat.mean')),
        own.length > 1 && growth(words, own.slice(-LAST), best),
        sources(words, own)), game) };
}

/**
 * @param {import('../engine/words.js').Words} words
 * @param {Own[]} own
 * @param {number} best
 */
function growth(words, own, best) {
    const points = own.map((one) => one.points);
    const least = Math.min(...points);
    const most = Math.max(least + 1, ...points);
    const x = (/** @type {number} */ i) => 12 + i / (own.length - 1) * (WIDTH - 56);
    const y = (/** @type {number} */ n) => HEIGHT - 16 -
        (n - least) / (most - least) * (HEIGHT - 34);
    const lines = [...new Set([least, Math.round((least + most) / 2), most])];

    return h('section', { class: 'paper' },
        h('h2', {}, words.the('page.stat.growth')),
        s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'growth',
            role: 'img', 'aria-label': points.join(', ') },
        ...lines.map((n) => s('g', {}, s('path', { class: 'ground',
            d: `M8 ${y(n)}H${WIDTH - 36}` }), s('text', { x: WIDTH - 4,
            y: y(n) + 4, 'text-anchor': 'end' }, words.number(n)))),
        s('path', { class: 'way', d: own.map((one, i) =>
            `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(one.points).toFixed(1)}`)
            .join('') }),
        ...own.map((one, i) => s('circle', { cx: x(i).toFixed(1),
            cy: y(one.points).toFixed(1), r: one.points === best ? 6.5 : 4.5,
            class: [one.won && 'won', one.points === best && 'top-mark']
                .filter(Boolean).join(' ') }))),
        h('p', { class: 'legend' },
            h('span', {}, h('i', { class: 'won', 'aria-hidden': 'true' }),
                words.the('page.stat.won')),
            h('span', {}, h('i', { 'aria-hidden': 'true' }),
                words.the('page.stat.lost'))));
}

/**
 * What brought the points, on average.
 * @param {import('../engine/words.js').Words} words
 * @param {Own[]} own
 */
function sources(words, own) {
    const ids = [...new Set(own.flatMap(({ parts }) => parts.map(({ id }) => id)))];
    const means = ids.map((id) => ({ id, mean: own.flatMap(({ parts }) => parts)
        .filter((part) => part.id === id)
        .reduce((sum, { points }) => sum + points, 0) / own.length }));
    const most = Math.max(1, ...means.map(({ mean }) => Math.abs(mean)));

    return ids.length > 1 && h('section', { class: 'paper' },
        h('h2', {}, words.the('page.stat.sources')),
        h('ul', { class: 'sources' }, ...means.map(({ id, mean }) => {
            const bar = h('span', { class: `length ${id.replace(/.*\./, '')}` });
            bar.style.inlineSize = `${Math.abs(mean) / most * 100}%`;
            return h('li', {}, h('span', {}, words.the(id)),
                h('span', { class: 'rail' }, bar),
                h('b', {}, words.number(Math.round(mean))));
        })));
}
