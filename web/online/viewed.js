/*
 * A game as the server shows it to one seat: a view after every step. It can
 * be looked at like a match, at any of its steps.
 */
import { bytesOf } from '../device/bytes.js';
import { STATE } from '../engine/engine.js';

/**
 * @typedef {import('../engine/engine.js').Readable} Readable
 * @typedef {import('../engine/engine.js').Turn} Turn
 * @typedef {import('./guest.js').Past} Past
 */

/** @implements {Readable} */
export class Viewed {
    #match;
    #seat;
    #start;
    /** @type {Past[]} */
    #past = [];
    /** @type {import('../engine/engine.js').Step[]} what was asked of #past */
    #steps = [];
    /** @type {string | null} the view that is looked at, null: a choice in it */
    #now = '';
    /** How many steps of it are shown. */
    at = 0;

    /**
     * @param {import('../engine/engine.js').Engine} engine
     * @param {import('../engine/engine.js').About} about
     * @param {number} seat whose views they are; −1: a spectator's
     */
    constructor(engine, about, seat) {
        this.#match = engine.start(about);
        this.#seat = seat;
        this.#start = this.#match.view(seat);
        this.about = about;
    }

    close() {
        this.#match.close();
    }

    get game() {
        return this.#match.game;
    }

    /**
     * Looks at the game after so many steps, or at that view of it.
     * @param {Past[]} past all steps that are known
     * @param {number} at
     * @param {string} [view] base64
     */
    show(past, at, view = past[at - 1]?.view ?? '') {
        this.#past = past;
        this.at = at;
        if (view !== this.#now)
            this.#match.see(this.#bytesOf(view));
        this.#now = view;
    }

    /** The own choice, before others have made theirs. @param {number} move */
    choose(move) {
        this.#match.answer(this.#seat, move);
        this.#now = null;
    }

    /** @param {string} view '': before the first step */
    #bytesOf(view) {
        const bytes = new Uint8Array(STATE);

        if (view === '')
            return this.#start;
        bytes.set(bytesOf(view));
        return bytes;
    }

    /** @returns {Turn} */
    turn() {
        return { ...this.#match.turn(), steps: this.at, question: this.at,
            known: this.at };
    }

    /** @param {number} seat */
    look(seat) {
        return this.#match.look(seat);
    }

    /** @param {number} seat @param {number} [from] */
    history(seat, from = 0) {
        let first = from;

        while (first < this.at && this.#steps[first])
            first++;
        if (first < this.at)
            this.#hear(seat, first);
        return this.#steps.slice(from, this.at);
    }

    /** Works out the steps from one on. @param {number} seat @param {number} first */
    #hear(seat, first) {
        const past = this.#past.slice(first, this.at);
        const views = [this.#past[first - 1], ...past].map(
            (step) => this.#bytesOf(step?.view ?? ''));

        this.#match.stepsBetween(seat, views, past.map(({ words }) => words))
            .forEach((step, i) => {
                this.#steps[first + i] = step;
            });
    }

    /** @param {number} seat @param {number} move */
    preview(seat, move) {
        return this.#match.preview(seat, move);
    }

    /** @param {number} seat @param {number} piece */
    why(seat, piece) {
        return this.#match.why(seat, piece);
    }

    /** @param {number} seat */
    view(seat) {
        return this.#match.view(seat);
    }
}
