/*
 * Who plays, and how: people and bots, house rules, who begins, whose dice.
 * What was chosen last time is offered again.
 */
import { h } from '../dom.js';
import { botName, botWords, namesIn, NAME_BYTES, shortened } from '../names.js';
import { didServerAnswer } from '../server.js';
import { checkField, hasDice, optionChoices, usualOptions } from './house.js';
import { errorWords, lostScreen } from './lost.js';

/**
 * @typedef {{name: string, bot: string}} Player '': a person
 *
 * @typedef {object} Plan
 * @property {Player[]} players
 * @property {Record<string, string>} options
 * @property {number} first −1: anybody
 * @property {boolean} real
 */

/**
 * @param {import('../app.js').App} app
 * @param {string} id of the game
 * @returns {import('../app.js').Screen}
 */
export function openPlayers(app, id) {
    const game = app.engine.games.find((one) => one.id === id);

    return game ? new Players(app, game) : lostScreen(app, 'page.lost.page');
}

class Players {
    #app;
    #game;
    /** @type {Plan} */
    #plan;
    #seats = h('ol', { class: 'seats' });
    #begins = h('select', { id: 'first' });
    #add = h('button', { type: 'button', 'data-add': true });
    #said = h('p', { class: 'said', role: 'alert' });

    /**
     * @param {import('../app.js').App} app
     * @param {import('../engine.js').Game} game
     */
    constructor(app, game) {
        const { words } = app;

        this.#app = app;
        this.#game = game;
        this.#plan = this.#lastPlan();
        this.title = words.the(`game.${game.id}`);
        this.#add.textContent = words.the('page.add_player');
        this.#add.addEventListener('click', () => this.#addPlayer());
        this.element = h('form', { class: 'setup', submit: this.#start },
            h('header', { class: 'top' },
                h('a', { class: 'button plain icon', href: '#/',
                    'aria-label': words.the('page.to_games') }, '‹'),
                h('h1', { tabindex: '-1' }, this.title),
                h('a', { class: 'button plain', href: `#/rules/${game.id}` },
                    words.the('page.rules'))),
            h('p', { class: 'about' }, words.the(`about.${game.id}`)),
            h('section', { class: 'paper' },
                h('h2', {}, words.the('page.who_plays')), this.#seats,
                this.#add, this.#firstChoice()),
            elsewhere(app, game),
            this.#diceChoice(),
            optionChoices(words, game, this.#plan.options), this.#said,
            h('footer', { class: 'bar' }, h('button', { class: 'main wide',
                type: 'submit' }, words.the('page.start'))));
        this.#draw();
    }

    /** @returns {Plan} */
    #lastPlan() {
        const { words, engine, store } = this.#app;
        const last = store.read(`plan.${this.#game.id}`);
        const me = store.read('me') ?? words.the('page.you');
        /** @type {Plan} */
        const plan = {
            players: [{ name: me, bot: '' }],
            options: usualOptions(this.#game, last?.options),
            first: -1,
            real: false,
        };

        while (plan.players.length < Math.max(2, this.#game.least) &&
            plan.players.length < this.#game.most)
            plan.players.push(this.#newBot(plan.players,
                engine.bots[engine.bots.length - 1]));
        if (!last || !Array.isArray(last.players))
            return plan;
        /** @type {Player[]} */
        const players = last.players.filter((/** @type {Player} */ player) =>
            typeof player?.name === 'string' &&
            (player.bot === '' || engine.bots.includes(player.bot)))
            .slice(0, this.#game.most);
        if (players.length >= this.#game.least)
            plan.players = players;
        plan.real = last.real === true && hasDice(engine, this.#game);
        if (Number.isInteger(last.first) && last.first < players.length)
            plan.first = last.first;
        return plan;
    }

    /** @param {Player[]} players @param {string} bot @returns {Player} */
    #newBot(players, bot) {
        const { words } = this.#app;
        const taken = players.map(({ name }) => name);
        const names = [1, 2, 3, 4, 5, 6].map((i) =>
            words.the(`page.bot_name.${i}`));

        return { name: names.find((name) => !taken.includes(name)) ?? '', bot };
    }

    #addPlayer() {
        const { players } = this.#plan;
        const { bots } = this.#app.engine;
        const last = players[players.length - 1];

        players.push(last?.bot || players.length === 1
            ? this.#newBot(players, last?.bot || bots[bots.length - 1])
            : { name: '', bot: '' });
        this.#draw();
        this.#seats.querySelector('li:last-child input')
            ?.scrollIntoView({ block: 'nearest' });
    }

    /* --- Drawing ----------------------------------------------------------- */

    #draw() {
        const { players } = this.#plan;

        this.#seats.replaceChildren(...players.map((player, seat) =>
            this.#seat(player, seat)));
        this.#add.hidden = players.length >= this.#game.most;
        this.#drawFirst();
    }

    #drawFirst() {
        const { words } = this.#app;
        const { players, first } = this.#plan;
        const names = namesIn(words, {
            names: players.map(({ name }) => name),
            bots: players.map(({ bot }) => bot) });

        this.#begins.replaceChildren(
            h('option', { value: -1, selected: first < 0 },
                words.the('page.first.any')),
            ...players.map((_, seat) => h('option', { value: seat,
                selected: seat === first }, names[seat])));
    }

    /** @param {Player} player @param {number} seat */
    #seat(player, seat) {
        const { words, engine } = this.#app;
        const name = h('input', { value: player.name, maxlength: NAME_BYTES,
            autocomplete: 'off', spellcheck: 'false',
            'aria-label': words.the('page.name_of', { n: seat + 1 }),
            placeholder: player.bot ? botName(words, player.bot)
                : words.the('seat', { n: seat + 1 }),
            input: () => {
                player.name = name.value;
                this.#drawFirst();
            } });
        const kind = h('select', { 'aria-label':
            words.the('page.kind_of', { n: seat + 1 }),
        change: () => {
            const wasBot = player.bot !== '';
            player.bot = kind.value;
            if (wasBot !== (kind.value !== ''))
                this.#changeKind(player);
            this.#draw();
        } },
        h('option', { value: '', selected: !player.bot },
            words.the('page.person')),
        ...engine.bots.map((bot) => h('option', { value: bot,
            selected: player.bot === bot, title: aboutBot(words, bot) },
        botWords(words, bot))));

        return h('li', {}, name, kind,
            this.#plan.players.length > Math.max(1, this.#game.least) &&
            h('button', { type: 'button', class: 'plain icon',
                'aria-label': words.the('page.remove_player', { n: seat + 1 }),
                click: () => {
                    this.#plan.players.splice(seat, 1);
                    this.#plan.first = -1;
                    this.#draw();
                } }, '×'));
    }

    /** A bot's own name does not suit a person. @param {Player} player */
    #changeKind(player) {
        const others = this.#plan.players.filter((one) => one !== player);

        player.name = player.bot ? this.#newBot(others, player.bot).name : '';
    }

    #firstChoice() {
        const { words } = this.#app;

        this.#begins.addEventListener('change', () => {
            this.#plan.first = Number(this.#begins.value);
        });
        return h('p', { class: 'field' },
            h('label', { for: 'first' }, words.the('page.first')),
            this.#begins);
    }

    #diceChoice() {
        const { words, engine } = this.#app;

        if (!hasDice(engine, this.#game))
            return null;
        return h('section', { class: 'paper' },
            h('h2', {}, words.the('page.whose_dice')),
            checkField('real', words.the('page.real_dice'), this.#plan.real,
                (on) => {
                    this.#plan.real = on;
                }));
    }

    /* --- Starting ---------------------------------------------------------- */

    #start = (/** @type {Event} */ event) => {
        const { store, engine, words } = this.#app;
        const { players, options, first, real } = this.#plan;

        event.preventDefault();
        const names = players.map(({ name }) => shortened(name));
        const begins = first >= 0 ? first
            : crypto.getRandomValues(new Uint32Array(1))[0] % players.length;
        try {
            const match = engine.start({ game: this.#game.id,
                seats: players.length, first: begins, options,
                names: players.map(({ bot }, seat) => names[seat] ||
                    (bot ? '' : words.player(seat, names))),
                bots: players.map(({ bot }) => bot) });
            const kept = store.newGame(match.record(), real);
            match.close();
            store.write(`plan.${this.#game.id}`, this.#plan);
            const me = players.find(({ bot, name }) => !bot && name);
            if (me)
                store.write('me', me.name);
            this.#app.go(`play/${kept.id}`);
        } catch (error) {
            this.#said.textContent = errorWords(words, error);
        }
    };
}

/**
 * The way to the same game with everybody on their own device.
 * @param {import('../app.js').App} app
 * @param {import('../engine.js').Game} game
 */
function elsewhere({ words }, { id, most }) {
    return didServerAnswer() && most > 1 && h('p', { class: 'way' },
        h('a', { class: 'card row', href: `#/together/${id}` },
            h('strong', {}, words.the('page.together')),
            h('span', { class: 'soft' }, words.the('page.together.about'))));
}

/** @param {import('../words.js').Words} words @param {string} bot */
function aboutBot(words, bot) {
    const id = `bot.about.${bot}`;
    return words.has(id) ? words.the(id) : null;
}
