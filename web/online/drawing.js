/*
 * This device's part in fair dice at a table: it commits to a number of its
 * own, shows it when all have committed, and brings a link of its chain to
 * every draw that it is named for.
 *
 * The server is not trusted. What the device commits to, what it saw before it
 * showed anything, and what it agreed to with each link is kept before it is
 * sent, so that a reload goes on, and so that the end can be compared with it.
 * docs/records.md has the recipe, src/fair.c the arithmetic.
 */

/**
 * @typedef {import('./guest.js').Table} Table
 * @typedef {import('./guest.js').State} State
 * @typedef {import('./guest.js').Past} Past
 * @typedef {import('./seats.js').Promised} Promised
 * @typedef {NonNullable<State['draw']>} Draw
 */

const LINKS = 2048; // of a chain, as in parlour_match.h
const NONE = '0'.repeat(64);

export class Drawing {
    #engine;
    #seats;
    #id;
    #ask;
    /** The commitment that was last answered, and shown a number for. */
    #committed = '';
    #shown = '';
    /** The game and the draw for which an anchor was last sent. */
    #anchored = '';
    /** @type {{of: string, steps: number, sum: string}} what has happened */
    #transcript = { of: '', steps: 0, sum: '' };

    /**
     * @param {import('../engine/engine.js').Engine} engine
     * @param {import('./seats.js').Seats} seats
     * @param {string} id of the table
     * @param {(kind: string, members: import('./line.js').Members) =>
     *     Promise<unknown>} ask
     */
    constructor(engine, seats, id, ask) {
        this.#engine = engine;
        this.#seats = seats;
        this.#id = id;
        this.#ask = ask;
    }

    /** Another seat, or the same on another connection. */
    forget() {
        this.#committed = this.#shown = this.#anchored = '';
    }

    /** @param {Table} table where this device sits */
    hearTable(table) {
        if (table.phase === 'open')
            this.#prepare(table);
        else if (table.together && table.phase === 'playing' &&
            !this.#promised(table)?.secret)
            this.#beginChain(table);
    }

    /** @param {Table} table */
    #promised({ number, commitment }) {
        return this.#seats.promised(this.#id, number, commitment);
    }

    /* --- Before the game --------------------------------------------------- */

    /** @param {Table} table */
    #prepare(table) {
        const you = /** @type {number} */ (table.you);
        const known = this.#promised(table);

        if (table.hashes)
            this.#show(table, table.hashes, known);
        else if (this.#committed !== table.commitment &&
            (!table.players[you].ready || !known?.nonce))
            this.#commit(table, you);
    }

    /** @param {Table} table @param {number} you */
    #commit(table, you) {
        const { number, commitment, together } = table;
        const { nonce, secret } = this.#seats.promise(this.#id, number,
            commitment);

        this.#committed = commitment;
        this.#ask('commit', { hash: this.#hash(commitment, you, nonce),
            ...(together && { anchor: this.#anchor(secret) }) }).catch(() => {
            this.#committed = '';
        });
    }

    /**
     * Everyone has committed: no one can choose any more, so the own number
     * may be known. It is shown for these hashes and no others.
     * @param {Table} table
     * @param {(string | null)[]} hashes
     * @param {Promised | undefined} known
     */
    #show(table, hashes, known) {
        const { commitment, players } = table;
        const you = /** @type {number} */ (table.you);

        if (!known?.nonce || this.#shown === commitment ||
            hashes[you] !== this.#hash(commitment, you, known.nonce) ||
            players.some(({ here }, seat) => here && !hashes[seat]) ||
            (known.hashes && String(known.hashes) !== String(hashes)))
            return;
        this.#shown = commitment;
        this.#seats.keep(this.#id, table.number, { ...known, hashes });
        this.#ask('nonce', { nonce: known.nonce }).catch(() => {
            this.#shown = '';
        });
    }

    /** @param {string} commitment @param {number} seat @param {string} nonce */
    #hash(commitment, seat, nonce) {
        return this.#engine.fair(`hash ${commitment} ${seat} ${nonce}`);
    }

    /* --- Drawing ----------------------------------------------------------- */

    /** @param {string} secret */
    #anchor(secret) {
        return this.#engine.fair(`link ${secret} ${LINKS}`);
    }

    /** This device is new at its seat. @param {Table} table */
    #beginChain({ number, commitment }) {
        const { secret } = this.#seats.newChain(this.#id, number, commitment);

        this.#anchored = `${number} 0`;
        this.#ask('anchor', { anchor: this.#anchor(secret) }).catch(() => {
            /* then others draw */
        });
    }

    /**
     * Brings the link that is asked for, unless there is anything that this
     * device does not agree to.
     * @param {Table} table
     * @param {State} state whose steps are all known
     * @param {Past[]} steps
     */
    hearState(table, state, steps) {
        const { draw, question } = state;
        const known = draw && this.#promised(table);

        if (!draw || !known?.secret)
            return;
        const mine = draw.named.find(({ seat }) => seat === table.you);
        if (!mine || mine.anchor !== this.#anchor(known.secret)) {
            this.#speakUp(table, draw, known.secret);
            return;
        }
        const transcript = this.#agree(table, draw, steps);
        if (transcript === draw.transcript &&
            this.#note(table, draw.number, transcript, known))
            this.#ask('link', { question, transcript,
                link: this.#engine.fair(`link ${known.secret} ${
                    LINKS - (draw.number - mine.from)}`) })
                .then(() => this.#confirm(table, draw.number))
                .catch(() => {
                    /* too late: then it was left out */
                });
    }

    /**
     * It is not named, or for another chain: the server hears once a draw that
     * it is there.
     * @param {Table} table
     * @param {Draw} draw
     * @param {string} secret
     */
    #speakUp(table, draw, secret) {
        const about = `${table.number} ${draw.number}`;

        if (this.#anchored === about)
            return;
        this.#anchored = about;
        this.#ask('anchor', { anchor: this.#anchor(secret) }).catch(() => {
            /* then others draw */
        });
    }

    /**
     * What this device knows of the game, closed for this draw; '': the draw
     * is not the next one.
     * @param {Table} table
     * @param {Draw} draw
     * @param {Past[]} steps
     */
    #agree({ number, commitment, nonces = [] }, draw, steps) {
        const of = `${number} ${commitment} ${
            nonces.map((nonce) => nonce ?? '-').join(' ')}`;
        const before = this.#transcript;
        const last = before.of === of && before.steps <= steps.length ? before
            : { of, steps: 0, sum: this.#engine.fair(
                `begin ${of.slice(of.indexOf(' ') + 1)}`) };
        const sum = steps.slice(last.steps).reduce((so, step) =>
            this.#engine.fair(`add ${so} ${publicWords(step)}`), last.sum);
        const named = draw.named.map(({ seat, from, anchor }) =>
            ` ${seat} ${from} ${anchor}`).join('');

        this.#transcript = { of, steps: steps.length, sum };
        return draw.number === drawsIn(steps) + 1
            ? this.#engine.fair(`close ${sum} ${draw.number}${named}`) : '';
    }

    /**
     * A link is shown for one transcript only.
     * @param {Table} table
     * @param {number} draw
     * @param {string} transcript
     * @param {Promised} known
     */
    #note(table, draw, transcript, known) {
        const { draws = [], unsure = [], sum = NONE, last = '' } =
            known.drawn ?? {};
        const before = draws.at(-1) ?? 0;

        if (draw <= before)
            return draw === before && transcript === last;
        this.#seats.keep(this.#id, table.number, { ...known, drawn: {
            draws: [...draws, draw], unsure: [...unsure, draw],
            last: transcript,
            sum: agreed(this.#engine, sum, transcript) } });
        return true;
    }

    /**
     * The server took the link in time: the record must have it.
     * @param {Table} table
     * @param {number} draw
     */
    #confirm(table, draw) {
        const known = this.#promised(table);

        if (known?.drawn)
            this.#seats.keep(this.#id, table.number, { ...known, drawn: {
                ...known.drawn,
                unsure: known.drawn.unsure.filter((one) => one !== draw) } });
    }
}

/**
 * The sum of all that a device agreed to, one more taken in.
 * @param {import('../engine/engine.js').Engine} engine
 * @param {string} sum
 * @param {string} transcript
 */
export function agreed(engine, sum, transcript) {
    return engine.fair(`add ${sum || NONE} ${transcript}`);
}

/** A step as everyone at the table may know it. @param {Past} step */
function publicWords({ words, isHidden }) {
    return isHidden ? 'chance ?' : words;
}

/** Results that follow each other are one draw. @param {Past[]} steps */
function drawsIn(steps) {
    const isChance = steps.map(({ words }) => words.startsWith('chance'));
    return isChance.filter((is, i) => is && !isChance[i - 1]).length;
}
