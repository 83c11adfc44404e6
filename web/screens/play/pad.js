/* Real dice: people roll them and touch what they show. */
import { h, s } from '../../elements/dom.js';
import { colourOfDie, dieShowing } from '../../game/dice.js';
import { nameOf } from '../../table/piece_names.js';
import { drawCube } from '../../table/pieces/cube.js';

const SIZE = 40;

export class DicePad {
    #words;
    #picked;
    /** @type {import('../../engine/engine.js').Chance | undefined} */
    #chance;
    /** @type {number[]} faces, −1: not yet */
    #faces = [];

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
        this.#draw();
    }

    #draw() {
        const dice = this.#chance?.dice ?? [];
        const focused = document.activeElement instanceof HTMLElement
            ? document.activeElement.dataset.face : undefined;

        this.element.replaceChildren(
            ...dice.map((die, i) => h('div', { class: 'row', role: 'group',
                'aria-label': this.#words.the(
                    `page.die.${colourOfDie(die.name)}`) },
            ...die.faces.map((face, at) => this.#face(die.name, face, i, at)))));
        if (focused)
            /** @type {HTMLElement | null} */
            (this.element.querySelector(`[data-face="${focused}"]`))?.focus();
    }

    /**
     * @param {string} name of the die
     * @param {string} face
     * @param {number} die
     * @param {number} at
     */
    #face(name, face, die, at) {
        const piece = dieShowing(name, face);
        const picked = this.#faces[die] === at;

        return h('button', { type: 'button', 'data-face': `${die} ${at}`,
            class: picked ? 'face picked' : 'face',
            'aria-pressed': String(picked),
            'aria-label': nameOf(piece, this.#words, []),
            click: () => {
                this.#faces[die] = at;
                this.#draw();
                this.#picked();
            } },
        s('svg', { width: SIZE, height: SIZE, 'aria-hidden': 'true',
            viewBox: `0 0 ${SIZE} ${SIZE}` },
        s('g', { class: `piece cube ${piece.colour}` },
            ...drawCube(piece, { x: 0, y: 0, w: SIZE, h: SIZE }))));
    }
}
