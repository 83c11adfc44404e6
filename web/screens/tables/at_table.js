/*
 * A table of the server at one address: the waiting room while it is open, the
 * game while it is played, the end when it is over. Each is a part that is
 * shown until the table's phase asks for another.
 */
import { refusalWords } from '../../online/asking.js';
import { h } from '../../elements/dom.js';
import { Refused } from '../../engine/engine.js';
import { guestAt } from '../../online/guest.js';
import { whyNoServer } from '../../online/server.js';
import { Room } from './waiting_room.js';
import { endAt, playAt } from './table_play.js';
import { alone } from './together.js';

/**
 * @typedef {import('../../app.js').App} App
 * @typedef {import('../../app.js').Screen} Screen
 * @typedef {import('../../online/guest.js').Guest} Guest
 */

/** @type {Record<string, (app: App, guest: Guest) => Screen>} by the phase */
const PARTS = {
    open: (app, guest) => new Room(app, guest),
    playing: playAt,
    over: endAt,
};

/**
 * @param {App} app
 * @param {string} id
 * @returns {Promise<Screen>}
 */
export async function openTable(app, id) {
    const guest = guestAt(app, id);

    if (guest.isHere)
        return new AtTable(app, guest);
    const why = app.line.link.state === 'open' ? '' : await whyNoServer();
    if (why)
        return alone(app, why);
    try {
        await comeTo(app, guest);
        await firstNews(guest);
        return new AtTable(app, guest);
    } catch (error) {
        if (!(error instanceof Refused))
            throw error;
        const wasHere = Boolean(guest.held);
        app.seats.endIfOver(id, error.reason.id, app.line.greeting);
        return endScreen(app, refusalWords(app.words, error), { wasHere });
    }
}

/**
 * Who lost the seat to another device may still watch.
 * @param {App} app
 * @param {Guest} guest
 */
async function comeTo(app, guest) {
    try {
        await guest.come();
    } catch (error) {
        if (!(error instanceof Refused) ||
            error.reason.id !== 'table.bad_secret')
            throw error;
        guest.looksOn = !app.seats.endIfOver(guest.id, error.reason.id,
            app.line.greeting);
        await guest.come();
    }
}

/** The answer comes first, and the table after it. @param {Guest} guest */
function firstNews(guest) {
    return new Promise((resolve) => {
        if (guest.table)
            resolve(undefined);
        const off = guest.on('change', () => {
            if (!guest.table)
                return;
            off();
            resolve(undefined);
        });
    });
}

class AtTable {
    #app;
    #guest;
    #off;
    #phase = '';
    /** @type {Screen} */
    #part;
    element = h('div', { class: 'at-table' });

    /** @param {App} app @param {Guest} guest */
    constructor(app, guest) {
        this.#app = app;
        this.#guest = guest;
        this.#part = this.#show();
        this.#off = guest.on('change', () => this.#changed());
    }

    get title() {
        return this.#part.title;
    }

    get isBusy() {
        return this.#part.isBusy === true;
    }

    speak() {
        if (this.#part.speak)
            this.#part.speak();
        else
            this.#again();
    }

    close() {
        this.#off();
        this.#part.close?.();
    }

    #again() {
        this.#part.close?.();
        this.#part = this.#show();
    }

    #show() {
        this.#phase = this.#guest.table?.phase ?? 'open';
        const part = PARTS[this.#phase](this.#app, this.#guest);

        this.element.replaceChildren(part.element);
        return part;
    }

    #changed() {
        const { ended, table, you } = this.#guest;

        if (ended) {
            this.close();
            this.#app.seats.endIfOver(this.#guest.id, ended,
                this.#app.line.greeting);
            this.#part = endScreen(this.#app, this.#app.words.the(ended),
                { elsewhere: ended === 'table.elsewhere' });
            this.element.replaceChildren(this.#part.element);
            this.element.querySelector('h1')?.focus();
            return;
        }
        if (you < 0 && this.#guest.held)
            this.#app.seats.forget(this.#guest.id);
        /* The last steps of a game are still being shown, and lead to its end. */
        if (table && table.phase !== this.#phase &&
            !(this.#phase === 'playing' && table.phase === 'over')) {
            this.#again();
            document.title = this.title;
            this.element.querySelector('h1')?.focus();
        }
    }
}

/**
 * @param {App} app
 * @param {string} why
 * @param {{elsewhere?: boolean, wasHere?: boolean}} how elsewhere: is the seat
 *     still ours, and played by another device?
 * @returns {Screen}
 */
function endScreen(app, why, { elsewhere = false, wasHere = true }) {
    const { words } = app;
    const title = words.the(wasHere ? 'page.room.ended' : 'page.lost');

    return {
        title,
        element: h('div', { class: 'astray' },
            h('h1', { tabindex: '-1' }, title),
            h('p', { role: 'status' }, why),
            elsewhere && h('button', { type: 'button', class: 'main',
                'data-here': true, click: () => app.open() },
            words.the('page.taken.here')),
            h('a', { class: 'button main', href: '#/together' },
                words.the('page.together'))),
    };
}
