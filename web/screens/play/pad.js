/* Real dice: people roll them and touch what they show, one after the other. */
import { h, s } from '../../elements/dom.js';
import { colourOfDie, dieShowing } from '../../game/dice.js';
import { nameOf } from '../../table/piece_names.js';
import { drawCube } from '../../table/pieces/cube.js';

const FACE = 40, SLOT = 30;

export class DicePad {
    #words;
    #picked;
    /** @type {import('../../engine/engine.js').Chance | undefined} */
    #chance;
    /** @type {number[]} faces, −1: not yet */
    #faces = [];
    #die = 0; // whose faces lie there

    /**
     * @param {import('../../engine/words.js').Words} words
     * @param {() => void} picked called when a face was
     */
    constructor(words, picked) {
        this.#words = words;
        this.#picked = picked;
        this.element = h('div', { class: 'pad' });
    }

    /** What all dice show; null: not yet. */
    get faces() {
        return this.#faces.includes(-1) ? null : this.#faces;
    }

    /** @param {import('../../engine/words.js').Words} words */
    speak(words) {
        this.#words = words;
        this.#draw();
    }

    /** @param {import('../../engine/engine.js').Chance | undefined} chance */
    ask(chance) {
        this.#chance = chance;
        this.#faces = (chance?.dice ?? []).map(() => -1);
        this.#die = 0;
        this.#draw();
    }

    /** A face as it is typed, or the one before again. @param {string} key */
    type(key) {
        const face = this.#dice[this.#die]?.faces.indexOf(key) ?? -1;

        if (face >= 0)
            this.#pick(face);
        else if (key === 'Backspace' && this.#dice.length > 0)
            this.#takeBack();
    }

    get #dice() {
        return this.#chance?.dice ?? [];
    }

    /** @param {number} face of the die whose turn it is */
    #pick(face) {
        this.#faces[this.#die] = face;
        const next = this.#faces.indexOf(-1, this.#die);
        const left = next < 0 ? this.#faces.indexOf(-1) : next;
        this.#die = left < 0 ? this.#die : left;
        this.#draw();
        this.#picked();
    }

    #takeBack() {
        if (this.#faces[this.#die] < 0)
            this.#die = Math.max(0, this.#die - 1);
        this.#faces[this.#die] = -1;
        this.#draw();
        this.#picked();
    }

    #draw() {
        const die = this.#dice[this.#die];
        const focused = this.element.contains(document.activeElement)
            ? /** @type {HTMLElement} */ (document.activeElement).dataset : {};

        this.element.replaceChildren(...die ? [
            h('div', { class: 'slots' },
                ...this.#dice.map((_, i) => this.#slot(i))),
            h('div', { class: 'row', role: 'group', 'aria-label': this.#name(die) },
                ...die.faces.map((face, at) => this.#face(face, at)))] : []);
        const [, at] = focused.face?.split(' ') ?? [];
        /** @type {HTMLElement | null} */ (this.element.querySelector(at
            ? `[data-face$=" ${at}"]` : `[data-die="${focused.die}"]`))?.focus();
    }

    /** @param {{ name: string }} die */
    #name({ name }) {
        return this.#words.the(`page.die.${colourOfDie(name)}`);
    }

    /** One of the dice, with what it shows: touched, it can be changed. @param {number} i */
    #slot(i) {
        const { name, faces } = this.#dice[i];
        const face = faces[this.#faces[i]];
        const piece = dieShowing(name, face);

        return h('button', { type: 'button', 'data-die': String(i),
            class: face ? 'slot known' : 'slot',
            'aria-current': String(i === this.#die),
            'aria-label': face ? nameOf(piece, this.#words, [])
                : this.#name({ name }),
            click: () => {
                this.#die = i;
                this.#draw();
            } }, drawDie(piece, SLOT));
    }

    /** @param {string} face @param {number} at */
    #face(face, at) {
        const piece = dieShowing(this.#dice[this.#die].name, face);
        const picked = this.#faces[this.#die] === at;

        return h('button', { type: 'button', 'data-face': `${this.#die} ${at}`,
            class: picked ? 'face picked' : 'face',
            'aria-pressed': String(picked),
            'aria-label': nameOf(piece, this.#words, []),
            click: () => this.#pick(at) }, drawDie(piece, FACE));
    }
}

/** @param {import('../../engine/engine.js').Piece} piece @param {number} size */
function drawDie(piece, size) {
    return s('svg', { width: size, height: size, 'aria-hidden': 'true',
        viewBox: `0 0 ${size} ${size}` },
    s('g', { class: `piece cube ${piece.colour}` },
        ...drawCube(piece, { x: 0, y: 0, w: size, h: size })));
}
