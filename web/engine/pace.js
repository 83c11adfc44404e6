/*
 * How many steps a bot may think in a time: as many as it made before, in that
 * game on this device.
 */

/** However slow or quick the device is. */
const FEWEST = 20_000;
const MOST = 2_000_000;

/** So many steps tell how quick it is. */
const TELLING = 5_000;

export class Pace {
    /** Steps per ms, by game. @type {Map<string, number>} */
    #rates = new Map();

    /**
     * @param {string} game
     * @param {number} ms
     * @returns {number} 0: not known yet, as many as are usual
     */
    steps(game, ms) {
        const rate = this.#rates.get(game);

        return rate && ms > 0
            ? Math.round(Math.min(MOST, Math.max(FEWEST, rate * ms))) : 0;
    }

    /** @param {string} game @param {number} steps @param {number} ms */
    learn(game, steps, ms) {
        if (steps >= TELLING && ms > 0)
            this.#rates.set(game, steps / ms);
    }
}
