/* Games that were played here, and what they add up to. Kept on the device. */
import { download, h, openDialog } from '../elements/dom.js';
import { lid } from '../elements/cloth.js';
import { icon } from '../elements/icons.js';
import { namesIn } from '../game/player_names.js';
import { head } from './parts/head.js';
import { openStats } from './stats.js';

/**
 * @typedef {object} Past a finished game
 * @property {import('../device/store.js').Kept} kept
 * @property {import('../engine/engine.js').About} about
 * @property {number[]} points
 * @property {number[]} winners
 * @property {import('../engine/engine.js').Look['parts']} parts
 */

/**
 * @param {import('../app.js').App} app
 * @param {string} id of one game, or ''
 * @returns {import('../app.js').Screen}
 */
export function openHistory(app, id) {
    const { words, engine } = app;
    const past = readPast(app);
    const name = owner(app, past);
    const game = engine.games.find((one) => one.id === id);
    const own = ownGames(past, name, id);

    if (game && own.length > 0)
        return openStats(app, game, { name, own });

    return {
        title: words.the('page.history'),
        element: h('div', { class: 'history' },
            head({ href: '#/', label: words.the('page.to_games') },
                words.the('page.history')),
            h('p', { class: 'soft' }, words.the('page.history.where')),
            past.length === 0
                ? h('div', { class: 'paper nobody' }, icon('curve'),
                    h('p', {}, words.the('page.history.none')),
                    h('a', { class: 'button main', href: '#/' },
                        words.the('page.to_games')))
                : ownCards(app, past, name),
            h('ul', { class: 'past' }, ...past.map((one) => pastItem(app, one))),
            past.length > 0 && h('details', { class: 'paper scroll' },
                h('summary', {}, words.the('page.statistics')),
                statistics(past, words)),
            past.length > 0 && h('div', { class: 'actions' },
                h('button', { type: 'button', click: () =>
                    exportPast(app, past) }, words.the('page.export')),
                h('button', { type: 'button', class: 'danger', click: () =>
                    deletePast(app, past) }, words.the('page.delete_all')))),
    };
}

/**
 * Whose device it is: the name that was last used, or the person who has
 * played most.
 * @param {import('../app.js').App} app
 * @param {Past[]} past
 */
function owner({ store }, past) {
    const people = past.flatMap(({ about }) => about.names.filter(
        (_, seat) => !about.bots[seat]));
    const me = store.read('me') ?? '';
    /** @param {string} name */
    const count = (name) => people.filter((one) => one === name).length;

    return people.includes(me) ? me
        : people.reduce((most, name) => (count(name) > count(most) ? name : most),
            '');
}

/**
 * The oldest first.
 * @param {Past[]} past
 * @param {string} name
 * @param {string} game
 * @returns {import('./stats.js').Own[]}
 */
function ownGames(past, name, game) {
    return past.flatMap(({ kept, about, points, winners, parts }) => {
        const seat = about.names.findIndex((one, at) =>
            one === name && !about.bots[at]);
        return about.game !== game || seat < 0 ? [] : [{ id: kept.id,
            points: points[seat], parts: parts[seat],
            won: winners.includes(seat) && about.seats > 1 }];
    }).reverse();
}

/**
 * A card for each kind of game that this person has finished.
 * @param {import('../app.js').App} app
 * @param {Past[]} past
 * @param {string} name
 */
function ownCards({ words, engine }, past, name) {
    return h('ul', { class: 'games own' }, ...engine.games.flatMap((game) => {
        const own = ownGames(past, name, game.id);

        return own.length === 0 ? [] : [h('li', {}, h('a', { class: 'tile',
            href: `#/history/${game.id}` }, lid(game),
        h('span', { class: 'caption' },
            h('b', { class: 'display' }, words.the(`game.${game.id}`)),
            h('span', { class: 'soft' }, `${words.the('page.stat.best')} ${
                words.number(Math.max(...own.map(({ points }) => points)))}`))))];
    }));
}

/** @param {import('../app.js').App} app @returns {Past[]} */
function readPast({ store, engine }) {
    return store.games().filter(({ over }) => over).flatMap((kept) => {
        try {
            const match = engine.open(kept.record);
            const { view, winners, parts } = match.look(-1);
            const { about } = match;
            match.close();
            return [{ kept, about, points: view.points, winners, parts }];
        } catch {
            return [];
        }
    });
}

/**
 * Games, wins, best and mean points: a line for each game and player.
 * @param {Past[]} past
 * @param {import('../engine/words.js').Words} words
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
function pastItem({ words, store, engine }, { kept, about, points, winners }) {
    const item = h('li', {}, h('a', { class: 'line', href: `#/end/${kept.id}` },
        lid(engine.game(about.game)),
        h('span', {}, h('b', {}, words.the(`game.${about.game}`)),
            h('span', { class: 'scores' }, ...namesIn(words, about).map(
                (name, seat) => h('span',
                    { class: winners.includes(seat) ? 'winner' : '' },
                    winners.includes(seat) && icon('star'),
                    `${name} ${words.number(points[seat])}`))),
            h('span', { class: 'soft' }, words.date(kept.saved)))),
    h('button', { type: 'button', class: 'plain icon', 'aria-label':
        words.the('page.delete_game',
            { word: words.the(`game.${about.game}`) }),
    click: () => {
        store.deleteGame(kept.id);
        item.remove();
    } }, icon('close')));
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
