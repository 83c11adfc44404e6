/* Games that were played here, and what they add up to. Kept on the device. */
import { download, h, openDialog } from '../elements/dom.js';
import { avatar, lid } from '../elements/cloth.js';
import { icon } from '../elements/icons.js';
import { lateStyle } from '../elements/late.js';
import { namesIn } from '../game/player_names.js';
import { family } from '../stats/figures.js';
import { counted, ownGames, ownerOf, readPast } from '../stats/past.js';
import { deletableItem } from './parts/deleting.js';
import { head } from './parts/head.js';
import { openStats } from './stats.js';

/** @typedef {import('../stats/past.js').Past} Past */

/**
 * @param {import('../app.js').App} app
 * @param {string} id of one game, or ''
 * @returns {Promise<import('../app.js').Screen>}
 */
export async function openHistory(app, id) {
    const { words, engine } = app;
    const past = readPast(app);
    const name = ownerOf(app, past);
    const game = engine.games.find((one) => one.id === id);
    const own = ownGames(past, name, id);

    await Promise.all([app.learnCoach(), lateStyle('stats')]);
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
            familyTable(words, past),
            h('ul', { class: 'past' }, ...past.map((one) => pastItem(app, one))),
            past.length > 0 && h('details', { class: 'paper scroll' },
                h('summary', {}, words.the('stats.table')),
                statistics(past, words)),
            everything(app),
            past.length > 0 && h('div', { class: 'actions' },
                h('button', { type: 'button', class: 'danger', click: () =>
                    deletePast(app, past) }, words.the('page.delete_all')))),
    };
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
            h('span', { class: 'soft' }, `${words.the('stats.best')} ${
                words.number(Math.max(...own.map(({ points }) => points)))}`))))];
    }));
}

/**
 * Who of the people here has won how often.
 * @param {import('../engine/words.js').Words} words
 * @param {Past[]} past
 */
function familyTable(words, past) {
    const people = family(counted(past));
    const heads = ['stats.player', 'stats.games', 'stats.wins', 'stats.rate'];

    return people.length > 1 && h('section', { class: 'paper family scroll' },
        h('h2', {}, words.the('stats.family')),
        h('table', { class: 'result' },
            h('thead', {}, h('tr', {}, ...heads.map((id) =>
                h('th', { scope: 'col' }, words.the(id))))),
            h('tbody', {}, ...people.map(({ name, games, wins, best }, i) =>
                h('tr', {}, h('th', { scope: 'row' }, avatar(name, i), ' ', name,
                    best > 0 && h('small', {}, icon('cup'),
                        words.the('stats.family.best', { n: best }))),
                h('td', {}, words.number(games)),
                h('td', { class: 'display' }, words.number(wins)),
                h('td', {}, words.percent(wins / games)))))));
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
    const heads = ['stats.game', 'stats.player', 'stats.games',
        'stats.wins', 'stats.best', 'stats.mean'];
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
function pastItem(app, { kept, about, points, winners }) {
    const { words, engine } = app;
    const what = words.the(`game.${about.game}`);

    return deletableItem(app, kept, what, h('a', { class: 'line', href: `#/end/${kept.id}` },
        lid(engine.game(about.game)),
        h('span', {}, h('b', {}, what),
            h('span', { class: 'scores' }, ...namesIn(words, about).map(
                (name, seat) => h('span',
                    { class: winners.includes(seat) ? 'winner' : '' },
                    winners.includes(seat) && icon('star'),
                    `${name} ${words.number(points[seat])}`))),
            h('span', { class: 'soft' }, words.date(kept.saved)))));
}

/**
 * All of it as one file, to another device or to keep.
 * @param {import('../app.js').App} app
 */
function everything(app) {
    const { words } = app;
    const input = h('input', { type: 'file', accept: '.json,application/json',
        class: 'unseen', tabindex: '-1', 'aria-label': words.the('stats.load') });
    const said = h('p', { role: 'status' });

    input.addEventListener('change', async () => {
        const [file] = input.files ?? [];
        if (file)
            await load(app, file, said);
        input.value = '';
    });
    return h('section', { class: 'paper everything' },
        h('h2', {}, words.the('stats.everything')),
        h('p', { class: 'soft' }, words.the('stats.everything.what')),
        h('div', { class: 'actions' },
            h('button', { type: 'button', 'data-save': true, click: () =>
                saveEverything(app) }, icon('save'), words.the('stats.save')),
            h('button', { type: 'button', 'data-load': true,
                click: () => input.click() }, icon('plus'),
            words.the('stats.load'))), input, said);
}

/** @param {import('../app.js').App} app */
async function saveEverything(app) {
    const { packEverything } = await import('../device/backup.js');

    download(`parlour-${new Date().toISOString().slice(0, 10)}.json`,
        packEverything(app));
}

/**
 * @param {import('../app.js').App} app
 * @param {File} file
 * @param {HTMLElement} said
 */
async function load(app, file, said) {
    const { words } = app;
    const { unpackEverything } = await import('../device/backup.js');
    const found = unpackEverything(app, await file.text());

    if (!found) {
        said.textContent = words.the('stats.load.refused');
        return;
    }
    await app.open();
    const line = document.querySelector('.everything [role=status]');
    if (line)
        line.textContent = [words.the('stats.load.added', { n: found.added }),
            found.known > 0 && words.the('stats.load.known', { n: found.known })]
            .filter(Boolean).join(' ');
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
