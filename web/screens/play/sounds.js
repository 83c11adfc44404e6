/* What can be heard of what has just happened. */
import { isCalm } from '../../device/settings.js';
import { landing } from '../../table/moving.js';

/** @typedef {import('../../engine/engine.js').Piece} Piece */

export class Ears {
    #sound;
    /** Marks since the last roll: each sounds a little higher. */
    #chain = 0;

    /** @param {import('../../device/sound.js').Sound} sound */
    constructor(sound) {
        this.#sound = sound;
    }

    /**
     * Dice tumble, and come to rest one after another.
     * @param {import('../../engine/engine.js').View} view
     */
    dice(view) {
        const dice = view.pieces.filter(({ kind }) => kind === 'cube').length;

        this.#chain = 0;
        this.#sound.roll();
        for (let i = 0; i < (isCalm() ? 1 : dice); i++)
            setTimeout(() => this.#sound.die(i,
                dice > 1 ? 2 * i / (dice - 1) - 1 : 0), landing(i, dice) * 0.8);
    }

    /**
     * What someone did: a cross, a card, a lock. Pawns are heard as they hop.
     * @param {Iterable<Piece>} just
     */
    news(just) {
        for (const piece of just) {
            if (piece.kind === 'card')
                this.#sound.card();
            else if (piece.kind === 'box' && piece.marks.length > 0)
                this.#mark(piece);
        }
    }

    /** @param {Piece} piece */
    #mark({ colour, marks, sign, value = 0 }) {
        if (sign === 'lock') {
            this.#sound.lock();
        } else if (value < 0) {
            this.#sound.penalty();
        } else {
            this.#sound.pencil(marks.includes('circled'));
            this.#sound.done(colour, this.#chain++);
        }
    }
}
