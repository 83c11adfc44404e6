/* Opening a table: one touch with what was chosen last time, or all there is
 * to choose behind another. */
import { attempt } from '../../online/asking.js';
import { hued, lid } from '../../elements/cloth.js';
import { h } from '../../elements/dom.js';
import { chosenSheet, sheetName, squeezed } from '../../device/sheets.js';
import { NAME_BYTES, shortened } from '../../game/player_names.js';
import { checkField, hasDice, optionFields, usualOptions } from '../parts/house_rules.js';

/** Seconds for a question. */
const CLOCKS = [0, 30, 60, 120, 300, 600];

/**
 * @typedef {object} Plan what is offered again next time
 * @property {string} game
 * @property {number} seats
 * @property {Record<string, string>} options
 * @property {number} clock
 * @property {boolean} listed
 * @property {boolean} chat
 * @property {boolean} reactions
 * @property {boolean} hints
 * @property {boolean} real
 * @property {boolean} [together] undefined: as it is usual
 */

export class NewTable {
    #app;
    #open;
    /** @type {Plan} */
    #plan;
    #name;
    #lid = h('div', {});
    #game = h('select', { id: 'table-game' });
    #seats = h('select', { id: 'table-seats' });
    #rules = h('div', { class: 'house-rules' });
    #together = h('div', {});
    #said = h('p', { class: 'said', role: 'alert' });
    #button = h('button', { type: 'submit', class: 'main wide',
        'data-open': true });

    /**
     * @param {import('../../app.js').App} app
     * @param {string} game that is meant, or ''
     * @param {(members: Record<string, any>) => Promise<unknown>} open
     */
    constructor(app, game, open) {
        const { words, store } = app;

        this.#app = app;
        this.#open = open;
        this.#plan = lastPlan(app, game);
        this.#name = nameField(app, store.read('me') ?? '');
        this.#button.textContent = words.the('page.table.open');
        this.#drawTogether();
        this.element = h('form', { class: 'paper new-table',
            submit: this.#submit }, this.#lid,
        h('h2', {}, words.the('page.table.new')),
        h('p', { class: 'field' },
            h('label', { for: 'table-game' }, words.the('page.table.game')),
            this.#game),
        h('p', { class: 'field' },
            h('label', { for: 'table-seats' }, words.the('page.table.seats')),
            this.#seats),
        this.#name.element, this.#more(), this.#said, this.#button);
        this.#fillGames();
        this.#drawGame();
    }

    #fillGames() {
        const { words, engine } = this.#app;

        this.#game.append(...engine.games.map(({ id }) => h('option',
            { value: id, selected: id === this.#plan.game },
            words.the(`game.${id}`))));
        this.#game.addEventListener('change', () => {
            this.#plan = lastPlan(this.#app, this.#game.value, this.#plan);
            this.#drawGame();
        });
        this.#seats.addEventListener('change', () => {
            this.#plan.seats = Number(this.#seats.value);
        });
    }

    /** What depends on the game. */
    #drawGame() {
        const { words, engine } = this.#app;
        const plan = this.#plan;
        const game = engine.game(plan.game);

        hued(this.element, game);
        this.#lid.replaceChildren(lid(game));
        this.#seats.replaceChildren(...seatNumbers(game).map((n) =>
            h('option', { value: n, selected: n === plan.seats },
                words.number(n))));
        this.#rules.replaceChildren(
            hasDice(engine, game) ? checkField('table-real',
                words.the('page.real_dice'), plan.real, (on) => {
                    plan.real = on;
                }) : '',
            ...this.#sheet(game),
            ...game.options.length > 0
                ? [h('h3', {}, words.the('page.house_rules')),
                    ...optionFields(words, game, plan.options)] : []);
    }

    /** @param {import('../../engine/engine.js').Game} game */
    #sheet({ id, sheets }) {
        const { words } = this.#app;
        const name = sheetName(words, chosenSheet(this.#app, id));

        return sheets > 0 ? [h('p', { class: 'field on-sheet' },
            h('span', {}, words.the('page.sheet'), ' ', h('b', {},
                h('bdi', {}, name))),
            h('a', { class: 'button', href: `#/sheets/${id}` },
                words.the('page.sheet.others')))] : [];
    }

    #more() {
        const { words } = this.#app;

        return h('details', {},
            h('summary', {}, words.the('page.table.more')),
            this.#whoComes(), this.#clock(),
            checkField('table-chat', words.the('page.table.chat'),
                this.#plan.chat, (on) => {
                    this.#plan.chat = on;
                }),
            checkField('table-reactions', words.the('page.table.reactions'),
                this.#plan.reactions, (on) => {
                    this.#plan.reactions = on;
                }),
            checkField('table-hints', words.the('page.table.hints'),
                this.#plan.hints, (on) => {
                    this.#plan.hints = on;
                }),
            this.#together, this.#rules);
    }

    #whoComes() {
        const { words } = this.#app;
        const ways = [['link', false], ['listed', true]];

        return h('fieldset', {},
            h('legend', {}, words.the('page.table.who')),
            ...ways.map(([name, listed]) => h('span', { class: 'check' },
                h('input', { type: 'radio', name: 'who', id: `who-${name}`,
                    checked: this.#plan.listed === listed, change: () => {
                        this.#plan.listed = listed === true;
                        this.#drawTogether();
                    } }),
                h('label', { for: `who-${name}` },
                    words.the(`page.table.who.${name}`)))));
    }

    /** Among strangers dice are drawn together, if nobody says otherwise. */
    #drawTogether() {
        const { words } = this.#app;
        const { together, listed } = this.#plan;

        this.#together.replaceChildren(checkField('table-together',
            words.the('page.table.together'), together ?? listed, (on) => {
                this.#plan.together = on;
            }));
    }

    #clock() {
        const { words } = this.#app;
        const select = h('select', { id: 'table-clock', change: () => {
            this.#plan.clock = Number(select.value);
        } }, ...CLOCKS.map((seconds) => h('option', { value: seconds,
            selected: seconds === this.#plan.clock },
        clockWords(words, seconds))));

        return h('p', { class: 'field' },
            h('label', { for: 'table-clock' }, words.the('page.table.clock')),
            select);
    }

    #submit = async (/** @type {Event} */ event) => {
        const { words, store } = this.#app;
        const name = this.#name.value;

        event.preventDefault();
        this.#button.disabled = true;
        store.write('together', this.#plan);
        const sheet = chosenSheet(this.#app, this.#plan.game);
        await attempt(words, this.#said, () => this.#open({ ...this.#plan,
            ...(sheet && { sheet: squeezed(sheet.text) }),
            together: this.#plan.together ?? this.#plan.listed,
            name: name || words.the('seat', { n: 1 }),
            first: anyOf(this.#plan.seats) }));
        this.#button.disabled = false;
    };
}

/**
 * @param {import('../../engine/words.js').Words} words
 * @param {number} seconds
 */
export function clockWords(words, seconds) {
    if (seconds === 0)
        return words.the('page.clock.none');
    return seconds < 60 ? words.the('page.clock.seconds', { n: seconds })
        : words.the('page.clock.minutes', { n: seconds / 60 });
}

/**
 * A name, remembered when it is used.
 * @param {import('../../app.js').App} app
 * @param {string} name
 */
export function nameField({ words, store }, name) {
    const input = h('input', { id: 'my-name', value: name,
        maxlength: NAME_BYTES, autocomplete: 'nickname',
        spellcheck: 'false' });

    return {
        element: h('p', { class: 'field' },
            h('label', { for: 'my-name' }, words.the('page.table.name')),
            input),
        /** What is typed, as a table takes it. */
        get value() {
            const text = shortened(input.value);
            if (text)
                store.write('me', text);
            return text;
        },
    };
}

/**
 * @param {import('../../app.js').App} app
 * @param {string} wanted game
 * @param {Plan} [now]
 * @returns {Plan}
 */
function lastPlan({ engine, store }, wanted, now) {
    const last = now ?? store.read('together') ?? {};
    const game = engine.games.find(({ id }) => id === (wanted || last.game)) ??
        engine.games[0];
    const numbers = seatNumbers(game);

    return {
        game: game.id,
        seats: numbers.includes(last.seats) ? last.seats : numbers[0],
        options: usualOptions(game, last.game === game.id ? last.options : null),
        clock: CLOCKS.includes(last.clock) ? last.clock : 0,
        listed: last.listed === true,
        chat: last.chat === true,
        reactions: last.reactions === true,
        hints: last.hints === true,
        real: last.real === true && hasDice(engine, game),
        ...(typeof last.together === 'boolean' && { together: last.together }),
    };
}

/** Alone one needs no network. @param {import('../../engine/engine.js').Game} game */
function seatNumbers({ least, most }) {
    const from = Math.min(Math.max(2, least), most);
    return Array.from({ length: most - from + 1 }, (_, i) => from + i);
}

/** @param {number} seats */
function anyOf(seats) {
    return crypto.getRandomValues(new Uint32Array(1))[0] % seats;
}
