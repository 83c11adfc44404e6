/* Several games in a row, as a block of sheets has them: the points of each,
 * and their total. */
import { h } from '../../elements/dom.js';
import { icon } from '../../elements/icons.js';

/** Games in a row. */
const GAMES = 5;

/**
 * The games before the next one; none: a new row begins.
 * @param {number[][]} before points of each seat
 * @param {number[]} points of the game that is over
 */
export function nextInRow(before, points) {
    return before.length + 1 < GAMES ? [...before, points] : [];
}

/**
 * The first game of the row that this one belongs to, if games count from 1.
 * @param {number} game
 */
export function firstInRow(game) {
    return game - (game - 1) % GAMES;
}

/**
 * @param {import('../../engine/words.js').Words} words
 * @param {string[]} names
 * @param {number[][]} games points of each seat
 */
export function rowTable(words, names, games) {
    const totals = names.map((_, seat) =>
        games.reduce((sum, points) => sum + (points[seat] ?? 0), 0));
    const best = games.length === GAMES ? Math.max(...totals) : NaN;
    const cells = (/** @type {number[]} */ points) => names.map((_, seat) =>
        h('td', {}, words.number(points[seat] ?? 0)));

    return h('section', { class: 'paper scroll row-of-games', tabindex: '0' },
        h('h2', {}, words.the('page.row.title')),
        h('table', { class: 'result' },
            h('thead', {}, h('tr', {}, h('td', {}), ...names.map((name, seat) =>
                h('th', { scope: 'col',
                    class: totals[seat] === best ? 'winner' : '' },
                totals[seat] === best && icon('star'), name)))),
            h('tbody', {}, ...games.map((points, i) => h('tr', {},
                h('th', { scope: 'row' }, words.the('page.row.game',
                    { n: i + 1 })), ...cells(points)))),
            h('tfoot', {}, h('tr', {}, h('th', { scope: 'row' },
                words.the('page.row.total')), ...cells(totals)))));
}
