/* The end: who won, the points as people add them up, and what next. */
import { download, h } from '../dom.js';
import { canCheck, openFair } from '../fair.js';
import { namesIn } from '../names.js';
import { fileName } from './menu.js';
import { lostScreen } from './lost.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../engine.js').About} About
 * @typedef {import('../store.js').Kept} Kept
 */

/**
 * @param {App} app
 * @param {string} id
 * @returns {import('../app.js').Screen}
 */
export function openEnd(app, id) {
    const { words, engine, store } = app;
    const kept = store.game(id);

    if (!kept)
        return lostScreen(app, 'page.lost.game');
    const match = engine.open(kept.record);
    const { about } = match;
    const look = match.look(-1);
    const over = match.turn().what === 'over';
    match.close();
    if (!over) {
        app.replace(`play/${id}`);
        return lostScreen(app, 'page.lost.page');
    }
    if (!kept.over)
        store.saveGame({ ...kept, over: true });
    return {
        title: words.the(`game.${about.game}`),
        element: drawEnd(app, look, about, [
            ...(kept.table ? [] : [h('button', { type: 'button',
                class: 'main', click: () => playAgain(app, kept, about) },
            words.the('page.again'))]),
            ...keptActions(app, kept, about.game)]),
    };
}

/**
 * @param {App} app
 * @param {import('../engine.js').Look} look
 * @param {About} about
 * @param {HTMLElement[]} actions
 */
export function drawEnd({ words }, look, about, actions) {
    const names = namesIn(words, about);
    const winners = look.winners.map((seat) => names[seat]);

    return h('div', { class: 'end' },
        h('header', { class: 'top' },
            h('a', { class: 'button plain icon', href: '#/',
                'aria-label': words.the('page.to_games') }, '‹'),
            h('h1', { tabindex: '-1' }, words.the(`game.${about.game}`))),
        h('section', { class: 'paper winners' },
            h('p', { class: 'cup', 'aria-hidden': 'true' }, '★'),
            h('h2', {}, about.seats === 1
                ? words.the('page.solo', { n: look.view.points[0] })
                : words.the('page.winners',
                    { n: winners.length, word: words.list(winners) })),
            look.aborted && h('p', {}, words.the('result.aborted'))),
        h('section', { class: 'paper scroll', tabindex: '0' },
            resultTable(look, about, words)),
        h('div', { class: 'actions' }, ...actions,
            h('a', { class: 'button', href: '#/' },
                words.the('page.to_games'))));
}

/**
 * What can be done with the record of a finished game.
 * @param {App} app
 * @param {Kept} kept
 * @param {string} game
 */
export function keptActions(app, kept, game) {
    const { words, store } = app;

    return [
        h('a', { class: 'button', href: `#/replay/${kept.id}`,
            click: () => store.game(kept.id) ?? store.saveGame(kept) },
        words.the('page.replay')),
        h('button', { type: 'button', click: () =>
            download(fileName(game), kept.record) },
        words.the('page.download')),
        ...(canCheck(kept.record) ? [h('button', { type: 'button',
            'data-check': true, click: () => openFair(app, kept) },
        words.the('page.fair'))] : [])];
}

/**
 * @param {import('../engine.js').Look} look
 * @param {About} about
 * @param {import('../words.js').Words} words
 */
export function resultTable(look, about, words) {
    const { parts, view, winners } = look;
    const names = namesIn(words, about);
    const seats = names.map((_, seat) => seat);
    const ids = [...new Set(parts.flat().map(({ id }) => id))];

    return h('table', { class: 'result' },
        h('thead', {}, h('tr', {}, h('td', {}),
            ...seats.map((seat) => h('th', { scope: 'col',
                class: winners.includes(seat) ? 'winner' : '' },
            winners.includes(seat) && h('span', { 'aria-hidden': 'true' }, '★ '),
            names[seat])))),
        h('tbody', {}, ...ids.map((id) => h('tr', {},
            h('th', { scope: 'row' }, words.the(id)),
            ...seats.map((seat) => h('td', {}, words.number(parts[seat]
                .filter((part) => part.id === id)
                .reduce((sum, { points }) => sum + points, 0))))))),
        h('tfoot', {}, h('tr', {},
            h('th', { scope: 'row' }, words.the('points')),
            ...seats.map((seat) => h('td', {},
                words.number(view.points[seat]))))));
}

/**
 * The same table once more; the next player begins.
 * @param {App} app
 * @param {Kept} kept
 * @param {About} about
 */
function playAgain({ engine, store }, kept, about) {
    const match = engine.start({ ...about,
        first: (about.first + 1) % about.seats });
    const next = store.newGame(match.record(), kept.real);

    match.close();
    location.hash = `#/play/${next.id}`;
}
