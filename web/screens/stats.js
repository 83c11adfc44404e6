/*
 * One person's games of one kind: the best, how often won, how it grew, how the
 * points are spread and where they come from, against whom, and stamps.
 */
import { hued, lid } from '../elements/cloth.js';
import { h, s } from '../elements/dom.js';
import { icon } from '../elements/icons.js';
import { botName } from '../game/player_names.js';
import { mean, sources, spread, streaks, tallyBy } from '../stats/figures.js';
import { STAMPS } from '../stats/stamps.js';
import { wayBack } from './parts/head.js';

/**
 * @typedef {import('../stats/past.js').Own} Own
 * @typedef {import('../engine/words.js').Words} Words
 */

const LAST = 16; // games that are drawn
const WIDTH = 340;
const HEIGHT = 150;
const OPPONENTS = 8; // that are listed

/**
 * @param {import('../app.js').App} app
 * @param {import('../engine/engine.js').Game} game
 * @param {{name: string, own: Own[]}} mine the oldest first, at least one
 * @returns {import('../app.js').Screen}
 */
export function openStats({ words }, game, { name, own }) {
    const title = words.the(`game.${game.id}`);

    return { title, element: hued(h('div', { class: 'stats' },
        banner(words, game, name ? `${title} · ${name}` : title, own),
        boxes(words, own),
        own.length > 1 && growth(words, own.slice(-LAST)),
        own.length > 2 && distribution(words, own),
        extremes(words, own),
        sourceBars(words, own),
        met(words, own),
        stamps(words, own)), game) };
}

/** The latest of the best games. @param {Own[]} own */
function bestOf(own) {
    return own.reduce((best, one) => (one.points >= best.points ? one : best));
}

/**
 * @param {Words} words
 * @param {import('../engine/engine.js').Game} game
 * @param {string} title
 * @param {Own[]} own
 */
function banner(words, game, title, own) {
    const best = bestOf(own);

    return h('header', { class: 'banner cloth' },
        h('div', { class: 'top' }, wayBack({ href: '#/history',
            label: words.the('page.history') }),
        h('h1', { tabindex: '-1' }, title)),
        h('div', { class: 'of-game' }, lid(game), h('div', {},
            h('p', { class: 'number display' }, words.number(best.points)),
            h('p', {}, words.the('stats.best_on',
                { word: words.day(best.when) })))));
}

/** @param {Words} words @param {Own[]} own */
function boxes(words, own) {
    const met = own.filter(({ seats }) => seats > 1);
    /** @param {string} number @param {string} id @param {number} [n] */
    const box = (number, id, n) => h('div', {},
        h('dd', { class: 'display' }, number), h('dt', {}, words.the(id, { n })));

    return h('dl', { class: 'boxes four' },
        box(words.number(own.length), 'stats.box.games', own.length),
        met.length > 0 && box(words.percent(
            met.filter(({ won }) => won).length / met.length), 'stats.box.won'),
        box(words.number(Math.round(mean(own.map(({ points }) => points)))),
            'stats.box.mean'),
        met.length > 0 && box(words.number(streaks(own).now), 'stats.box.row',
            streaks(own).now));
}

/** Lines that people can read off: round numbers. @param {number} least @param {number} most */
function ruled(least, most) {
    const wide = (most - least) / 2;
    const unit = 10 ** Math.floor(Math.log10(Math.max(1, wide)));
    const step = [1, 2, 5, 10].map((n) => n * unit)
        .find((n) => n >= wide) ?? unit;
    const first = Math.floor(least / step) * step;

    return [first, first + step, first + 2 * step,
        first + 3 * step].filter((n, i) => i < 3 || n - step < most);
}

/** @param {Words} words @param {Own[]} own */
function growth(words, own) {
    const points = own.map((one) => one.points);
    const best = bestOf(own);
    const lines = ruled(Math.min(...points), Math.max(...points));
    const [least, most] = [lines[0], lines[lines.length - 1]];
    const x = (/** @type {number} */ i) => 14 + i / (own.length - 1) * (WIDTH - 62);
    const y = (/** @type {number} */ n) => HEIGHT - 14 -
        (n - least) / (most - least) * (HEIGHT - 42);
    const at = own.indexOf(best);

    return h('section', { class: 'paper' },
        h('h2', {}, words.the('stats.growth'), h('span', { class: 'soft' },
            words.the('stats.last', { n: own.length }))),
        s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'growth',
            role: 'img', 'aria-label': points.join(', ') },
        ...lines.map((n) => s('g', {}, s('path', { class: 'ground',
            d: `M8 ${y(n)}H${WIDTH - 38}` }), s('text', { x: WIDTH - 2,
            y: y(n) + 4, 'text-anchor': 'end' }, words.number(n)))),
        s('path', { class: 'way', d: own.map((one, i) =>
            `${i ? 'L' : 'M'}${x(i).toFixed(1)} ${y(one.points).toFixed(1)}`)
            .join('') }),
        ...own.map((one, i) => s('circle', { cx: x(i).toFixed(1),
            cy: y(one.points).toFixed(1), r: one === best ? 6.5 : 4.5,
            class: [one.seats === 1 ? 'alone' : one.won && 'won',
                one === best && 'top-mark'].filter(Boolean).join(' ') })),
        s('text', { class: 'top-number', x: x(at).toFixed(1),
            y: (y(best.points) - 12).toFixed(1), 'text-anchor': 'middle' },
        words.number(best.points))),
        own.some(({ seats }) => seats > 1) && h('p', { class: 'legend' },
            h('span', {}, h('i', { class: 'won', 'aria-hidden': 'true' }),
                words.the('stats.won')),
            h('span', {}, h('i', { 'aria-hidden': 'true' }),
                words.the('stats.lost')),
            own.some(({ seats }) => seats === 1) && h('span', {},
                h('i', { class: 'alone', 'aria-hidden': 'true' }),
                words.the('stats.players', { n: 1 }))));
}

/** How often there were so many points. @param {Words} words @param {Own[]} own */
function distribution(words, own) {
    const last = own[own.length - 1].points;
    const ranges = spread(own.map(({ points }) => points));
    const most = Math.max(...ranges.map(({ n }) => n));

    return h('section', { class: 'paper' },
        h('h2', {}, words.the('stats.spread')),
        h('ol', { class: 'spread' }, ...ranges.map(({ from, to, n }) => {
            const bar = h('span', { class: 'length' });
            bar.style.blockSize = `${n / most * 100}%`;
            return h('li', { class: last >= from && last <= to ? 'latest' : '',
                'aria-label': `${words.number(from)}–${words.number(to)}: ${
                    words.number(n)}` },
            h('b', { 'aria-hidden': 'true' }, n > 0 && words.number(n)), bar,
            h('small', { 'aria-hidden': 'true' }, words.number(from)));
        })), h('p', { class: 'legend' }, h('span', {},
            h('i', { class: 'latest', 'aria-hidden': 'true' }),
            words.the('stats.latest'))));
}

/** Best and worst, and wins in a row. @param {Words} words @param {Own[]} own */
function extremes(words, own) {
    const worst = own.reduce((least, one) =>
        (one.points < least.points ? one : least));
    const { most } = streaks(own);
    /** @param {Own} one @param {string} id @param {string} sign */
    const line = (one, id, sign) => h('li', {}, h('a', { class: 'line',
        href: `#/end/${one.id}` }, h('span', { class: `seal ${sign}`,
        'aria-hidden': 'true' }, icon(sign)),
    h('span', {}, h('b', {}, words.the(id)),
        h('span', { class: 'soft' }, words.date(one.when))),
    h('b', { class: 'display' }, words.number(one.points))));

    return h('section', { class: 'paper extremes' },
        h('h2', {}, words.the('stats.extremes')),
        h('ul', {}, line(bestOf(own), 'stats.best_game', 'cup'),
            own.length > 1 && line(worst, 'stats.worst_game', 'undo'),
            most > 1 && h('li', {}, h('p', { class: 'line' },
                h('span', { class: 'seal star', 'aria-hidden': 'true' },
                    icon('star')),
                h('b', {}, words.the('stats.longest_row')),
                h('b', { class: 'display' }, words.number(most))))));
}

/** What brought the points, on average. @param {Words} words @param {Own[]} own */
function sourceBars(words, own) {
    const means = sources(own);
    const least = Math.min(0, ...means.map((one) => one.mean));
    const wide = Math.max(1, ...means.map((one) => one.mean)) - least;

    return means.length > 1 && h('section', { class: 'paper' },
        h('h2', {}, words.the('stats.sources')),
        h('ul', { class: 'sources' }, ...means.map(({ id, mean: part }) => {
            const bar = h('span', { class: `length ${id.replace(/.*\./, '')}${
                part < 0 ? ' lost-points' : ''}` });
            bar.style.inlineSize = `${Math.abs(part) / wide * 100}%`;
            bar.style.marginInlineStart =
                `${(Math.min(0, part) - least) / wide * 100}%`;
            return h('li', {}, h('span', {}, words.the(id)),
                h('span', { class: 'rail' }, bar),
                h('b', {}, words.number(Math.round(part))));
        })));
}

/* --- Against whom ------------------------------------------------------------- */

/** @param {Words} words @param {Own[]} own */
function met(words, own) {
    const games = own.filter(({ seats }) => seats > 1);
    const others = tallyBy(games, (one) => one.others.map(({ name, bot }) =>
        (bot ? botName(words, bot) : name || words.the('stats.someone'))));
    const sizes = tallyBy(own, ({ seats }) => [seats])
        .sort(([a], [b]) => a - b);

    return games.length > 0 && h('section', { class: 'paper met scroll' },
        h('h2', {}, words.the('stats.met')),
        tallyTable(words, 'stats.opponent', others.slice(0, OPPONENTS)),
        sizes.length > 1 && tallyTable(words, 'stats.size', sizes.map(
            ([seats, tally]) => [words.the('stats.players', { n: seats }),
                seats > 1 ? tally : { ...tally, wins: NaN }])));
}

/**
 * @param {Words} words
 * @param {string} head of the first column
 * @param {[string, import('../stats/figures.js').Tally][]} lines wins: NaN
 *     where there is no one to beat
 */
function tallyTable(words, head, lines) {
    return h('table', { class: 'result' },
        h('thead', {}, h('tr', {}, ...[head, 'stats.games', 'stats.rate',
            'stats.mean'].map((id) => h('th', { scope: 'col' },
            words.the(id))))),
        h('tbody', {}, ...lines.map(([name, { games, wins, sum }]) =>
            h('tr', {}, h('th', { scope: 'row' }, name),
                h('td', {}, words.number(games)),
                h('td', {}, isNaN(wins) ? '–' : words.percent(wins / games)),
                h('td', {}, words.number(Math.round(sum / games)))))));
}

/* --- Stamps ------------------------------------------------------------------- */

/** The edge of a seal. */
const SEAL = Array.from({ length: 28 }, (_, i) => {
    const [turn, r] = [i / 14 * Math.PI, i % 2 ? 40 : 46];
    return `${(50 + r * Math.sin(turn)).toFixed(1)} ${
        (50 - r * Math.cos(turn)).toFixed(1)}`;
}).join('L');

/** @param {Words} words @param {Own[]} own */
function stamps(words, own) {
    const got = STAMPS.filter(({ has }) => has(own));

    return h('section', { class: 'paper' },
        h('h2', {}, words.the('stats.stamps'), h('span', { class: 'soft' },
            words.the('stats.stamps.of',
                { n: got.length, m: STAMPS.length }))),
        h('ul', { class: 'stamps' }, ...[...got,
            ...STAMPS.filter((stamp) => !got.includes(stamp))].map((stamp) =>
            h('li', { class: got.includes(stamp) ? `got ${stamp.colour}` : '' },
                seal(stamp, got.includes(stamp)),
                h('b', {}, words.the(`stats.stamp.${stamp.id}`)),
                h('small', {}, words.the(`stats.stamp.${stamp.id}.how`))))));
}

/** @param {import('../stats/stamps.js').Stamp} stamp @param {boolean} isGot */
function seal({ sign }, isGot) {
    const isNumber = /\d/.test(sign);

    return h('span', { class: 'disc', 'aria-hidden': 'true' },
        s('svg', { viewBox: '0 0 100 100' }, s('path', { d: `M${SEAL}Z` })),
        isGot && (isNumber ? h('span', { class: 'display' }, sign) : icon(sign)));
}
