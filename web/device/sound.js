/*
 * What can be heard and felt at the table, one method an event. Silent until
 * the first touch: only then is the synthesis loaded, and browsers let it
 * sound.
 */

/** ms of vibration, and of pauses between. @type {Record<string, number | number[]>} */
const BUZZ = { choose: 8, done: 15, lock: [10, 30, 10], yourTurn: 20,
    win: [20, 40, 20, 40, 40] };

/** @typedef {import('./synthesis.js').Synthesis} Synthesis */

export class Sound {
    #settings;
    /** @type {Synthesis | null} */
    #synthesis = null;

    #isLoading = false;

    /** @param {import('./settings.js').Settings} settings */
    constructor(settings) {
        this.#settings = settings;
        for (const touch of ['pointerdown', 'keydown'])
            addEventListener(touch, () => this.#wake());
    }

    /** A touch will soon be heard: the device's sound takes a while to open. */
    async #wake() {
        if (!this.#settings.values.sound || !('AudioContext' in globalThis))
            return;
        if (this.#isLoading) {
            this.#synthesis?.wake();
            return;
        }
        this.#isLoading = true;
        try {
            const { Synthesis } = await import('./synthesis.js');
            /* To open it for the first time takes long: the touch is shown first. */
            await new Promise((idle) => (globalThis.requestIdleCallback
                ?? setTimeout)(idle, { timeout: 500 }));
            this.#synthesis = new Synthesis();
        } catch {
            this.#isLoading = false; // without a network the table is silent
        }
    }

    /**
     * @param {string} event
     * @param {(synthesis: Synthesis) => void} play
     */
    #give(event, play) {
        const { sound, vibration } = this.#settings.values;

        if (!sound)
            return;
        const synthesis = this.#synthesis;
        /* What is seen comes first. */
        if (synthesis)
            setTimeout(() => synthesis.play(play));
        if (vibration && event in BUZZ && navigator.userActivation?.hasBeenActive)
            navigator.vibrate?.(BUZZ[event]);
    }

    /**
     * A die comes to rest.
     * @param {number} [which] of them
     * @param {number} [place] from left, below 0, to right
     */
    die(which = 0, place = 0) {
        this.#give('die', (one) => one.die(which, place));
    }

    /** Dice tumble in the tray. */
    roll() {
        this.#give('roll', (one) => one.roll());
    }

    /** @param {boolean} [ring] one long stroke in the place of two */
    pencil(ring = false) {
        this.#give('pencil', (one) => one.pencil(ring));
    }

    /** A piece is chosen, nothing is done yet. */
    choose() {
        this.#give('choose', (one) => one.choose());
    }

    /**
     * It is done: the note of the colour.
     * @param {string} [colour] as a piece has it
     * @param {number} [step] the how manieth of a chain: each a little higher
     */
    done(colour = 'white', step = 0) {
        this.#give('done', (one) => one.done(colour, step));
    }

    /** A card is laid or drawn. */
    card() {
        this.#give('card', (one) => one.card());
    }

    /** A pawn hops field by field. @param {number} fields */
    hop(fields) {
        this.#give('hop', (one) => one.hop(fields));
    }

    /** A row is locked. */
    lock() {
        this.#give('lock', (one) => one.lock());
    }

    penalty() {
        this.#give('penalty', (one) => one.penalty());
    }

    /** A hint is there. */
    lamp() {
        this.#give('lamp', (one) => one.lamp());
    }

    /** After a wait of some seconds: someone may look elsewhere. */
    yourTurn() {
        this.#give('yourTurn', (one) => one.yourTurn());
    }

    win() {
        this.#give('win', (one) => one.win());
    }

    loss() {
        this.#give('loss', (one) => one.loss());
    }
}
