/*
 * Who plays, and how: people and bots, house rules, who begins, whose dice.
 * What was chosen last time is offered again.
 */
import { avatar, hued, initialOf } from '../elements/cloth.js';
import { h } from '../elements/dom.js';
import { icon } from '../elements/icons.js';
import { botName, botWords, namesIn, NAME_BYTES } from '../game/player_names.js';
import { ANYONE, lastPlan, newBot, startGame, YOUNGEST, youngestOf }
    from '../game/plans.js';
import { chosenSheet, sheetName } from '../device/sheets.js';
import { offerGuide } from '../guide/place.js';
import { didServerAnswer } from '../online/server.js';
import { banner } from './parts/head.js';
import { brainChoice } from './parts/brain.js';
import { checkField, hasDice, optionChoices } from './parts/house_rules.js';
import { errorWords, lostScreen } from './lost.js';
import { fetchTable } from './parts/soon.js';

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
    /** @type {import('../game/plans.js').Plan} */
    #plan;
    #seats = h('ol', { class: 'seats' });
    #begins = h('select', { id: 'first' });
    #youngest = h('select', { id: 'youngest' });
    #whoIs = h('p', { class: 'field' });
    #add = h('button', { type: 'button', 'data-add': true });
    #said = h('p', { class: 'said', role: 'alert' });

    /**
     * @param {import('../app.js').App} app
     * @param {import('../engine/engine.js').Game} game
     */
    constructor(app, game) {
        const { words } = app;

        this.#app = app;
        this.#game = game;
        this.#plan = lastPlan(app, game);
        this.title = words.the(`game.${game.id}`);
        this.#add.append(icon('plus'), words.the('page.add_player'));
        this.#add.addEventListener('click', () => this.#addPlayer());
        this.element = hued(h('form', { class: 'setup', submit: this.#start },
            banner(words, game, { way: { href: '#/',
                label: words.the('page.to_games') }, title: this.title },
            h('a', { class: 'button quiet', href: `#/rules/${game.id}` },
                icon('question'), words.the('page.rules'))),
            offerGuide(app, game),
            h('section', { class: 'paper' },
                h('h2', {}, words.the('page.who_plays')), this.#seats,
                this.#add, ...this.#firstChoice()),
            elsewhere(app, game),
            sheetChoice(app, game),
            this.#diceChoice(), this.#rowChoice(),
            optionChoices(words, game, this.#plan.options),
            brainChoice(app, game), this.#said,
            h('footer', { class: 'ledge' }, h('button', { class: 'main wide',
                type: 'submit' }, icon('play'), words.the('page.start')))), game);
        this.#draw();
        fetchTable();
    }

    #addPlayer() {
        const { players } = this.#plan;
        const { bots } = this.#app.engine;
        const last = players[players.length - 1];

        players.push(last?.bot || players.length === 1
            ? newBot(this.#app, players,
                last?.bot || bots[bots.length - 1])
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

        const people = players.flatMap(({ bot }, seat) => (bot ? [] : [seat]));

        this.#youngest.replaceChildren(...people.map((seat) => h('option',
            { value: seat, selected: seat === youngestOf(this.#plan) },
            names[seat])));
        this.#whoIs.hidden = first !== YOUNGEST || people.length < 2;
        this.#begins.replaceChildren(
            h('option', { value: ANYONE, selected: first === ANYONE },
                words.the('page.first.any')),
            ...people.slice(0, 1).map(() => h('option', { value: YOUNGEST,
                selected: first === YOUNGEST },
            words.the('page.first.youngest'))),
            ...players.map((_, seat) => h('option', { value: seat,
                selected: seat === first }, names[seat])));
    }

    /** @param {import('../game/plans.js').Player} player @param {number} seat */
    #seat(player, seat) {
        const { words, engine } = this.#app;
        const name = h('input', { value: player.name, maxlength: NAME_BYTES,
            autocomplete: 'off', spellcheck: 'false',
            'aria-label': words.the('page.name_of', { n: seat + 1 }),
            placeholder: player.bot ? botName(words, player.bot)
                : this.#plan.players.filter(({ bot }) => !bot).length === 1
                    ? words.the('page.you')
                    : words.the('seat', { n: seat + 1 }),
            input: () => {
                player.name = name.value;
                face.textContent = initialOf(player.name || name.placeholder);
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

        const face = avatar(player.name || name.placeholder, seat);

        return h('li', {}, face, name, kind,
            this.#plan.players.length > Math.max(1, this.#game.least) &&
            h('button', { type: 'button', class: 'plain icon',
                'aria-label': words.the('page.remove_player', { n: seat + 1 }),
                click: () => {
                    this.#plan.players.splice(seat, 1);
                    this.#plan.first = Math.min(this.#plan.first, ANYONE);
                    this.#draw();
                } }, icon('close')));
    }

    /**
     * A bot's own name does not suit a person.
     * @param {import('../game/plans.js').Player} player
     */
    #changeKind(player) {
        const others = this.#plan.players.filter((one) => one !== player);

        player.name = player.bot ? newBot(this.#app, others,
            player.bot).name : '';
    }

    #firstChoice() {
        const { words } = this.#app;

        this.#begins.addEventListener('change', () => {
            this.#plan.first = Number(this.#begins.value);
            this.#drawFirst();
        });
        this.#youngest.addEventListener('change', () => {
            this.#plan.youngest = Number(this.#youngest.value);
        });
        this.#whoIs.append(h('label', { for: 'youngest' },
            words.the('page.first.who')), this.#youngest);
        return [h('p', { class: 'field' },
            h('label', { for: 'first' }, words.the('page.first')),
            this.#begins), this.#whoIs];
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

    #rowChoice() {
        return h('section', { class: 'paper' }, checkField('row',
            this.#app.words.the('page.row'), this.#plan.row, (on) => {
                this.#plan.row = on;
            }));
    }

    /* --- Starting ---------------------------------------------------------- */

    #start = (/** @type {Event} */ event) => {
        event.preventDefault();
        try {
            const id = startGame(this.#app, this.#game, this.#plan);
            this.#app.go(`play/${id}`);
        } catch (error) {
            this.#said.textContent = errorWords(this.#app.words, error);
        }
    };
}

/**
 * What it is played on, and the way to others.
 * @param {import('../app.js').App} app
 * @param {import('../engine/engine.js').Game} game
 */
function sheetChoice(app, { id, sheets }) {
    const { words } = app;

    return sheets > 0 && h('section', { class: 'paper on-sheet' },
        h('h2', {}, words.the('page.sheet')),
        h('p', { class: 'field' },
            h('b', {}, h('bdi', {}, sheetName(words, chosenSheet(app, id)))),
            h('a', { class: 'button', href: `#/sheets/${id}` },
                words.the('page.sheet.others'))));
}

/**
 * The way to the same game with everyone on their own device.
 * @param {import('../app.js').App} app
 * @param {import('../engine/engine.js').Game} game
 */
function elsewhere({ words }, { id, most }) {
    return didServerAnswer() && most > 1 && h('p', { class: 'way' },
        h('a', { class: 'button big raised', href: `#/together/${id}` },
            icon('people'), h('span', {}, h('b', {}, words.the('page.together')),
                h('small', {}, words.the('page.together.about')))));
}

/** @param {import('../engine/words.js').Words} words @param {string} bot */
function aboutBot(words, bot) {
    const id = `bot.about.${bot}`;
    return words.has(id) ? words.the(id) : null;
}
