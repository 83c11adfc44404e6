/*
 * The first screen: a game to carry on with, one touch to a new one, people to
 * play with, and the games there are.
 */
import { hued, lid } from '../elements/cloth.js';
import { h, openDialog } from '../elements/dom.js';
import { icon } from '../elements/icons.js';
import { botName, namesIn } from '../game/player_names.js';
import { lastGame, lastPlan, startGame } from '../game/plans.js';
import { guideLink, isNew } from '../guide/place.js';
import { didServerAnswer, whyNoServer } from '../online/server.js';
import { drawDaily } from './home/daily.js';
import { drawDice } from './home/dice.js';
import { drawStandings } from './home/standings.js';
import { deletableItem } from './parts/deleting.js';
import { facts } from './parts/facts.js';
import { errorWords } from './lost.js';
import { fetchTable } from './parts/soon.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../device/store.js').Kept} Kept
 */

/** Longer than any game of ours; a larger file is no record. */
const LARGEST = 4 << 20;
const MOST_PLAYERS = 6;

/** @param {App} app @returns {import('../app.js').Screen} */
export function openChoose(app) {
    const { words, store } = app;
    const unfinished = store.games().filter(({ over }) => !over);
    const begin = hero(app, unfinished);

    return {
        title: words.the('page.parlour'),
        element: h('div', { class: 'home' }, head(app),
            h('div', { class: 'begin' }, begin,
                h('div', { class: 'ways' },
                    !begin.querySelector('[data-now]') &&
                        playNowButton(app, 'main'),
                    together(app)),
                drawDaily(app),
                drawStandings(app)),
            allGames(app),
            h('footer', { class: 'foot' }, openRecord(app),
                h('a', { class: 'button plain', href: '#/privacy' },
                    words.the('page.privacy')))),
    };
}

/** @param {App} app */
function head({ words }) {
    /** @param {string} path @param {string} sign @param {string} id */
    const way = (path, sign, id) => h('a', { class: 'button way-to',
        href: `#/${path}`, 'aria-label': words.the(id),
        title: words.the(id) }, icon(sign),
    h('span', {}, words.the(id)));

    return h('header', { class: 'top' },
        h('h1', { class: 'wordmark', tabindex: '-1' },
            h('img', { src: 'icons/icon.svg', alt: '', width: 40, height: 40 }),
            words.the('page.parlour')),
        way('rules', 'question', 'page.rules'),
        way('history', 'curve', 'page.history'),
        way('settings', 'settings', 'page.settings'));
}

/* --- Where to begin -------------------------------------------------------- */

/** @param {App} app @param {Kept[]} unfinished */
function hero(app, unfinished) {
    for (const kept of unfinished) {
        const found = carryOn(app, kept, unfinished);
        if (found)
            return found;
    }
    return welcome(app, unfinished);
}

/**
 * @param {App} app
 * @param {Kept} kept
 * @param {Kept[]} unfinished
 */
function carryOn(app, kept, unfinished) {
    const { words, engine } = app;
    let match;

    try {
        match = engine.open(kept.record);
    } catch {
        return null; // it is in the list of all of them
    }
    const { about, game } = match;
    const { view } = match.look(-1);
    const turn = match.turn();
    match.close();
    const names = namesIn(words, about);
    const people = names.flatMap((_, seat) => (about.bots[seat] ? [] : [seat]));
    const others = names.filter((_, seat) => about.bots[seat] ||
        people.length > 1);
    const next = turn.asked.find((seat) => people.includes(seat)) ?? turn.active;
    /* Its result was not looked at yet. */
    const isOver = turn.what === 'over';

    return hued(h('section', { class: 'hero cloth', 'aria-labelledby': 'go-on' },
        h('p', { class: 'eyebrow' }, [!isOver && words.the('page.carry_on'),
            words.the(`game.${game.id}`), words.list(others)]
            .filter(Boolean).join(' · ')),
        h('h2', { id: 'go-on' }, isOver ? words.the('ask.over')
            : people.length === 1 && next === people[0]
                ? words.the('page.carry_on.turn', { n: view.points[next] })
                : words.the('page.carry_on.next', { seat: Math.max(0, next) },
                    names)),
        h('p', { class: 'second' }, !isOver &&
            standing(words, view.points, people, names)),
        h('p', { class: 'buttons' },
            h('a', { class: 'button lit', href:
                `#/${isOver ? 'end' : 'play'}/${kept.id}` },
            words.the(isOver ? 'page.result' : 'page.carry_on.go')),
            moreButton(app, unfinished)),
        drawDice()), game);
}

/** @param {App} app @param {Kept[]} unfinished */
function moreButton(app, unfinished) {
    const { words } = app;

    return h('button', { type: 'button', class: 'quiet', 'data-more': true,
        click: () => openUnfinished(app, unfinished) },
    unfinished.length > 1
        ? words.the('page.carry_on.more', { n: unfinished.length - 1 })
        : words.the('page.carry_on.all'));
}

/**
 * Who is ahead.
 * @param {import('../engine/words.js').Words} words
 * @param {number[]} points
 * @param {number[]} people
 * @param {string[]} names
 */
function standing(words, points, people, names) {
    const n = Math.max(...points);
    const leaders = points.flatMap((one, seat) => (one === n ? [seat] : []));

    if (points.length === 1)
        return '';
    if (leaders.length > 1)
        return words.the('page.carry_on.level', { n });
    return people.length === 1 && people[0] === leaders[0]
        ? words.the('page.carry_on.you_lead', { n: n - Math.max(
            ...points.filter((_, seat) => seat !== leaders[0])) })
        : words.the('page.carry_on.leads', { seat: leaders[0], n }, names);
}

/**
 * Nothing to carry on with: a game at once.
 * @param {App} app
 * @param {Kept[]} damaged
 */
function welcome(app, damaged) {
    const { words, store } = app;
    const game = lastGame(app);

    return hued(h('section', { class: 'hero cloth', 'aria-labelledby': 'go-on' },
        h('p', { class: 'eyebrow' }, words.the('page.eight_games')),
        h('h2', { id: 'go-on' }, words.the(store.read('last')
            ? 'page.another_round' : 'page.welcome')),
        h('p', { class: 'buttons' }, playNowButton(app, 'lit'),
            isNew(app, game) && guideLink(app, game, 'quiet'),
            damaged.length > 0 && moreButton(app, damaged)),
        drawDice()), game);
}

/**
 * What was played last, at once.
 * @param {App} app
 * @param {'main' | 'lit'} look
 */
function playNowButton(app, look) {
    const { words } = app;
    const game = lastGame(app);
    const plan = lastPlan(app, game);
    const others = plan.players.filter(({ bot }) => bot);
    const who = plan.players.length === 2 && others.length === 1
        ? botName(words, others[0].bot)
        : words.the('page.players.exactly', { n: plan.players.length });

    return hued(h('button', { type: 'button', class: `big ${look}`,
        'data-now': true, pointerdown: fetchTable, click: () => app.go(
            `play/${startGame(app, game, plan)}`) },
    icon('play'), h('span', {}, h('b', {}, words.the('page.play_now')),
        h('small', {}, `${words.the(`game.${game.id}`)} · ${who}`))), game);
}

/**
 * The way to tables on the network, where there is one.
 * @param {App} app
 */
function together({ words, seats }) {
    const held = seats.list();
    const about = h('small', {}, held.length > 0
        ? words.the('page.together.sit', { n: held.length })
        : words.the('page.together.about'));
    const way = h('a', { class: 'button big raised', href: '#/together' },
        icon('people'), h('span', {}, h('b', {}, words.the('page.together')),
            about));
    const place = h('div', { class: 'way' }, way);

    way.classList.toggle('waits', !didServerAnswer());
    whyNoServer().then((why) => {
        way.classList.remove('waits');
        if (why)
            place.replaceChildren(h('p', { class: 'no-way' }, icon('offline'),
                h('span', {}, words.the(why))));
        else if (held.length > 0)
            tellTurns(words, held, way, about);
    });
    return place;
}

/**
 * Where others wait for this person, it says so.
 * @param {import('../engine/words.js').Words} words
 * @param {import('../online/seats.js').Held[]} held
 * @param {HTMLElement} way
 * @param {HTMLElement} about
 */
async function tellTurns(words, held, way, about) {
    const { turnsAt } = await import('../online/turns.js');
    const n = await turnsAt(held);

    way.classList.toggle('due', n > 0);
    if (n > 0)
        about.textContent = words.the('page.together.turns', { n });
}

/* --- Games that wait ------------------------------------------------------- */

/** @param {App} app @param {Kept[]} unfinished */
function openUnfinished(app, unfinished) {
    const { words, store } = app;
    const dialog = openDialog(words.the('page.carry_on'),
        words.the('page.close'), h('ul', { class: 'unfinished' },
            ...unfinished.map((kept) => unfinishedItem(app, kept))));

    dialog.addEventListener('close', () => {
        if (location.hash.length < 3 &&
            unfinished.some(({ id }) => !store.game(id)))
            app.open();
    });
}

/** @param {App} app @param {Kept} kept */
function unfinishedItem(app, kept) {
    const { words, engine } = app;
    /** @type {import('../engine/engine.js').About | null} */
    let about = null;

    try {
        const match = engine.open(kept.record);
        about = match.about;
        match.close();
    } catch {
        /* shown all the same: it can be looked at and deleted */
    }
    const game = about && engine.game(about.game);
    const what = words.the(game ? `game.${game.id}` : 'page.damaged');

    return deletableItem(app, kept, what,
        h('a', { class: 'line', href: `#/play/${kept.id}` },
            game && lid(game),
            h('span', {}, h('b', {}, what),
                h('span', { class: 'soft' }, about
                    ? namesIn(words, about).join(', ') : ''),
                h('span', { class: 'soft' }, words.date(kept.saved)))));
}

/* --- All games ------------------------------------------------------------- */

/** @param {App} app */
function allGames(app) {
    const { words, engine } = app;
    const tiles = engine.games.map((game) => ({ game, tile: tileOf(app, game) }));
    const select = h('select', { id: 'how-many', change: () => {
        const n = Number(select.value);
        for (const { game, tile } of tiles)
            tile.hidden = n > 0 && (n < game.least || n > game.most);
    } }, h('option', { value: 0 }, words.the('page.how_many.any')),
    ...Array.from({ length: MOST_PLAYERS }, (_, i) =>
        h('option', { value: i + 1 }, words.number(i + 1))));

    return h('section', { class: 'all', 'aria-labelledby': 'new' },
        h('div', { class: 'heading' },
            h('h2', { id: 'new' }, words.the('page.to_games')),
            h('span', {}, h('label', { class: 'soft', for: 'how-many' },
                words.the('page.how_many')), select)),
        h('ul', { class: 'games' }, ...tiles.map(({ tile }) => tile)));
}

/** @param {App} app @param {import('../engine/engine.js').Game} game */
function tileOf({ words }, game) {
    return h('li', {}, h('a', { class: 'tile', href: `#/new/${game.id}` },
        lid(game),
        h('span', { class: 'caption' },
            h('b', { class: 'display' }, words.the(`game.${game.id}`)),
            h('span', { class: 'soft' }, facts(words, game)),
            h('span', { class: 'soft about' },
                words.the(`about.${game.id}`)))));
}

/**
 * A record from a file: finished ones are replayed, others go on.
 * @param {App} app
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

    return h('div', { class: 'open-record' },
        input,
        h('label', { class: 'button plain', for: 'record' },
            words.the('page.open_record')), said);
}

/**
 * @param {App} app
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
