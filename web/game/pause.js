/* Waiting that can be cut short, and how long others may make a person wait. */

export class Pause {
    /** @type {() => void} */
    #end = () => {};

    /** @param {number} ms @returns {Promise<void>} */
    wait(ms) {
        if (ms <= 0)
            return Promise.resolve();
        return new Promise((resolve) => {
            const timer = setTimeout(resolve, ms);
            this.#end = () => {
                clearTimeout(timer);
                resolve();
            };
        });
    }

    skip() {
        this.#end();
    }
}

/* In milliseconds at the normal pace. */
const EACH = 1500; // of one player
const ALL = 4000; // until a person can act again
const PLANS = { undo: 1200, roll: 250, rolling: 520, choice: 900 };

/**
 * Plans what others take: each a little, all together not much, later rolls of
 * a turn less and less. The time in which a person may still undo belongs to
 * the person: seat −1.
 */
export class Pacing {
    /** @type {Map<number, number>} by seat: what it has left */
    #left = new Map();
    #all = ALL;

    /** A person has acted: everyone may take time again. */
    begin() {
        this.#left.clear();
        this.#all = ALL;
    }

    /**
     * @param {keyof typeof PLANS} what
     * @param {number} seat
     * @param {number} pace 0: none, 1: normal
     * @returns {number} ms
     */
    plan(what, seat, pace) {
        const left = this.#left.get(seat) ?? EACH;
        const ms = Math.min(PLANS[what], what === 'undo' ? left : left / 2,
            this.#all);

        this.#left.set(seat, left - ms);
        this.#all -= ms;
        return Math.floor(ms * pace);
    }
}
