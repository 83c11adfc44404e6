/* A hint at the table: what the coach advises, and its sentence. */
import { h } from '../../elements/dom.js';
import { icon } from '../../elements/icons.js';
import { lateStyle } from '../../elements/late.js';
import { adviceOn } from '../../coach/advice.js';
import { reasonWords } from '../../coach/reasons.js';

/**
 * @typedef {import('../../engine/engine.js').Move} Move
 * @typedef {import('../../engine/engine.js').Readable} Readable
 * @typedef {import('../../engine/words.js').Names} Names
 */

export class Hints {
    #app;
    /** Which asking this is: an older one is not listened to any more. */
    #asking = 0;
    /** @type {import('../../coach/advice.js').Advice | null} */
    #advice = null;
    thinking = false;
    /** Called when more is known. */
    onChange = () => {};

    /** @param {import('../../app.js').App} app */
    constructor(app) {
        this.#app = app;
    }

    /** @param {Readable} match @param {number} seat */
    async ask(match, seat) {
        this.forget();
        const asking = this.#asking;

        this.thinking = true;
        this.onChange();
        try {
            const [advice] = await Promise.all([adviceOn(this.#app, match, seat),
                this.#app.learnCoach(), lateStyle('coach')]);
            if (asking === this.#asking)
                this.#advice = advice;
        } finally {
            if (asking === this.#asking) {
                this.thinking = false;
                this.onChange();
            }
        }
    }

    /** @returns {boolean} was it thinking? */
    stop() {
        const was = this.thinking;

        this.#asking++;
        this.thinking = false;
        return was;
    }

    forget() {
        this.stop();
        this.#advice = null;
    }

    /** @param {Move} move */
    isBest(move) {
        return this.#advice?.best === move.move;
    }

    /** The recommended move. @param {Move[]} moves */
    best(moves) {
        return moves.find((move) => this.isBest(move));
    }

    /**
     * What the coach says, above the buttons; null: nothing.
     * @param {Move[]} moves
     * @param {Names} names
     * @param {() => void} compare all moves
     */
    draw(moves, names, compare) {
        const { words } = this.#app;
        const best = this.best(moves);
        const word = best ? words.say(best.say, names) : '';
        const other = moves.find(({ move }) => move === this.#advice?.other);

        if (!best || !this.#advice)
            return null;
        return h('div', { class: 'coach-says' },
            h('span', { class: 'lamp', 'aria-hidden': 'true' }, icon('lamp')),
            h('div', { role: 'status' }, h('p', { class: 'because' },
                ...(moves.length === 1 ? [words.the('page.bar.only', { word })]
                    : [h('b', {}, words.the('coach.move', { word })), ' ',
                        `${reasonWords(this.#advice.reasons, words)}.`])),
            this.#advice.isClose && other && h('p', { class: 'soft' },
                words.the('coach.close', { word: words.say(other.say, names) }))),
            moves.length > 1 && h('button', { type: 'button',
                class: 'plain compare', click: compare },
            h('span', {}, words.the('coach.compare')), icon('more')));
    }
}
