/*
 * Playing together over the network: tables where this device holds a seat,
 * opening one, coming to one by its code, and those that anyone may join.
 */
import { askAgain, attempt, refusalWords } from '../../online/asking.js';
import { lid } from '../../elements/cloth.js';
import { download, h } from '../../elements/dom.js';
import { icon } from '../../elements/icons.js';
import { addressOfKey, addressPicture, readCode } from '../../online/invite.js';
import { botName } from '../../game/player_names.js';
import { Guest } from '../../online/guest.js';
import { whyNoServer } from '../../online/server.js';
import { head as headOf } from '../parts/head.js';
import { NewTable } from './new_table.js';

const CODE = 6;
/** bytes of an address that the server draws */
const DRAWN = 300;
/** ms between two looks at the list of open tables */
const CALM = 5000;

/**
 * @param {import('../../app.js').App} app
 * @param {string} game that is meant, or ''
 * @returns {Promise<import('../../app.js').Screen>}
 */
export async function openTogether(app, game) {
    const why = await whyNoServer();
    return why ? alone(app, why) : new Together(app, game);
}

class Together {
    #app;
    #lobby;
    element;

    /** @param {import('../../app.js').App} app @param {string} game */
    constructor(app, game) {
        const { words } = app;

        this.#app = app;
        this.title = words.the('page.together');
        this.#lobby = new Lobby(app);
        this.element = h('div', { class: 'together' }, head(app),
            this.#myTables(),
            h('div', { class: 'columns' },
                h('div', { class: 'column' }, new NewTable(app, game,
                    (plan) => this.#open(plan)).element),
                h('div', { class: 'column' }, this.#codeForm(),
                    this.#lobby.element)),
            h('p', { class: 'foot' },
                app.seats.list().length === 0 && this.#loadKey(),
                h('a', { class: 'button plain', href: '#/privacy' },
                    words.the('page.privacy'))));
    }

    close() {
        this.#lobby.close();
    }

    #myTables() {
        const { words, seats } = this.#app;
        const held = seats.list();

        if (held.length === 0)
            return '';
        return h('section', { class: 'unfinished',
            'aria-labelledby': 'my-tables' },
        h('h2', { id: 'my-tables' }, words.the('page.together.mine')),
        h('ul', {}, ...held.map((one) => this.#myTable(one))),
        h('details', { class: 'paper key', toggle: (/** @type {Event} */ event) =>
            this.#drawKey(/** @type {HTMLElement} */ (event.currentTarget)) },
            h('summary', {}, words.the('page.key.save')),
            h('p', { class: 'soft' }, words.the('page.key.why')),
            h('div', { class: 'abreast' },
                h('button', { type: 'button', 'data-key-save': true,
                    click: () => download('parlour.key', seats.toKey()) },
                words.the('page.download')), this.#loadKey())));
    }

    /** Asks for the picture when someone wants to see it. @param {HTMLElement} key */
    #drawKey(key) {
        const { words, seats } = this.#app;

        if (!key.querySelector('.scan'))
            key.append(addressPicture(this.#app,
                seats.toLink(addressOfKey, DRAWN),
                h('p', { class: 'soft' }, words.the('page.key.scan'))));
    }

    /** Seats that were saved on another device. */
    #loadKey() {
        const { words, seats } = this.#app;
        const said = h('span', { class: 'said', role: 'alert' });
        const file = h('input', { type: 'file', hidden: true,
            'data-key-file': true, change: async () => {
                const text = await file.files?.[0]?.text();

                if (text !== undefined && seats.addKey(text))
                    this.#app.open();
                else
                    said.textContent = words.the('page.key.bad');
            } });

        return h('span', {}, file, h('button', { type: 'button',
            class: 'plain', 'data-key-load': true, click: () => file.click() },
        words.the('page.key.load')), said);
    }

    /** @param {import('../../online/seats.js').Held} held */
    #myTable({ table, game, name, saved }) {
        const { words, seats, engine } = this.#app;
        const what = words.the(game ? `game.${game}` : 'page.together.table');
        const title = words.the('page.together.forget', { word: what });
        const item = h('li', {},
            h('a', { class: 'line', href: `#/table/${table}` },
                game && lid(engine.game(game)),
                h('span', {}, h('b', {}, what),
                    name && h('span', { class: 'soft' }, name),
                    h('span', { class: 'soft' }, words.date(saved)))),
            h('button', { type: 'button', class: 'plain icon',
                'data-forget': table, 'aria-label': title,
                click: () => askAgain(words, { title,
                    why: words.the('page.together.forget.sure'),
                    act: async () => {
                        seats.forget(table);
                        item.remove();
                    } }) }, icon('close')));
        return item;
    }

    /** @param {Record<string, any>} plan */
    async #open(plan) {
        const { line, seats } = this.#app;

        this.#app.go(`table/${await Guest.open(line, seats, plan)}`);
    }

    #codeForm() {
        const { words, line } = this.#app;
        const said = h('p', { class: 'said', role: 'alert' });
        const input = h('input', { id: 'code', autocomplete: 'off',
            autocapitalize: 'characters', spellcheck: 'false', maxlength: 12,
            placeholder: 'K7M 2XP' });

        return h('form', { class: 'paper by-code', submit: async (
            /** @type {Event} */ event) => {
            const code = readCode(input.value);

            event.preventDefault();
            if (code.length !== CODE) {
                said.textContent = words.the('page.together.code.six');
                return;
            }
            const found = await attempt(words, said,
                () => line.ask('find', { code }));
            if (found)
                this.#app.go(`table/${found.table}`);
        } },
        h('h2', {}, h('label', { for: 'code' },
            words.the('page.together.code'))),
        h('div', { class: 'abreast' }, input, h('button', { type: 'submit',
            'data-find': true }, words.the('page.together.go'))), said);
    }
}

/* --- Tables that anyone may join ----------------------------------------- */

/** @typedef {{id: string, game: string,
 *     players: (string | {bot: string} | null)[]}} Listed */

class Lobby {
    #app;
    #asking = false;
    #shown = '';
    #off;
    #list = h('ul', { class: 'lobby' });
    #said = h('p', { class: 'soft', role: 'status' });
    /** @type {ReturnType<typeof setInterval>} */
    #timer;
    element;

    /** @param {import('../../app.js').App} app */
    constructor(app) {
        const { words } = app;

        this.#app = app;
        this.#said.textContent = words.the('page.lobby.loading');
        this.element = h('section', { class: 'listed',
            'aria-labelledby': 'lobby' },
        h('h2', { id: 'lobby' }, words.the('page.lobby')), this.#said,
        this.#list);
        this.#timer = setInterval(() => this.#look(), CALM);
        this.#off = app.line.on('link', () => this.#drawLink());
        this.#look();
    }

    close() {
        clearInterval(this.#timer);
        this.#off();
    }

    #drawLink() {
        const { words, line } = this.#app;

        if (line.link.state === 'lost' && line.link.retry > 0) {
            this.#said.textContent = words.the('page.net.lost');
            this.#shown = '';
        }
    }

    /** Only while someone looks, and one question at a time. */
    async #look() {
        if (this.#asking || document.visibilityState !== 'visible')
            return;
        this.#asking = true;
        try {
            const { tables } = await this.#app.line.ask('lobby');
            this.#draw(tables);
        } catch (error) {
            this.#said.textContent = refusalWords(this.#app.words, error);
        }
        this.#asking = false;
    }

    /** @param {Listed[]} tables */
    #draw(tables) {
        const { words } = this.#app;
        const now = JSON.stringify(tables);

        if (now === this.#shown)
            return;
        const focused = document.activeElement?.getAttribute('href');
        this.#shown = now;
        this.#said.textContent = tables.length > 0 ? ''
            : words.the('page.lobby.none');
        this.#list.replaceChildren(...tables.map((table) =>
            listedItem(this.#app, table)));
        if (focused)
            /** @type {HTMLElement | null} */
            (this.#list.querySelector(`a[href="${focused}"]`))?.focus();
    }
}

/** @param {import('../../app.js').App} app @param {Listed} table */
function listedItem({ words, engine }, { id, game, players }) {
    const here = players.filter((player) => player !== null).map((player) =>
        (typeof player === 'string' ? player : botName(words, player.bot)));
    const free = players.length - here.length;

    return h('li', {}, h('a', { class: 'line', href: `#/table/${id}` },
        lid(engine.game(game)),
        h('span', {}, h('b', {}, words.the(`game.${game}`)),
            h('span', {}, words.list(here)),
            h('span', { class: 'soft' },
                words.the('page.lobby.free', { n: free })))));
}

/* --- Where there is no server ---------------------------------------------- */

/** @param {import('../../app.js').App} app */
function head({ words }) {
    return headOf({ href: '#/', label: words.the('page.to_games') },
        words.the('page.together'));
}

/**
 * Says why there is no server, and goes on by itself when there is one.
 * @param {import('../../app.js').App} app
 * @param {string} why
 * @returns {import('../../app.js').Screen}
 */
export function alone(app, why) {
    const { words } = app;
    const timer = setInterval(async () => {
        if (document.visibilityState === 'visible' && !await whyNoServer())
            app.open();
    }, CALM);

    return {
        close: () => clearInterval(timer),
        title: words.the('page.together'),
        element: h('div', { class: 'together' }, head(app),
            h('section', { class: 'paper nobody' }, icon('offline'),
                h('p', {}, words.the(why)),
                h('div', { class: 'actions' },
                    h('button', { type: 'button', click: () => app.open() },
                        words.the('page.together.again'))))),
    };
}
