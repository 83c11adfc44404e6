/*
 * A game as the server shows it to one seat: a view after every step. It can
 * be looked at like a match, at any of its steps.
 */
import { STATE } from '../engine.js';

/**
 * @typedef {import('../engine.js').Readable} Readable
 * @typedef {import('../engine.js').Turn} Turn
 * @typedef {import('./guest.js').Past} Past
 */

/** @implements {Readable} */
export class Viewed {
    #match;
    #seat;
    #start;
    /** @type {Past[]} */
    #past = [];
    /** @type {import('../engine.js').Step[]} what is known of #past */
    #steps = [];
    /** @type {Uint8Array} what is looked at */
    #now;
    /** How many steps of it are shown. */
    at = 0;

    /**
     * @param {import('../engine.js').Engine} engine
     * @param {import('../engine.js').About} about
     * @param {number} seat whose views they are; −1: a spectator's
     */
    constructor(engine, about, seat) {
        this.#match = engine.start(about);
        this.#seat = seat;
        this.#start = this.#match.view(seat);
        this.#now = this.#start;
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
    show(past, at, view) {
        this.#past = past;
        this.at = at;
        this.#now = view === undefined ? this.#after(at) : bytesOf(view);
        this.#match.see(this.#now);
    }

    /** The own choice, before others have made theirs. @param {number} move */
    choose(move) {
        this.#match.see(this.#now);
        this.#match.play(this.#seat, move);
        this.#now = this.#match.view(this.#seat);
        this.#match.see(this.#now);
    }

    /** The view after so many steps. @param {number} steps */
    #after(steps) {
        return steps === 0 ? this.#start : bytesOf(this.#past[steps - 1].view);
    }

    /** @returns {Turn} */
    turn() {
        const turn = this.#match.turn();

        return { ...turn, steps: this.at,
            active: turn.what === 'chance' ? turn.active : this.#active() };
    }

    /** Whose turn it is: whom the question before the last throw named. */
    #active() {
        let last = this.at;

        while (last > 0 && !this.#past[last - 1].words.startsWith('chance'))
            last--;
        this.#match.see(this.#after(Math.max(0, last - 1)));
        const { active } = this.#match.turn();
        this.#match.see(this.#now);
        return active;
    }

    /** @param {number} seat */
    look(seat) {
        return this.#match.look(seat);
    }

    /** @param {number} seat @param {number} [from] */
    history(seat, from = 0) {
        for (let i = this.#steps.length; i < this.at; i++)
            this.#steps.push(this.#match.stepBetween(seat, this.#after(i),
                this.#after(i + 1), this.#past[i].words));
        this.#match.see(this.#now);
        return this.#steps.slice(from, this.at);
    }

    /** @param {number} seat @param {number} move */
    preview(seat, move) {
        return this.#match.preview(seat, move);
    }

    /** @param {number} seat */
    view(seat) {
        return this.#match.view(seat);
    }
}

/** A view as the engine takes it. @param {string} base64 */
function bytesOf(base64) {
    const bytes = new Uint8Array(STATE);
    const text = atob(base64);

    for (let i = 0; i < text.length; i++)
        bytes[i] = text.charCodeAt(i);
    return bytes;
}
