/*
 * A sheet is changed by touching its boxes: below is what may stand there, and
 * what is wrong so far. The engine says what a line is made of; no line here
 * knows a game.
 */
import { hued } from '../../elements/cloth.js';
import { h } from '../../elements/dom.js';
import { icon } from '../../elements/icons.js';
import { allSheets, chooseSheet, forgetSheet, keepSheet }
    from '../../device/sheets.js';
import { drawSheet } from '../../table/picture.js';
import { lostScreen } from '../lost.js';
import { head } from '../parts/head.js';

/**
 * @typedef {import('../../app.js').App} App
 * @typedef {import('../../engine/engine.js').Cell} Cell
 * @typedef {import('../../engine/engine.js').Mistake} Mistake
 * @typedef {import('../../engine/engine.js').Sheet} Sheet
 * @typedef {import('../../engine/engine.js').SheetLine} SheetLine
 * @typedef {import('../../engine/words.js').Words} Words
 *
 * @typedef {object} Place of a box
 * @property {number} line
 * @property {number} cell
 */

const FEW = 24; // numbers that have a button each
const LEAST = 7; // of them side by side, and at most
const MOST = 11;
const TITLE = 63; // bytes, at most
const ROOM = 12; // px below a box
const SHORT = 2; // letters that have room beside a line, or in a box

/** Colours as all our notation has them. @type {Record<string, string>} */
const COLOURS = { r: 'red', y: 'yellow', g: 'green', b: 'blue', p: 'purple',
    o: 'orange' };

/**
 * @param {App} app
 * @param {string} id GAME.LAYOUT of the sheet that it begins with
 * @returns {Promise<import('../../app.js').Screen>}
 */
export async function openEditor(app, id) {
    const [game, layout] = id.split('.');
    const from = app.engine.games.some((one) => one.id === game && one.sheets)
        ? allSheets(app, game).find((sheet) => sheet.layout === layout) : null;

    return from ? new Editor(app, from, await app.howto())
        : lostScreen(app, 'page.lost.page');
}

class Editor {
    #app;
    #said;
    #from;
    /** @type {SheetLine[]} */
    #lines;
    #name;
    #author;
    /** @type {Place | null} the box that is touched */
    #at = null;
    /** Is it to change places with the next one? */
    #swaps = false;
    #grid = h('div', { class: 'sheet-text' });
    #choices = h('div', { class: 'choices' });
    #wrong = h('ul', {});
    #picture = h('div', { class: 'sheet-preview' });
    #keep = h('button', { type: 'button', class: 'main', 'data-keep': true });
    /** @type {Sheet | null} what it is now; null: something is wrong */
    #now = null;
    #changed = false;

    /** @param {App} app @param {Sheet} from @param {Words} said */
    constructor(app, from, said) {
        const { words, engine } = app;
        const game = engine.game(from.game);

        this.#app = app;
        this.#said = said;
        this.#from = from;
        this.#lines = from.lines.map((line) => ({ ...line, cells: [...line.cells] }));
        this.#name = titleField('sheet-name', said.the('sheets.name'),
            from.own ? from.name : said.the('sheets.mine'), () => this.#change());
        this.#author = titleField('sheet-author', said.the('sheets.author'),
            from.own ? from.author : app.store.read('me') ?? '',
            () => this.#change());
        this.title = said.the('sheets.edit.of',
            { word: words.the(`game.${game.id}`) });
        this.#keep.append(icon('check'), said.the('sheets.keep'));
        this.#keep.addEventListener('click', () => this.#done());
        this.element = hued(h('div', { class: 'setup sheet-editor' },
            head({ label: words.the('page.back') }, this.title),
            h('section', { class: 'paper' }, this.#name.element,
                this.#author.element),
            h('section', { class: 'paper' },
                h('p', { class: 'soft' }, said.the('sheets.touch')),
                h('div', { class: 'sheet-room' }, this.#grid)),
            h('section', { class: 'paper' }, this.#picture),
            h('footer', { class: 'ledge' }, this.#choices,
                h('div', { class: 'wrong', role: 'status' }, this.#wrong),
                this.#keep)), game);
        this.#draw();
        this.#check();
    }

    get isBusy() {
        return this.#changed;
    }

    /* --- The text ---------------------------------------------------------- */

    /** The sheet as a text, and where each box stands in it. */
    #text() {
        const lines = ['parlour-sheet 1', `game ${this.#from.game}`];
        /** @type {Map<string, Place>} */
        const places = new Map();

        if (this.#name.value)
            lines.push(`name ${this.#name.value}`);
        if (this.#author.value)
            lines.push(`author ${this.#author.value}`);
        this.#lines.forEach(({ label, cells }, line) => {
            let text = label;
            cells.forEach((word, cell) => {
                text += text ? ' ' : '';
                places.set(`${lines.length + 1} ${text.length + 1}`,
                    { line, cell });
                text += word;
            });
            lines.push(text);
        });
        return { text: `${lines.join('\n')}\n`, places };
    }

    #change() {
        this.#changed = true;
        this.#check();
    }

    /** What is wrong is said at once, and shown where it is. */
    #check() {
        const { engine, words } = this.#app;
        const { text, places } = this.#text();
        const { mistakes, sheet } = engine.readSheet(text);

        this.#now = sheet;
        this.#keep.disabled = !sheet;
        this.#wrong.replaceChildren(...mistakes.map((mistake) =>
            this.#mistake(mistake,
                places.get(`${mistake.line} ${mistake.column}`))));
        this.#grid.querySelectorAll('.faulty').forEach((box) =>
            box.classList.remove('faulty'));
        for (const { line, column } of mistakes)
            this.#box(places.get(`${line} ${column}`))?.classList.add('faulty');
        if (sheet)
            this.#picture.replaceChildren(drawSheet(engine,
                engine.game(sheet.game), words, sheet.text));
        this.#picture.classList.toggle('old', !sheet);
    }

    /** @param {Mistake} mistake @param {Place} [place] */
    #mistake({ what }, place) {
        const sentence = this.#app.words.say(what);

        return h('li', {}, place ? h('button', { type: 'button', class: 'plain',
            click: () => this.#touch(place, true) }, sentence) : sentence);
    }

    /* --- The boxes --------------------------------------------------------- */

    /** @param {Place | null} [place] @returns {HTMLElement | null} */
    #box(place) {
        return place ? this.#grid.querySelector(
            `[data-at="${place.line} ${place.cell}"]`) : null;
    }

    #draw() {
        this.#grid.replaceChildren(...this.#lines.map(({ label, cells, last },
            line) => h('div', { class: 'sheet-line', role: 'group',
            'aria-label': this.#labelOf(label, line) },
        label && h('span', { class: label.length > SHORT ? 'of-line long'
            : 'of-line' }, this.#labelOf(label, line)),
        h('span', { class: 'cells' }, ...cells.map((word, cell) =>
            this.#drawBox(word, { line, cell },
                last !== undefined && cell === cells.length - 1))))));
        this.#drawChoices();
    }

    /** @param {string} label @param {number} line */
    #labelOf(label, line) {
        const { words } = this.#app;
        const [own, colour] = [`sheets.line.${label}`, `page.colour.${label}`];

        if (this.#said.has(own))
            return this.#said.the(own);
        return words.has(colour) ? words.the(colour)
            : words.has(label) ? words.the(label)
                : label || words.number(line + 1);
    }

    /** @param {string} word @param {Place} place @param {boolean} isLast */
    #drawBox(word, { line, cell }, isLast) {
        return h('button', { type: 'button', 'data-at': `${line} ${cell}`,
            class: `${look(word)}${isLast ? ' apart' : ''}`,
            'aria-label': this.#nameOf(word, { line, cell }),
            'aria-pressed': String(this.#at?.line === line &&
                this.#at.cell === cell),
            click: () => this.#touch({ line, cell }) }, shown(word));
    }

    /**
     * What is in a box, for those who do not see its colour.
     * @param {string} word
     * @param {Place} place
     */
    #nameOf(word, place) {
        const colour = colourOf(word);

        return [colour && this.#app.words.the(`page.colour.${colour}`),
            shown(word), this.#meaningOf(word, place)].filter(Boolean)
            .join(' ') || this.#said.the('sheets.empty');
    }

    /** What a code stands for, where the game says it. @param {string} word @param {Place} place */
    #meaningOf(word, place) {
        const { words, means } = this.#kindAt(place);
        const id = means?.[words.indexOf(word)];

        return id ? this.#app.words.the(id) : '';
    }

    /** @param {Place} place @param {boolean} [looks] bring it into sight */
    #touch(place, looks = false) {
        if (this.#swaps && this.#at)
            this.#swap(this.#at, place);
        this.#swaps = false;
        this.#at = place;
        this.#draw();
        this.#check();
        this.#box(place)?.focus({ preventScroll: !looks });
        this.#uncover(place);
    }

    /** What can be chosen must not hide the box. @param {Place} place */
    #uncover(place) {
        const ledge = this.element.querySelector('.ledge');
        const covered = (this.#box(place)?.getBoundingClientRect().bottom ?? 0) +
            ROOM - (ledge?.getBoundingClientRect().top ?? Infinity);

        if (covered > 0)
            scrollBy(0, covered);
    }

    /** @param {Place} a @param {Place} b */
    #swap(a, b) {
        const word = this.#wordAt(a);

        this.#put(a, this.#wordAt(b));
        this.#put(b, word);
        this.#changed = true;
    }

    /** @param {Place} place */
    #wordAt({ line, cell }) {
        return this.#lines[line].cells[cell];
    }

    /** @param {Place} place @param {string} word */
    #put({ line, cell }, word) {
        this.#lines[line].cells[cell] = word;
    }

    /** What may stand there. @param {Place} place @returns {Cell} */
    #kindAt({ line, cell }) {
        const { kind, last, cells } = this.#lines[line];

        return last && cell === cells.length - 1 ? last : kind;
    }

    /* --- What may stand in the box that is touched ------------------------- */

    #drawChoices() {
        const at = this.#at;

        if (!at) {
            this.#choices.replaceChildren();
            return;
        }
        const { most = 0, cells } = this.#lines[at.line];
        const words = valuesOf(this.#kindAt(at));
        const values = h('div', { class: 'values' }, ...this.#values(at, words));
        values.style.setProperty('--columns', String(columnsOf(words)));
        const means = this.#meanings(at);
        this.#choices.replaceChildren(values,
            means.length > 0 ? h('dl', { class: 'meanings' }, ...means) : '',
            h('div', { class: 'abreast' },
                h('button', { type: 'button', 'data-swap': true,
                    'aria-pressed': String(this.#swaps),
                    click: () => {
                        this.#swaps = !this.#swaps;
                        this.#drawChoices();
                    } }, this.#said.the(this.#swaps ? 'sheets.swap.with'
                    : 'sheets.swap')),
                most > cells.length && h('button', { type: 'button',
                    'data-add': true, click: () => this.#resize(at, 1) },
                icon('plus'), this.#said.the('sheets.add')),
                most > 0 && cells.length > 1 && h('button', { type: 'button',
                    'data-remove': true, click: () => this.#resize(at, -1) },
                icon('close'), this.#said.the('sheets.remove'))));
    }

    /** @param {Place} at @param {string[]} words */
    #values(at, words) {
        const { low = 0, high = -1 } = this.#kindAt(at);

        return [
            high - low >= FEW && this.#number(at, low, high),
            ...words.map((word, i) => h('button', {
                type: 'button', class: colourOf(word) !==
                    colourOf(words[i - 1] ?? word) ? `${look(word)} begins`
                    : look(word),
                'data-value': word, 'aria-label': this.#nameOf(word, at),
                'aria-pressed': String(this.#wordAt(at) === word),
                click: () => this.#set(at, word) }, shown(word)))];
    }

    /** What the codes mean that may stand there. @param {Place} at */
    #meanings(at) {
        const { words } = this.#kindAt(at);

        return words.filter((word) => this.#meaningOf(word, at))
            .map((word) => h('div', {}, h('dt', {}, shown(word)),
                h('dd', {}, this.#meaningOf(word, at))));
    }

    /** Many numbers are typed. @param {Place} at @param {number} low @param {number} high */
    #number(at, low, high) {
        const field = h('input', { type: 'number', min: low, max: high, step: 1,
            value: this.#wordAt(at), 'aria-label': this.#said.the('sheets.number',
                { n: low, m: high }),
            change: () => {
                if (field.value !== '' && field.checkValidity())
                    this.#set(at, String(Number(field.value)));
            } });

        return field;
    }

    /** @param {Place} at @param {string} word */
    #set(at, word) {
        this.#put(at, word);
        this.#draw();
        this.#change();
    }

    /** @param {Place} at @param {number} by */
    #resize({ line, cell }, by) {
        const { cells } = this.#lines[line];

        if (by > 0)
            cells.splice(cell + 1, 0, cells[cell]);
        else
            cells.splice(cell, 1);
        this.#at = { line, cell: Math.min(cell + Math.max(0, by),
            cells.length - 1) };
        this.#draw();
        this.#change();
    }

    /* --- Keeping it -------------------------------------------------------- */

    #done() {
        const sheet = this.#now;

        if (!sheet)
            return;
        if (this.#from.own && this.#from.layout !== sheet.layout)
            forgetSheet(this.#app, this.#from);
        keepSheet(this.#app, sheet);
        chooseSheet(this.#app, sheet);
        this.#changed = false;
        this.#app.replace(`sheets/${sheet.game}`);
    }
}

/**
 * @param {string} id
 * @param {string} label
 * @param {string} value
 * @param {() => void} change
 */
function titleField(id, label, value, change) {
    const input = h('input', { id, value, maxlength: TITLE, autocomplete: 'off',
        input: change });

    return { element: h('p', { class: 'field' }, h('label', { for: id }, label),
        input),
    get value() {
        return input.value.trim();
    } };
}

/** A word that names a colour, or a number in one. @param {string} word */
function colourOf(word) {
    const [, letter = ''] = /^([a-z])\d*$/i.exec(word) ?? [];
    return COLOURS[letter.toLowerCase()] ?? '';
}

/** @param {string} word */
function look(word) {
    return `cell ${colourOf(word)} ${shown(word).length > SHORT ? 'tight' : ''}`
        .trim();
}

/** What has a button of its own. @param {Cell} kind */
function valuesOf({ low = 0, high = -1, words }) {
    const numbers = high - low < FEW ? high - low + 1 : 0;

    return [...Array.from({ length: numbers }, (_, i) => String(low + i)),
        ...words];
}

/** Colours stand below each other. @param {string[]} words */
function columnsOf(words) {
    const rows = new Map(words.map((word) => [colourOf(word), 0]));

    for (const word of words)
        rows.set(colourOf(word), (rows.get(colourOf(word)) ?? 0) + 1);
    return Math.min(MOST, Math.max(LEAST, ...rows.values()));
}

/** A box as it is drawn: a colour is seen and not read. @param {string} word */
function shown(word) {
    if (word === '.')
        return '';
    return (colourOf(word) ? word.slice(1) : word).replace('-', '−');
}
