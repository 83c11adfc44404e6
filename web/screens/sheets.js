/*
 * The sheets of a game: those that are shipped and people's own. One is chosen
 * by a touch; others are made from it, opened from a file or a link, and given
 * on. No line here knows a game: engine/engine.js tells what a sheet is made of.
 */
import { hued } from '../elements/cloth.js';
import { download, h, openDialog } from '../elements/dom.js';
import { icon } from '../elements/icons.js';
import { addressField } from '../online/invite.js';
import { allSheets, chooseSheet, chosenSheet, forgetSheet, keepSheet, sheetName }
    from '../device/sheets.js';
import { drawSheet } from '../table/picture.js';
import { lostScreen } from './lost.js';
import { banner } from './parts/head.js';
import { addressOfSheet, unpack } from './sheets/link.js';
import { mistakeWords } from './sheets/mistakes.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../engine/engine.js').Game} Game
 * @typedef {import('../engine/engine.js').Sheet} Sheet
 * @typedef {import('../engine/words.js').Words} Words
 */

const LARGEST = 65536; // bytes of a file that is looked at
const SEEDS = 1_000_000; // few enough to be read out aloud

/**
 * @param {App} app
 * @param {string} id of the game
 * @returns {Promise<import('../app.js').Screen>}
 */
export async function openSheets(app, id) {
    const game = app.engine.games.find((one) => one.id === id);

    return game?.sheets ? new Sheets(app, game, await app.howto())
        : lostScreen(app, 'page.lost.page');
}

class Sheets {
    #app;
    #game;
    #said;
    #list = h('ul', { class: 'sheets' });
    #told = h('div', { class: 'said', role: 'status' });

    /** @param {App} app @param {Game} game @param {Words} said the words of this screen */
    constructor(app, game, said) {
        const { words } = app;

        this.#app = app;
        this.#game = game;
        this.#said = said;
        this.title = said.the('sheets.of', { word: words.the(`game.${game.id}`) });
        this.element = hued(h('div', { class: 'setup of-sheets' },
            banner(words, game, { way: { label: words.the('page.back') },
                title: this.title }),
            h('p', { class: 'lead' }, said.the('sheets.about')),
            this.#list, this.#fromSeed(), this.#openFile(), this.#told,
            h('footer', { class: 'ledge' },
                h('a', { class: 'button main wide', href: `#/new/${game.id}` },
                    icon('play'), words.the('page.play')))), game);
        this.#draw();
    }

    #draw() {
        const { layout } = chosenSheet(this.#app, this.#game.id) ?? this.#game;

        this.#list.replaceChildren(...allSheets(this.#app, this.#game.id)
            .map((sheet) => this.#item(sheet, sheet.layout === layout)));
    }

    /** @param {Sheet} sheet @param {boolean} isChosen */
    #item(sheet, isChosen) {
        const { words, engine } = this.#app;
        const said = this.#said;
        const isUsual = sheet.layout === this.#game.layout;
        const name = sheetName(words, isUsual ? null : sheet);

        return h('li', { class: isChosen ? 'paper chosen' : 'paper',
            'data-layout': sheet.layout },
        h('button', { type: 'button', class: 'plain choice',
            'aria-pressed': String(isChosen),
            click: () => this.#choose(sheet) },
        drawSheet(engine, this.#game, words, sheet.text),
        h('span', { class: 'called' }, h('b', {}, h('bdi', {}, name)),
            sheet.author && h('small', { class: 'soft' },
                said.the('sheets.by', { word: sheet.author })),
            h('span', { class: isChosen ? 'mark ready' : 'mark' },
                isChosen && icon('check'),
                said.the(isChosen ? 'sheets.chosen' : 'sheets.choose')))),
        h('div', { class: 'abreast' },
            h('a', { class: 'button', 'data-edit': true,
                href: `#/edit/${this.#game.id}.${sheet.layout}` },
            said.the(sheet.own ? 'sheets.edit' : 'sheets.copy')),
            h('button', { type: 'button', class: 'icon', 'data-share': true,
                'aria-label': said.the('sheets.share', { word: name }),
                click: () => this.#share(sheet, name) }, icon('share')),
            h('button', { type: 'button', class: 'icon', 'data-save': true,
                'aria-label': said.the('sheets.save', { word: name }),
                click: () => download(`${this.#game.id}.sheet`, sheet.text) },
            icon('save')),
            sheet.own && h('button', { type: 'button', class: 'icon',
                'data-forget': true,
                'aria-label': said.the('sheets.forget', { word: name }),
                click: () => this.#forget(sheet) }, icon('close'))));
    }

    /** @param {Sheet} sheet */
    #choose(sheet) {
        chooseSheet(this.#app, sheet);
        this.#draw();
        /** @type {HTMLElement | null} */
        (this.#list.querySelector('[aria-pressed=true]'))?.focus();
    }

    /** It can be had back as long as this screen is there. @param {Sheet} sheet */
    #forget(sheet) {
        const said = this.#said;

        forgetSheet(this.#app, sheet);
        this.#draw();
        this.#told.replaceChildren(said.the('sheets.forgotten',
            { word: sheetName(this.#app.words, sheet) }), ' ',
        h('button', { type: 'button', class: 'plain', 'data-undo': true,
            click: () => {
                keepSheet(this.#app, sheet);
                this.#told.replaceChildren();
                this.#draw();
            } }, icon('undo'), this.#app.words.the('page.take_back')));
    }

    /** @param {Sheet} sheet @param {string} name */
    async #share(sheet, name) {
        const { words } = this.#app;
        const title = this.#said.the('sheets.share', { word: name });

        openDialog(title, words.the('page.close'),
            h('p', {}, this.#said.the('sheets.link.about')),
            addressField(this.#app, await addressOfSheet(sheet.text),
                { title, label: words.the('page.invite.link') }));
    }

    /** The same number makes the same sheet, on every device. */
    #fromSeed() {
        const said = this.#said;
        const number = h('input', { type: 'number', id: 'seed', min: 0,
            max: SEEDS - 1, step: 1, required: true,
            value: crypto.getRandomValues(new Uint32Array(1))[0] % SEEDS });
        const button = h('button', { type: 'submit', 'data-make': true },
            said.the('sheets.make'));

        return h('form', { class: 'paper', submit: async (
            /** @type {Event} */ event) => {
            event.preventDefault();
            button.disabled = true;
            await this.#make(Number(number.value)).finally(() => {
                button.disabled = false;
            });
        } },
        h('p', { class: 'field' },
            h('label', { for: 'seed' }, said.the('sheets.seed')), number, button),
        h('p', { class: 'soft' }, said.the('sheets.seed.about')));
    }

    /** @param {number} seed */
    async #make(seed) {
        const { words, engine, thinker } = this.#app;
        const text = await thinker.makeSheet(this.#game.id, seed);
        const name = words.the('page.sheet.called', { word: String(seed) });
        const sheet = engine.sheet(text.replace(/^game .*$/m, `$&\nname ${name}`));

        keepSheet(this.#app, sheet);
        this.#choose(sheet);
        this.#list.querySelector('.chosen')?.scrollIntoView({ block: 'nearest' });
    }

    #openFile() {
        const input = h('input', { type: 'file', id: 'sheet-file', class: 'unseen',
            accept: '.sheet,.txt,text/plain', change: async () => {
                const file = input.files?.[0];
                input.value = '';
                if (file)
                    this.#told.replaceChildren(...await this.#read(file));
            } });

        return h('div', { class: 'open-record' }, input,
            h('label', { class: 'button', for: 'sheet-file' },
                this.#said.the('sheets.open')));
    }

    /** @param {File} file @returns {Promise<Node[]>} what is wrong with it */
    async #read(file) {
        const { mistakes, sheet } = this.#app.engine.readSheet(
            file.size > LARGEST ? 'x'.repeat(LARGEST) : await file.text());

        if (!sheet)
            return mistakes.map((one) => h('p', {},
                mistakeWords(this.#app.words, this.#said, one)));
        keepSheet(this.#app, sheet);
        chooseSheet(this.#app, sheet);
        if (sheet.game === this.#game.id)
            this.#draw();
        else
            this.#app.go(`sheets/${sheet.game}`);
        return [];
    }
}

/**
 * A sheet that someone has sent as a link: to be looked at, and kept.
 * @param {App} app
 * @param {string} packed
 * @returns {Promise<import('../app.js').Screen>}
 */
export async function openShared(app, packed) {
    const { words, engine } = app;
    const said = await app.howto();
    const text = await unpack(packed).catch(() => '');
    const { mistakes: [first], sheet } = engine.readSheet(text);

    if (!sheet)
        return brokenLink(app, words.say(first.what));
    const game = engine.game(sheet.game);
    const name = sheetName(words, sheet.layout === game.layout ? null : sheet);
    return { title: name, element: hued(h('div', { class: 'setup of-sheets' },
        banner(words, game, { way: { href: '#/',
            label: words.the('page.to_games') },
        title: said.the('sheets.of', { word: words.the(`game.${game.id}`) }) }),
        h('section', { class: 'paper shared' },
            drawSheet(engine, game, words, sheet.text),
            h('p', { class: 'called' }, h('b', {}, h('bdi', {}, name)),
                sheet.author && h('small', { class: 'soft' },
                    said.the('sheets.by', { word: sheet.author })))),
        h('footer', { class: 'ledge' },
            h('button', { type: 'button', class: 'main wide', 'data-keep': true,
                click: () => {
                    keepSheet(app, sheet);
                    chooseSheet(app, sheet);
                    app.replace(`sheets/${game.id}`);
                } }, icon('check'), said.the('sheets.keep')))), game) };
}

/** @param {App} app @param {string} why */
function brokenLink(app, why) {
    const lost = lostScreen(app, 'page.lost.page');

    lost.element.querySelector('p')?.replaceChildren(why);
    return lost;
}
