/*
 * What the moves of a question are worth: final points and the chance to win,
 * with their uncertainty. A worker plays on from the position and knows it
 * better with every moment, until that is enough or someone stops it.
 */
import { h } from '../../elements/dom.js';

/**
 * @typedef {import('../../engine/engine.js').Hint} Hint
 * @typedef {import('../../engine/engine.js').Move} Move
 * @typedef {import('../../engine/words.js').Words} Words
 */

const ENOUGH = 2_000_000; // steps: some five seconds
const PATIENCE = 8000; // ms, on a device that is slow
const FEW = 4; // tries that say nothing about their error

export class Hints {
    #app;
    /** Which asking this is: an older one is not listened to any more. */
    #asking = 0;
    /** @type {Hint[]} */
    #hints = [];
    /** How much of the thought is done, up to 1. */
    #done = 0;
    #began = 0;
    #alone = false;
    thinking = false;
    /** Called when more is known. */
    onChange = () => {};

    /** @param {import('../../app.js').App} app */
    constructor(app) {
        this.#app = app;
    }

    /** @param {import('../../engine/engine.js').Readable} match @param {number} seat */
    async ask(match, seat) {
        this.forget();
        const asking = this.#asking;

        this.thinking = true;
        this.#began = performance.now();
        this.#alone = match.about.seats === 1;
        this.onChange();
        try {
            for await (const found of this.#app.adviser.hints(match, seat)) {
                if (asking !== this.#asking)
                    return;
                this.#take(found);
                this.onChange();
                if (!this.thinking)
                    return;
            }
        } catch (error) {
            if (asking !== this.#asking)
                return;
            this.stop();
            this.onChange();
            throw error;
        }
    }

    /** @param {import('../../engine/engine.js').Inquiry} found */
    #take({ steps, hints }) {
        this.#hints = hints;
        this.#done = Math.max(steps / ENOUGH,
            (performance.now() - this.#began) / PATIENCE);
        this.thinking = this.#done < 1;
    }

    /** Keeps what is known so far. @returns {boolean} was there anything? */
    stop() {
        const was = this.thinking;

        this.#asking++;
        this.thinking = false;
        return was;
    }

    forget() {
        this.stop();
        this.#hints = [];
        this.#done = 0;
    }

    /** @param {Move} move */
    isBest(move) {
        return this.#hints[0]?.move === move.move;
    }

    /** The best first, where that is known. @param {Move[]} moves */
    rank(moves) {
        const place = new Map(this.#hints.map(({ move }, i) => [move, i]));
        /** @param {Move} one */
        const of = ({ move }) => place.get(move) ?? place.size;

        return place.size === 0 ? moves
            : [...moves].sort((a, b) => of(a) - of(b));
    }

    /** What a move is worth, in words; '': not known. @param {Move} move */
    worth(move) {
        const hint = this.#hints.find((one) => one.move === move.move);
        return hint ? worthWords(hint, this.#alone, this.#app.words) : '';
    }

    /** The best move so far. @param {Move[]} moves */
    best(moves) {
        return moves.find((move) => this.isBest(move));
    }

    /** And in words. @param {Move[]} moves @param {import('../../engine/words.js').Names} names */
    bestWords(moves, names) {
        const { words } = this.#app;
        const best = this.best(moves);

        return best ? words.the('page.hint.best',
            { word: words.say(best.say, names) }) : '';
    }

    /** How far the thought has come. */
    drawProgress() {
        const { words } = this.#app;
        const tries = this.#hints.reduce((sum, hint) => sum + hint.tries, 0);

        return h('label', { class: 'progress' },
            words.the('page.hint.tried', { n: tries }),
            h('progress', { max: 1, value: this.#done }));
    }
}

/** @param {Hint} hint @param {boolean} alone @param {Words} words */
export function worthWords(hint, alone, words) {
    const points = words.the('page.hint.points',
        { word: pointsWords(hint, words) });

    return alone ? points : `${points} · ${words.the('page.hint.win',
        { word: chanceWords(hint, words) })}`;
}

/** @param {Hint} hint @param {Words} words */
function pointsWords({ points, pointsError, tries }, words) {
    if (tries < FEW)
        return `≈ ${words.number(round(points, points))}`;
    return `${words.number(round(points, pointsError))} ± ` +
        words.number(round(pointsError, pointsError));
}

/** @param {Hint} hint @param {Words} words */
function chanceWords({ win, winError }, words) {
    return `${words.percent(win)} ± ${words.percent(winError)}`;
}

/**
 * As many digits as the error leaves a meaning.
 * @param {number} n
 * @param {number} error
 */
export function round(n, error) {
    return Math.abs(error) >= 10 ? Math.round(n) : Math.round(10 * n) / 10;
}
