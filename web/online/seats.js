/*
 * The seats at tables of the server that this device holds: a seat's secret is
 * the only key to it, and is kept here and nowhere else. What was promised
 * about the dice of each game stands beside it, for checking them afterwards.
 */

/**
 * @typedef {object} Drawn what this device agreed to
 * @property {number[]} draws whose links it showed
 * @property {number[]} unsure those of them that the server did not confirm
 * @property {string} sum of their transcripts
 * @property {string} last the last of them
 *
 * @typedef {object} Promised about the dice of one game
 * @property {string} commitment of the server
 * @property {string} nonce the own one, 32 hexadecimal digits; '': this device
 *     came later
 * @property {(string | null)[]} [hashes] of all nonces, as they were when the
 *     own one was shown
 * @property {number} [afresh] how often it had been shown before, in vain
 * @property {string} [secret] from which the chain of links is made
 * @property {Drawn} [drawn]
 *
 * @typedef {object} Held one seat
 * @property {string} table its id
 * @property {string} secret
 * @property {string} [store] of the server, where the table is kept
 * @property {number} seat
 * @property {string} game
 * @property {string} name of the person
 * @property {number} saved when it was last used
 * @property {Record<number, Promised>} games by their number at the table
 */

/** A seat that its store says these of is not ours any more. */
const OVER = ['table.gone', 'table.closed', 'table.bad_secret'];
export const DAY = 24 * 3600 * 1000; // ms
const SEAT = 'seat.';
const NONCE = 16; // bytes
const SECRET = 32;
const DEVICE = 16;
const KEY = 'parlour-key 1';
const TABLE = 16; // letters of an id

export class Seats {
    #store;

    /** @param {import('../device/store.js').Store} store */
    constructor(store) {
        this.#store = store;
    }

    /**
     * By which a table knows this device again, so that anyone who was removed
     * from it does not sit down there once more.
     * @returns {string}
     */
    get device() {
        const known = this.#store.read('device');

        if (typeof known === 'string')
            return known;
        const fresh = randomHex(DEVICE);
        this.#store.write('device', fresh);
        return fresh;
    }

    /** All seats as a text that opens them on another device. */
    toKey() {
        return `${[KEY, ...this.list().map((held) => JSON.stringify(held))]
            .join('\n')}\n`;
    }

    /**
     * Seats of a key; those that this device holds as well stay as they are.
     * @param {string} text
     * @returns {boolean} whether it is a key
     */
    addKey(text) {
        const [head, ...lines] = text.split('\n').filter(Boolean);
        const seats = lines.map(readSeat);

        if (head !== KEY || seats.length === 0 || !seats.every((held) => isHeld(held) &&
            /^[0-9a-z]{16}$/.test(held.table) &&
            /^[0-9a-f]{32}$/.test(held.secret)))
            return false;
        for (const held of seats)
            if (!this.at(held.table))
                this.#write({ ...held, saved: Date.now() });
        return true;
    }

    /**
     * The seats that were used last, of one store, as an address that opens
     * them on another device.
     * @param {(key: string) => string} address
     * @param {number} longest
     */
    toLink(address, longest) {
        const all = this.list();
        const store = all[0]?.store ?? '';
        const keys = all.filter((held) => held.store === store)
            .map(({ table, secret }) => table + secret);
        const made = () => address([store, ...keys].join('.'));

        while (made().length > longest)
            keys.pop();
        return made();
    }

    /**
     * Seats of such an address; what they are of is heard at their tables.
     * @param {string} link what toLink gave to be made an address of
     * @returns {boolean} whether it is one
     */
    addLink(link) {
        const [store, ...keys] = link.split('.');

        if (keys.length === 0 ||
            !keys.every((key) => /^[0-9a-z]{16}[0-9a-f]{32}$/.test(key)))
            return false;
        for (const key of keys.reverse())
            if (!this.at(key.slice(0, TABLE)))
                this.add({ table: key.slice(0, TABLE), secret: key.slice(TABLE),
                    store, seat: -1, game: '', name: '' });
        return true;
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

    /**
     * What a server says about a table ends a seat only if it comes from the
     * store where the seat is kept: a server that was started with another
     * store knows nothing about it, and other rules may be taken back. What is
     * older than tables are kept ends in any case.
     * @param {string} table
     * @param {string} why
     * @param {{store: string, keepDays: number}} greeting
     * @returns {boolean} whether it was forgotten
     */
    endIfOver(table, why, { store, keepDays }) {
        const held = this.at(table);
        const isOver = held !== undefined &&
            ((held.store === store && OVER.includes(why)) ||
             (why !== 'table.elsewhere' &&
              held.saved < Date.now() - keepDays * DAY));

        if (isOver)
            this.forget(table);
        return isOver;
    }

    /** @param {string} table */
    forget(table) {
        this.#store.remove(SEAT + table);
    }

    /**
     * @param {string} table
     * @param {number} number of the game
     * @param {string} commitment of the server
     * @returns {Promised | undefined} what this device knows of that
     */
    promised(table, number, commitment) {
        const known = this.at(table)?.games[number];
        return known?.commitment === commitment ? known : undefined;
    }

    /**
     * A nonce and a chain for a game whose commitment is now known: made once,
     * kept before anyone hears of them.
     * @param {string} table
     * @param {number} number
     * @param {string} commitment
     * @returns {Promised & {secret: string}}
     */
    promise(table, number, commitment) {
        const old = this.at(table)?.games[number];
        const { nonce = '', secret = '' } =
            this.promised(table, number, commitment) ?? {};

        return nonce && secret && old ? { ...old, secret }
            : this.keep(table, number, { commitment, nonce: randomHex(NONCE),
                secret: randomHex(SECRET),
                afresh: (old?.afresh ?? 0) + (old?.hashes ? 1 : 0) });
    }

    /**
     * A chain for a seat that came to this device in the middle of a game.
     * @param {string} table
     * @param {number} number
     * @param {string} commitment
     */
    newChain(table, number, commitment) {
        return this.keep(table, number, {
            ...(this.promised(table, number, commitment) ??
                { commitment, nonce: '' }), secret: randomHex(SECRET) });
    }

    /**
     * @template {Promised} T
     * @param {string} table
     * @param {number} number
     * @param {T} promised
     * @returns {T}
     */
    keep(table, number, promised) {
        const held = this.at(table);

        if (held)
            this.#write({ ...held, saved: Date.now(),
                games: { ...held.games, [number]: promised } });
        return promised;
    }

    /** @param {Held} held */
    #write(held) {
        this.#store.write(SEAT + held.table, held);
    }
}

/** @param {string} line @returns {any} null: it is none */
function readSeat(line) {
    try {
        return JSON.parse(line);
    } catch {
        return null;
    }
}

/** @param {any} held @returns {held is Held} */
function isHeld(held) {
    return typeof held === 'object' && held !== null &&
        typeof held.table === 'string' && typeof held.secret === 'string' &&
        typeof held.games === 'object' && held.games !== null;
}

/** @param {number} bytes */
export function randomHex(bytes) {
    return [...crypto.getRandomValues(new Uint8Array(bytes))]
        .map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
