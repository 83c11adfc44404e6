/*
 * The seats at tables of the server that this device holds: a seat's secret is
 * the only key to it, and is kept here and nowhere else. What was promised
 * about the dice of each game stands beside it, for checking them afterwards.
 */

/**
 * @typedef {object} Promised about the dice of one game
 * @property {string} commitment that was shown before the own nonce was given
 * @property {string} nonce the own one, 32 hexadecimal digits
 *
 * @typedef {object} Held one seat
 * @property {string} table its id
 * @property {string} secret
 * @property {number} seat
 * @property {string} game
 * @property {string} name of the person
 * @property {number} saved when it was last used
 * @property {Record<number, Promised>} games by their number at the table
 */

const SEAT = 'seat.';
const NONCE = 16; // bytes

export class Seats {
    #store;

    /** @param {import('../store.js').Store} store */
    constructor(store) {
        this.#store = store;
    }

    /** All of them, the last used first. @returns {Held[]} */
    list() {
        return this.#store.keys().filter((key) => key.startsWith(SEAT))
            .map((key) => this.#store.read(key)).filter(isHeld)
            .sort((a, b) => b.saved - a.saved);
    }

    /** @param {string} table @returns {Held | undefined} */
    at(table) {
        const held = this.#store.read(SEAT + table);
        return isHeld(held) ? held : undefined;
    }

    /**
     * A seat that was just taken; what was promised about its dice stays.
     * @param {Omit<Held, 'saved' | 'games'>} seat
     */
    add(seat) {
        const games = this.at(seat.table)?.games ?? {};
        this.#write({ ...seat, games, saved: Date.now() });
    }

    /** @param {string} table */
    forget(table) {
        this.#store.remove(SEAT + table);
    }

    /**
     * The nonce for a game whose commitment is now known: made once, kept
     * before anybody hears it. A commitment, once seen, is never replaced.
     * @param {string} table
     * @param {number} number of the game
     * @param {string} commitment
     * @returns {string}
     */
    nonceFor(table, number, commitment) {
        const held = this.at(table);
        const known = held?.games[number];

        if (known)
            return known.nonce;
        const nonce = randomHex(NONCE);
        if (held)
            this.#write({ ...held, saved: Date.now(),
                games: { ...held.games, [number]: { commitment, nonce } } });
        return nonce;
    }

    /** @param {Held} held */
    #write(held) {
        this.#store.write(SEAT + held.table, held);
    }
}

/** @param {any} held @returns {held is Held} */
function isHeld(held) {
    return typeof held === 'object' && held !== null &&
        typeof held.table === 'string' && typeof held.secret === 'string' &&
        typeof held.games === 'object' && held.games !== null;
}

/** @param {number} bytes */
function randomHex(bytes) {
    return [...crypto.getRandomValues(new Uint8Array(bytes))]
        .map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
