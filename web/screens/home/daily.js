/*
 * The game of the day at this device: which day it is, which try counts, how
 * many days in a row were played, and its card on the first screen: docs/daily.md
 * says how days are meant. One file, for the first visit's sake.
 */
import { hued } from '../../elements/cloth.js';
import { h } from '../../elements/dom.js';
import { icon } from '../../elements/icons.js';
import { fetchTable } from '../parts/soon.js';

const WEEK = 7;

/**
 * @typedef {object} Try of one date
 * @property {string} id of its game
 * @property {number[]} [points] once it is over
 */

const KEY = 'daily';

/**
 * The calendar date here.
 * @param {number} [days] from today
 */
export function dateHere(days = 0) {
    const now = new Date();
    /* Noon: some days have no midnight. */
    const day = new Date(now.getFullYear(), now.getMonth(),
        now.getDate() + days, 12);
    const two = (/** @type {number} */ n) => String(n).padStart(2, '0');

    return `${String(day.getFullYear()).padStart(4, '0')}-` +
        `${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** Noon of a date here. @param {string} date */
export function noonOf(date) {
    const [year, month, day] = date.split('-').map(Number);
    return new Date(year, month - 1, day, 12);
}

/**
 * The tries by their dates; those that have ended meanwhile have their points.
 * @param {import('../../device/store.js').Store} store
 * @returns {Record<string, Try>}
 */
export function triesIn(store) {
    /** @type {Record<string, Try>} */
    const tries = store.read(KEY) ?? {};
    let changed = false;

    /* Games that came with a file of everything bring their days. */
    for (const { id, record } of store.games().filter((kept) => kept.scored)) {
        const [, date = ''] = /^daily .*?(\d{4}-\d\d-\d\d)$/m.exec(record) ?? [];
        if (!date || tries[date])
            continue;
        tries[date] = { id };
        changed = true;
    }
    for (const one of Object.values(tries)) {
        const [, result] = one.points ? []
            : /^result ([-\d ]+) winners/m.exec(
                store.game(one.id)?.record ?? '') ?? [];
        if (!result)
            continue;
        one.points = result.trim().split(' ').map(Number);
        changed = true;
    }
    if (changed)
        store.write(KEY, tries);
    return tries;
}

/**
 * Days in a row up to today, or to yesterday while today's is not over.
 * @param {Record<string, Try>} tries
 */
export function streakOf(tries) {
    let days = 0;

    for (let ago = tries[dateHere()]?.points ? 0 : 1;
        tries[dateHere(-ago)]?.points; ago++)
        days++;
    return days;
}

/**
 * Was a later day played already? Then the clock was set back.
 * @param {Record<string, Try>} tries
 * @param {string} date
 */
export function isEarlier(tries, date) {
    return Object.keys(tries).some((other) => other > date);
}

/**
 * Today's try goes on or begins; after it, and on earlier days, it is practice.
 * @param {import('../../app.js').App} app
 * @returns {string} where it is played or shown
 */
export function playToday(app) {
    const { store } = app;
    const date = dateHere();
    const tries = triesIn(store);
    const mine = tries[date];

    if (mine && store.game(mine.id))
        return `${mine.points ? 'end' : 'play'}/${mine.id}`;
    if (mine || isEarlier(tries, date))
        return practise(app, date);
    const kept = begin(app, date);
    store.saveGame({ ...kept, scored: true });
    store.write(KEY, { ...tries, [date]: { id: kept.id } });
    return `play/${kept.id}`;
}

/** @param {import('../../app.js').App} app @param {string} date */
export function practise(app, date) {
    return `play/${begin(app, date).id}`;
}

/** @param {import('../../app.js').App} app @param {string} date */
function begin({ engine, store }, date) {
    const daily = engine.daily(date);

    if (!daily)
        throw new Error(date);
    return store.newGame(daily.record, false);
}

/* --- The card -------------------------------------------------------------- */

/** @param {import('../../app.js').App} app */
export function drawDaily(app) {
    const card = cardOf(app);
    const tomorrow = new Date();

    tomorrow.setHours(24, 0, 1, 0);
    setTimeout(() => card?.isConnected && card.replaceWith(drawDaily(app) ?? ''),
        tomorrow.getTime() - Date.now());
    return card;
}

/** @param {import('../../app.js').App} app */
function cardOf(app) {
    const { words, engine, store } = app;
    const date = dateHere();
    const tries = triesIn(store);
    const daily = engine.daily(date);

    if (!daily)
        return null;
    const game = engine.game(daily.game);
    const mine = tries[date];
    const streak = streakOf(tries);
    const go = mine?.points ? 'page.daily.result'
        : mine ? 'page.carry_on.go' : 'page.daily.play';

    return hued(h('section', { class: 'daily raised-paper', 'aria-labelledby':
        'daily' }, leaf(words.language, date),
    h('div', { class: 'what' },
        h('h2', { id: 'daily' }, words.the('page.daily.card',
            { word: words.the(`game.${game.id}`) })),
        h('p', { class: 'soft' }, [words.the(game.hands ? 'page.daily.cards'
            : 'page.daily.dice'),
            streak > 0 && words.the('daily.streak', { n: streak })]
            .filter(Boolean).join(' · ')),
        isEarlier(tries, date) && !mine
            ? h('p', { class: 'soft' }, words.the('page.daily.earlier'))
            : week(words.language, tries)),
    h('button', { type: 'button', class: 'main', 'data-daily': true,
        pointerdown: fetchTable, click: () => app.go(playToday(app)) },
    words.the(go))), game);
}

/** A leaf of a calendar. @param {string} language @param {string} date */
function leaf(language, date) {
    const day = noonOf(date);
    const part = (/** @type {Intl.DateTimeFormatOptions} */ what) =>
        new Intl.DateTimeFormat(language, what).format(day);

    return h('span', { class: 'leaf', 'aria-hidden': 'true' },
        h('span', {}, part({ month: 'short' })),
        h('b', { class: 'display' }, String(day.getDate())));
}

/**
 * The seven days of this week: played, today, to come.
 * @param {string} language
 * @param {Record<string, Try>} tries
 */
function week(language, tries) {
    const letter = new Intl.DateTimeFormat(language, { weekday: 'narrow' });
    const since = (noonOf(dateHere()).getDay() + WEEK - 1) % WEEK;

    return h('p', { class: 'week', 'aria-hidden': 'true' },
        ...Array.from({ length: WEEK }, (_, i) => {
            const date = dateHere(i - since);
            const done = Boolean(tries[date]?.points);

            return h('span', { class: done ? 'done' : i === since ? 'today'
                : '' }, done ? icon('check') : letter.format(noonOf(date)));
        }));
}
