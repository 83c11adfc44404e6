/* Games that were played here, and what they add up to. Kept on the device. */
import { download, h, openDialog } from '../dom.js';
import { namesIn } from '../names.js';

/**
 * @typedef {object} Past a finished game
 * @property {import('../store.js').Kept} kept
 * @property {import('../engine.js').About} about
 * @property {number[]} points
 * @property {number[]} winners
 */

/** @param {import('../app.js').App} app @returns {import('../app.js').Screen} */
export function openHistory(app) {
    const { words } = app;
    const past = readPast(app);

    return {
        title: words.the('page.history'),
        element: h('div', { class: 'history' },
            h('header', { class: 'top' },
                h('a', { class: 'button plain icon', href: '#/',
                    'aria-label': words.the('page.to_games') }, '‹'),
                h('h1', { tabindex: '-1' }, words.the('page.history'))),
            h('p', { class: 'soft' }, words.the('page.history.where')),
            past.length === 0
                ? h('p', { class: 'paper' }, words.the('page.history.none'))
                : h('section', { class: 'paper scroll', tabindex: '0' },
                    h('h2', {}, words.the('page.statistics')),
                    statistics(past, words)),
            h('ul', { class: 'past' }, ...past.map((one) => pastItem(app, one))),
            past.length > 0 && h('div', { class: 'actions' },
                h('button', { type: 'button', click: () =>
                    exportPast(app, past) }, words.the('page.export')),
                h('button', { type: 'button', class: 'danger', click: () =>
                    deletePast(app, past) }, words.the('page.delete_all')))),
    };
}

/** @param {import('../app.js').App} app @returns {Past[]} */
function readPast({ store, engine }) {
    return store.games().filter(({ over }) => over).flatMap((kept) => {
        try {
            const match = engine.open(kept.record);
            const { view, winners } = match.look(-1);
            const { about } = match;
            match.close();
            return [{ kept, about, points: view.points, winners }];
        } catch {
            return [];
        }
    });
}

/**
 * Games, wins, best and mean points: a line for each game and player.
 * @param {Past[]} past
 * @param {import('../words.js').Words} words
 */
function statistics(past, words) {
    /** @type {Map<string, {game: string, name: string, games: number,
     *     wins: number, best: number, sum: number}>} */
    const lines = new Map();

    for (const { about, points, winners } of past)
        namesIn(words, about).forEach((name, seat) => {
            const key = `${about.game} ${name}`;
            const line = lines.get(key) ?? { game: about.game, name, games: 0,
                wins: 0, best: -Infinity, sum: 0 };
            line.games++;
            line.wins += Number(winners.includes(seat) && about.seats > 1);
            line.best = Math.max(line.best, points[seat]);
            line.sum += points[seat];
            lines.set(key, line);
        });
    const heads = ['page.stat.game', 'page.stat.player', 'page.stat.games',
        'page.stat.wins', 'page.stat.best', 'page.stat.mean'];
    return h('table', { class: 'result statistics' },
        h('thead', {}, h('tr', {}, ...heads.map((id) =>
            h('th', { scope: 'col' }, words.the(id))))),
        h('tbody', {}, ...[...lines.values()]
            .sort((a, b) => a.game.localeCompare(b.game) || b.games - a.games)
            .map((line) => h('tr', {},
                h('th', { scope: 'row' }, words.the(`game.${line.game}`)),
                h('td', {}, line.name),
                h('td', {}, words.number(line.games)),
                h('td', {}, words.number(line.wins)),
                h('td', {}, words.number(line.best)),
                h('td', {}, words.number(
                    Math.round(line.sum / line.games)))))));
}

/** @param {import('../app.js').App} app @param {Past} past */
function pastItem({ words, store }, { kept, about, points, winners }) {
    const item = h('li', {}, h('a', { class: 'card row',
        href: `#/end/${kept.id}` },
    h('strong', {}, words.the(`game.${about.game}`)),
    h('span', {}, namesIn(words, about).map((name, seat) =>
        `${winners.includes(seat) ? '★ ' : ''}` +
        `${name} ${words.number(points[seat])}`)
        .join(', ')),
    h('span', { class: 'soft' }, words.date(kept.saved))),
    h('button', { type: 'button', class: 'plain icon', 'aria-label':
        words.the('page.delete_game',
            { word: words.the(`game.${about.game}`) }),
    click: () => {
        store.deleteGame(kept.id);
        item.remove();
    } }, '×'));
    return item;
}

/** @param {import('../app.js').App} app @param {Past[]} past */
function exportPast({ words }, past) {
    download('parlour-history.json', JSON.stringify(past.map(
        ({ kept, about, points, winners }) => ({ game: about.game,
            played: new Date(kept.saved).toISOString(),
            players: namesIn(words, about),
            points, winners, record: kept.record })), null, 1));
}

/** @param {import('../app.js').App} app @param {Past[]} past */
function deletePast(app, past) {
    const { words, store } = app;
    const dialog = openDialog(words.the('page.delete_all'),
        words.the('page.close'),
        h('p', {}, words.the('page.delete_all.sure', { n: past.length })),
        h('button', { type: 'button', class: 'danger', click: () => {
            past.forEach(({ kept }) => store.deleteGame(kept.id));
            dialog.close();
            app.open();
        } }, words.the('page.delete_all')));
}
