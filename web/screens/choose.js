/* The first screen: games to go on with, and the games there are. */
import { h } from '../dom.js';
import { namesIn } from '../names.js';
import { drawPicture } from '../picture.js';
import { didServerAnswer, whyNoServer } from '../server.js';
import { errorWords } from './lost.js';

/** Longer than any game of ours; a larger file is no record. */
const LARGEST = 4 << 20;

/** @param {import('../app.js').App} app @returns {import('../app.js').Screen} */
export function openChoose(app) {
    const { words, engine, store } = app;
    const unfinished = store.games().filter(({ over }) => !over);

    return {
        title: words.the('page.parlour'),
        element: h('div', { class: 'choose' },
            h('header', { class: 'top' },
                h('h1', { tabindex: '-1' }, words.the('page.parlour')),
                h('a', { class: 'button plain', href: '#/history' },
                    words.the('page.history')),
                h('a', { class: 'button plain', href: '#/settings' },
                    words.the('page.settings'))),
            together(app),
            unfinished.length > 0 && h('section', { class: 'unfinished',
                'aria-labelledby': 'go-on' },
            h('h2', { id: 'go-on' }, words.the('page.go_on')),
            h('ul', {}, ...unfinished.map((kept) => unfinishedItem(app, kept)))),
            h('section', { 'aria-labelledby': 'new' },
                h('h2', { id: 'new' }, words.the('page.which_game')),
                h('ul', { class: 'games' }, ...engine.games.map((game) =>
                    gameCard(app, game)))),
            openRecord(app),
            h('footer', { class: 'foot' }, h('a', { class: 'button plain',
                href: '#/privacy' }, words.the('page.privacy')))),
    };
}

/**
 * The way to tables on the network, where there is one.
 * @param {import('../app.js').App} app
 */
function together({ words }) {
    const way = h('a', { class: 'card row', href: '#/together' },
        h('strong', {}, words.the('page.together')),
        h('span', { class: 'soft' }, words.the('page.together.about')));
    const place = h('p', { class: 'way' }, way);

    way.classList.toggle('waits', !didServerAnswer());
    whyNoServer().then((why) => {
        way.classList.remove('waits');
        if (why)
            place.replaceChildren(h('span', { class: 'soft' }, words.the(why)));
    });
    return place;
}

/**
 * @param {import('../app.js').App} app
 * @param {import('../engine.js').Game} game
 */
function gameCard({ engine, words }, game) {
    const time = `page.time.${game.id}`;
    const players = game.least === game.most ? 'page.players.exactly'
        : 'page.players.range';

    return h('li', {}, h('a', { class: 'card', href: `#/new/${game.id}` },
        h('span', { class: 'picture' }, drawPicture(engine, game, words)),
        h('strong', {}, words.the(`game.${game.id}`)),
        h('span', { class: 'soft' },
            words.the(players, { n: game.least, m: game.most }),
            words.has(time) ? ` · ${words.the(time)}` : ''),
        h('span', { class: 'about' }, words.the(`about.${game.id}`))));
}

/**
 * @param {import('../app.js').App} app
 * @param {import('../store.js').Kept} kept
 */
function unfinishedItem(app, kept) {
    const { words, engine, store } = app;
    /** @type {import('../engine.js').About | null} */
    let about = null;

    try {
        const match = engine.open(kept.record);
        about = match.about;
        match.close();
    } catch {
        /* shown all the same: it can be looked at and deleted */
    }
    const item = h('li', {},
        h('a', { class: 'card row', href: `#/play/${kept.id}` },
            h('strong', {}, about ? words.the(`game.${about.game}`)
                : words.the('page.damaged')),
            h('span', { class: 'soft' }, about
                ? namesIn(words, about).join(', ') : ''),
            h('span', { class: 'soft' }, words.date(kept.saved))),
        h('button', { type: 'button', class: 'plain icon', 'aria-label':
            words.the('page.delete_game', { word: about
                ? words.the(`game.${about.game}`) : '' }),
        click: () => {
            store.deleteGame(kept.id);
            item.remove();
        } }, '×'));
    return item;
}

/**
 * A record from a file: finished ones are replayed, others go on.
 * @param {import('../app.js').App} app
 */
function openRecord(app) {
    const { words } = app;
    const said = h('p', { class: 'said', role: 'status' });
    const input = h('input', { type: 'file', id: 'record', class: 'unseen',
        accept: '.parlour,.txt,text/plain', change: async () => {
            const file = input.files?.[0];
            input.value = '';
            if (file)
                said.textContent = await readRecord(app, file);
        } });

    return h('section', { class: 'open-record' },
        input,
        h('label', { class: 'button', for: 'record' },
            words.the('page.open_record')), said);
}

/**
 * @param {import('../app.js').App} app
 * @param {File} file
 * @returns {Promise<string>} what is wrong with it, if anything
 */
async function readRecord(app, file) {
    const { words, engine, store } = app;

    if (file.size > LARGEST)
        return words.the('page.record.large');
    try {
        const match = engine.open(await file.text());
        const over = match.turn().what === 'over';
        const kept = store.newGame(match.record(), false);
        match.close();
        if (over)
            store.saveGame({ ...kept, over: true });
        app.go(`${over ? 'replay' : 'play'}/${kept.id}`);
        return '';
    } catch (error) {
        return words.the('page.record.bad',
            { word: errorWords(words, error) });
    }
}
