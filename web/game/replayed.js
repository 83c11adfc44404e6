/* A game that was played, with the face of one that is: at any step of it. */
import { QuietFace } from './face.js';
import { linesOf } from './log.js';

/** @typedef {import('../engine/engine.js').Step} Step */

const ALL = -2; // a seat that sees everything: the game is over

export class Replayed extends QuietFace {
    #engine;
    #record;
    /** Nobody plays it. @type {number[]} */
    people = [];
    looking = ALL;
    /** How many steps are done. */
    at = 0;

    /**
     * @param {import('../engine/engine.js').Engine} engine
     * @param {import('../device/store.js').Kept} kept
     * @param {(about: import('../engine/engine.js').About) =>
     *     import('../engine/words.js').Names} namesIn
     */
    constructor(engine, { id, record }, namesIn) {
        super();
        this.id = id;
        this.#engine = engine;
        this.#record = record;
        this.match = engine.open(record);
        /** @type {Step[]} */
        this.steps = this.match.history(ALL);
        this.names = namesIn(this.match.about);
        this.turn = this.match.turn();
    }

    /** Dice fall, or it is as after a choice. */
    get isRoll() {
        const { done } = this;
        return done !== undefined && done.seat < 0 && !done.draw &&
            done.dice !== undefined;
    }

    /** The step that was done last. @returns {Step | undefined} */
    get done() {
        return this.steps[this.at - 1];
    }

    /** @param {number} step @returns {boolean} is that another one? */
    go(step) {
        const was = this.at;

        this.at = Math.max(0, Math.min(step, this.steps.length));
        this.match.close();
        this.match = this.#engine.open(this.#record);
        this.match.rewind(this.at);
        this.turn = this.match.turn();
        this.phase = this.isRoll ? 'rolling' : 'over';
        return this.at !== was;
    }

    /**
     * What was done last, to be told.
     * @param {import('../engine/words.js').Words} words
     * @returns {import('../screens/play/scene.js').Event | null}
     */
    event(words) {
        const { done } = this;

        if (!done)
            return null;
        const before = this.steps[this.at - 2]?.points ?? [];
        const gain = done.seat < 0 ? 0
            : done.points[done.seat] - (before[done.seat] ?? 0);
        return { seat: done.seat, lines: linesOf(done, words, this.names), gain,
            dice: done.by ?? [], before: this.#viewAt(this.at - 1) };
    }

    /** @param {number} step */
    #viewAt(step) {
        const match = this.#engine.open(this.#record);

        match.rewind(step);
        const { view } = match.look(ALL);
        match.close();
        return view;
    }

    /** @param {number} seat */
    isBot(seat) {
        return this.match.about.bots[seat] !== '';
    }

    stop() {
        this.match.close();
    }

    canTakeBack() {
        return false;
    }

    /* Nothing can be done in it. */
    start() {}

    showResult() {}

    choose() {}

    typed() {}

    touched() {}

    takeBack() {}
}
