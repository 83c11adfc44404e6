/* Today's results as bars, and one's own place among them. */
import { h } from '../../elements/dom.js';

const BARS = 12;

/**
 * @typedef {object} Results
 * @property {number} mine
 * @property {number} count with one's own
 * @property {number} below worse than one's own
 * @property {[number, number][]} values a result and how often it came
 */

/**
 * @param {import('../../engine/words.js').Words} words
 * @param {Results} results
 */
export function drawResults(words, { mine, count, below, values }) {
    const better = Math.round(below / Math.max(1, count - 1) * 100);
    const place = count === 1 ? [words.the('page.daily.first')]
        : [words.the('page.daily.results', { n: count }),
            words.the('page.daily.better', { n: better })];

    return h('div', {}, h('p', { 'data-place': true }, place.join(' · ')),
        count > 1 && bars(words, mine, values),
        h('p', { class: 'soft small' }, words.the('page.daily.proof')));
}

/**
 * @param {import('../../engine/words.js').Words} words
 * @param {number} mine
 * @param {[number, number][]} values
 */
function bars(words, mine, values) {
    const all = values.map(([value]) => value);
    const least = Math.min(...all);
    const most = Math.max(...all);
    const wide = Math.max(1, Math.ceil((most - least + 1) / BARS));
    const counts = Array.from({ length: Math.ceil((most - least + 1) / wide) },
        () => 0);
    const at = (/** @type {number} */ value) =>
        Math.floor((value - least) / wide);

    for (const [value, n] of values)
        counts[at(value)] += n;
    const high = Math.max(...counts);

    return h('div', { class: 'today', 'aria-hidden': 'true' },
        h('div', { class: 'bars' }, ...counts.map((n, i) => {
            const bar = h('span', { class: i === at(mine) ? 'mine' : '' });
            bar.style.blockSize = `${n ? 8 + Math.round(n / high * 56) : 2}px`;
            return bar;
        })),
        h('p', { class: 'scale soft small' }, h('span', {}, words.number(least)),
            h('span', {}, words.number(most))));
}
