/*
 * What the page keeps on this device: games, history, settings.
 *
 * Storage may be switched off or full. Then everything stays in memory, and
 * `problem` says so: the page tells people and goes on. A game belongs to the
 * tab that opened it last; another tab may not write it any more.
 */

/**
 * @typedef {object} Kept one game
 * @property {string} id
 * @property {string} record
 * @property {boolean} real dice?
 * @property {number} started
 * @property {number} saved
 * @property {boolean} over is it finished, and part of the history?
 * @property {string} [owner] the tab that plays it
 * @property {string} [table] of the server, where it was played
 * @property {boolean} [scored] the try of a game of the day that counts
 * @property {string} [key] of its result at a server
 * @property {number[][]} [row] of a row of games: the points of those before
 * @property {import('../game/luck.js').Luck} [luck] of the game that this one
 *     goes on from; such a game is for practice
 * @property {import('../online/seats.js').Promised & {seat: number}} [promised]
 *     about its dice, at a table of the server
 */

const PREFIX = 'parlour.';
const GAME = 'game.';

export class Store {
    /** @type {Storage | null} */
    #storage = null;
    /** @type {Map<string, string>} what could not be written */
    #memory = new Map();
    #tab = randomId();
    /** @type {'off' | 'full' | null} */
    problem = null;
    /** Called when `problem` changes. */
    onProblem = () => {};
    /** Called when another tab takes a game. @type {(id: string) => void} */
    onTaken = () => {};

    /** @param {() => Storage} [open] reading localStorage may already throw */
    constructor(open = () => window.localStorage) {
        try {
            this.#storage = open();
            this.#storage.setItem(`${PREFIX}test`, '1');
            this.#storage.removeItem(`${PREFIX}test`);
        } catch (error) {
            const full = error instanceof DOMException &&
                error.name === 'QuotaExceededError';
            if (!full)
                this.#storage = null;
            this.problem = full ? 'full' : 'off';
        }
        addEventListener('storage', (event) => this.#changed(event));
    }

    /** @param {StorageEvent} event */
    #changed(event) {
        if (!event.key?.startsWith(PREFIX + GAME) || !event.newValue)
            return;
        const kept = parse(event.newValue);
        if (kept?.owner && kept.owner !== this.#tab)
            this.onTaken(event.key.slice((PREFIX + GAME).length));
    }

    /** @param {string} key @returns {any} undefined: nothing there */
    read(key) {
        const text = this.#memory.get(key) ??
            this.#storage?.getItem(PREFIX + key);
        return text ? parse(text) : undefined;
    }

    /** @param {string} key @param {any} value */
    write(key, value) {
        const text = JSON.stringify(value);

        try {
            if (!this.#storage)
                throw new Error('off');
            this.#storage.setItem(PREFIX + key, text);
            this.#memory.delete(key);
            this.#report(this.#memory.size > 0 ? 'full' : null);
        } catch {
            this.#memory.set(key, text);
            this.#report(this.#storage ? 'full' : 'off');
        }
    }

    /** @param {string} key */
    remove(key) {
        this.#memory.delete(key);
        try {
            this.#storage?.removeItem(PREFIX + key);
        } catch {
            /* there is nothing to remove where nothing can be kept */
        }
    }

    /** @param {'off' | 'full' | null} problem */
    #report(problem) {
        if (problem === this.problem)
            return;
        this.problem = problem;
        this.onProblem();
    }

    /** @returns {string[]} */
    keys() {
        const keys = new Set(this.#memory.keys());

        for (let i = 0; this.#storage && i < this.#storage.length; i++) {
            const key = this.#storage.key(i);
            if (key?.startsWith(PREFIX))
                keys.add(key.slice(PREFIX.length));
        }
        return [...keys];
    }

    /* --- Games ----------------------------------------------------------- */

    /** All games, the last played first. @returns {Kept[]} */
    games() {
        return this.keys().filter((key) => key.startsWith(GAME))
            .map((key) => this.read(key)).filter(isKept)
            .sort((a, b) => b.saved - a.saved);
    }

    /** @param {string} id @returns {Kept | undefined} */
    game(id) {
        const kept = this.read(GAME + id);
        return isKept(kept) ? kept : undefined;
    }

    /**
     * @param {string} record
     * @param {boolean} real
     * @param {number[][]} [row]
     * @param {import('../game/luck.js').Luck} [luck]
     * @returns {Kept}
     */
    newGame(record, real, row, luck) {
        const now = Date.now();
        const kept = { id: randomId(), record, real, started: now, saved: now,
            over: false, owner: this.#tab, ...(row && { row }),
            ...(luck && { luck }) };

        this.write(GAME + kept.id, kept);
        return kept;
    }

    /** A game that comes from elsewhere, as it is. @param {Kept} kept */
    putGame(kept) {
        this.write(GAME + kept.id, kept);
    }

    /** Makes a game this tab's own. @param {Kept} kept */
    take(kept) {
        this.write(GAME + kept.id, { ...kept, owner: this.#tab });
    }

    /**
     * @param {Kept} kept
     * @returns {boolean} false: it is another tab's now, nothing was written
     */
    saveGame(kept) {
        const there = this.game(kept.id);

        if (there?.owner && there.owner !== this.#tab)
            return false;
        this.write(GAME + kept.id,
            { ...kept, saved: Date.now(), owner: this.#tab });
        return true;
    }

    /** @param {string} id */
    deleteGame(id) {
        this.remove(GAME + id);
    }
}

/** @param {string} text */
function parse(text) {
    try {
        return JSON.parse(text);
    } catch {
        return undefined;
    }
}

/** @param {any} kept @returns {kept is Kept} */
function isKept(kept) {
    return typeof kept === 'object' && kept !== null &&
        typeof kept.id === 'string' && typeof kept.record === 'string';
}

export function randomId() {
    const numbers = crypto.getRandomValues(new Uint32Array(2));
    return [...numbers].map((n) => n.toString(36).padStart(7, '0')).join('');
}
