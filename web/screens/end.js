/* The end: who won, the points as people add them up, and what next. */
import { download, h } from '../dom.js';
import { fileName } from './menu.js';
import { lostScreen } from './lost.js';

/**
 * @param {import('../app.js').App} app
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
    const names = about.names;
    const winners = look.winners.map((seat) => words.player(seat, names));

    return {
        title: words.the(`game.${about.game}`),
        element: h('div', { class: 'end' },
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
            h('div', { class: 'actions' },
                h('button', { type: 'button', class: 'main', click: () =>
                    playAgain(app, kept, about) }, words.the('page.again')),
                h('a', { class: 'button', href: `#/replay/${id}` },
                    words.the('page.replay')),
                h('button', { type: 'button', click: () =>
                    download(fileName(about.game), kept.record) },
                words.the('page.download')),
                h('a', { class: 'button', href: '#/' },
                    words.the('page.to_games')))),
    };
}

/**
 * @param {import('../engine.js').Look} look
 * @param {import('../engine.js').About} about
 * @param {import('../words.js').Words} words
 */
export function resultTable(look, about, words) {
    const { parts, view, winners } = look;
    const seats = about.names.map((_, seat) => seat);
    const ids = [...new Set(parts.flat().map(({ id }) => id))];

    return h('table', { class: 'result' },
        h('thead', {}, h('tr', {}, h('td', {}),
            ...seats.map((seat) => h('th', { scope: 'col',
                class: winners.includes(seat) ? 'winner' : '' },
            winners.includes(seat) && h('span', { 'aria-hidden': 'true' }, '★ '),
            words.player(seat, about.names))))),
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
 * @param {import('../app.js').App} app
 * @param {import('../store.js').Kept} kept
 * @param {import('../engine.js').About} about
 */
function playAgain({ engine, store }, kept, about) {
    const match = engine.start({ ...about,
        first: (about.first + 1) % about.seats });
    const next = store.newGame(match.record(), kept.real);

    match.close();
    location.hash = `#/play/${next.id}`;
}
