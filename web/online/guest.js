/*
 * This device at one table of the server, sitting or watching: all that it
 * may know about the table and the game, kept up to date. The waiting room and
 * the play screen both look at the table through it.
 *
 *     const guest = guestAt(app, id);     // the one guest of this page
 *     const off = guest.on('change', () => draw(guest.table, guest.you));
 *     await guest.come();                  // rejects with Refused
 *     await guest.sit('Ann');
 *
 * It does its part in fair dice by itself. A screen that closes stops listening and does
 * nothing else: the device stays at the table until it visits another one.
 */
import { Drawing } from './drawing.js';
import { DAY, randomHex } from './seats.js';

/**
 * @typedef {object} Player
 * @property {'empty' | 'person' | 'bot'} kind
 * @property {string} [name] of a person
 * @property {boolean} [here]
 * @property {boolean} [ready]
 * @property {boolean} [stand_in]
 * @property {boolean} [muted]
 * @property {boolean} [blocked] this device does not want to hear it
 * @property {number} [reports] complaints, for the host alone
 * @property {string} [bot] its level
 *
 * @typedef {object} Table
 * @property {string} id
 * @property {string} [code] while it is open
 * @property {'open' | 'playing' | 'over'} phase
 * @property {number} number of the game, from 1
 * @property {number} [you]
 * @property {number} opener who has the host's rights now
 * @property {number} host whose table it is
 * @property {string} game
 * @property {string} [sheet] its text, where it is not the usual one
 * @property {number} seats
 * @property {number} first
 * @property {Record<string, string>} options
 * @property {number} clock seconds, 0: none
 * @property {boolean} listed
 * @property {boolean} chat
 * @property {boolean} reactions
 * @property {boolean} real
 * @property {boolean} [together] dice are drawn together
 * @property {boolean} hints are they allowed?
 * @property {string} commitment
 * @property {(string | null)[]} [hashes] while all show their nonces
 * @property {(string | null)[]} [nonces] of a game drawn together
 * @property {Player[]} players
 * @property {number} watchers
 *
 * @typedef {object} State
 * @property {string} table
 * @property {number} number
 * @property {number} question
 * @property {'decide' | 'chance' | 'over'} turn
 * @property {number[]} asked
 * @property {number[]} answered
 * @property {number} [throws]
 * @property {number} [left] ms on the clock
 * @property {{number: number, transcript: string, named:
 *     {seat: number, from: number, anchor: string}[]}} [draw] waits for links
 * @property {string} [choice]
 * @property {number} from
 * @property {[string, string, boolean?][]} steps words, view, hidden
 * @property {boolean} more
 * @property {string} view
 *
 * @typedef {{seat: number, text?: string, reaction?: number}} Talk
 *
 * @typedef {object} Past a step of the game
 * @property {string} words as in a record
 * @property {string} view after it, base64
 * @property {boolean} [isHidden] from others
 *
 * @typedef {object} Told what a guest tells
 * @property {undefined} change the table, the state or the connection changed
 * @property {Talk[]} talk what is new
 */

export class Guest {
    #line;
    #seats;
    /** @type {Map<string, Set<(what: any) => void>>} */
    #listeners = new Map();
    /** @type {(() => void)[]} */
    #off = [];
    #drawing;
    /** @type {Table | null} null: not heard of it yet */
    table = null;
    /** @type {State | null} the present; null: no game has begun */
    state = null;
    /** When `state` came, as Date.now() counts. */
    heard = 0;
    /** @type {Past[]} all steps of the present game */
    steps = [];
    /** @type {Talk[]} the last lines of chat and reactions */
    talk = [];
    /** Since when people are away, by their seat. @type {Map<number, number>} */
    away = new Map();
    /** Its key does not fit here, and is kept for when it does again. */
    looksOn = false;
    /** The sentence that says why it is at the table no more, or ''. */
    ended = '';

    /**
     * @param {import('./line.js').Line} line
     * @param {import('./seats.js').Seats} seats
     * @param {string} id of the table
     * @param {import('../engine/engine.js').Engine} engine
     */
    constructor(line, seats, id, engine) {
        this.#line = line;
        this.#seats = seats;
        this.id = id;
        this.#drawing = new Drawing(engine, seats, id,
            (kind, members) => this.ask(kind, members));
    }

    /** The own seat; −1: it watches. */
    get you() {
        return this.table?.you ?? -1;
    }

    /** Has it come, whatever the connection does now? */
    get isHere() {
        return this.#off.length > 0 && !this.ended && this.#isWhole;
    }

    /** Are the table and the game that is on there known? */
    get #isWhole() {
        return this.table !== null && (this.table.phase === 'open' ||
            (this.state !== null && !this.state.more));
    }

    /** How the connection stands. */
    get link() {
        return this.#line.link;
    }

    /** What this device holds of its seat here. */
    get held() {
        return this.looksOn ? undefined : this.#seats.at(this.id);
    }

    /**
     * @template {keyof Told} K
     * @param {K} kind
     * @param {(what: Told[K]) => void} listener
     * @returns {() => void} ends it
     */
    on(kind, listener) {
        const all = this.#listeners.get(kind) ?? new Set();

        this.#listeners.set(kind, all.add(listener));
        return () => all.delete(listener);
    }

    /* --- Coming and going -------------------------------------------------- */

    /**
     * To the own seat where this device holds one, else to watch.
     * @returns {Promise<void>} when the server has answered
     */
    async come() {
        if (this.isHere)
            return;
        this.#listen();
        this.ended = '';
        this.#line.arrive = () => this.#arrival();
        this.#line.home = this.id;
        const { kind, members } = this.#arrival();
        try {
            await this.#line.ask(kind, members);
        } catch (error) {
            this.goAway();
            throw error;
        }
    }

    #arrival() {
        const held = this.held;

        this.talk = []; // the last lines are told again
        return held ? { kind: 'hello', members: { table: this.id,
            secret: held.secret, number: this.state?.number ?? 0,
            have: this.steps.length } }
            : { kind: 'watch', members: { table: this.id } };
    }

    /** Another table is visited: this one is not listened to any more. */
    goAway() {
        this.#off.forEach((off) => off());
        this.#off = [];
        this.#line.arrive = null;
        this.#line.home = '';
    }

    #listen() {
        if (this.#off.length > 0)
            return;
        this.#off = [
            this.#line.on('table', (table) =>
                table.id === this.id && this.#hearTable(table)),
            this.#line.on('state', (state) =>
                state.table === this.id && this.#hearState(state)),
            this.#line.on('talk', (lines) => this.#hearTalk(lines)),
            this.#line.on('end', (why) => this.#hearEnd(why)),
            this.#line.on('link', () => this.#changed())];
    }

    /**
     * Sits down, at any free seat or at that one. As for `open`, the secret is
     * made here: an answer that is lost does no harm.
     * @param {string} name
     * @param {number} [seat]
     */
    async sit(name, seat) {
        const { device } = this.#seats;
        const answer = await this.ask('sit', { name, device,
            secret: randomHex(16), ...(seat !== undefined && { seat }) });

        this.talk = []; // and here too
        this.#keepSeat(answer, name);
    }

    /** Leaves for good: the seat is given up. */
    async leave() {
        await this.ask('leave');
        if (this.table?.phase !== 'over')
            this.#seats.forget(this.id);
        this.goAway();
    }

    /** @param {import('./line.js').Members} answer @param {string} name */
    #keepSeat({ seat, secret }, name) {
        this.looksOn = false;
        this.#seats.add({ table: this.id, secret, seat, name,
            store: this.#line.greeting.store, game: this.table?.game ?? '' });
        this.#drawing.forget();
        this.#doPart();
    }

    /**
     * Everything else that can be asked at a table: docs/wire.md.
     * @param {string} kind
     * @param {import('./line.js').Members} [members]
     * @returns {Promise<import('./line.js').Members>} rejects with Refused
     */
    ask(kind, members) {
        return this.#line.ask(kind, members);
    }

    /* --- Hearing ----------------------------------------------------------- */

    /** @param {Table} table */
    #hearTable(table) {
        if (table.number !== this.table?.number || table.phase === 'open' ||
            table.you !== this.table.you) {
            this.state = null;
            this.steps = [];
        }
        this.table = table;
        table.players.forEach((player, seat) => {
            if (player.kind !== 'person' || player.here)
                this.away.delete(seat);
            else if (!this.away.has(seat))
                this.away.set(seat, Date.now());
        });
        this.#nameSeat(table);
        this.#doPart();
        this.#changed();
    }

    /**
     * A seat that came from another device hears whose it is, and every seat
     * where it is kept, and that it was used.
     * @param {Table} table
     */
    #nameSeat({ game, players }) {
        const { held, you } = this;
        const { store } = this.#line.greeting;

        if (held && you >= 0 && (!held.game || held.store !== store ||
            held.saved < Date.now() - DAY))
            this.#seats.add({ ...held, game, name: players[you].name ?? '', store });
    }

    /** @param {State} state */
    #hearState(state) {
        const old = state.number === this.state?.number
            ? this.steps.slice(0, state.from) : [];

        this.steps = [...old,
            ...state.steps.map(([words, view, isHidden]) =>
                ({ words, view, isHidden }))];
        this.state = state;
        this.heard = Date.now();
        if (this.table && this.held && this.you >= 0 && !state.more)
            this.#drawing.hearState(this.table, state, this.steps);
        this.#changed();
    }

    /** @param {Talk[]} lines */
    #hearTalk(lines) {
        this.talk = [...this.talk, ...lines].slice(-16);
        for (const listener of this.#listeners.get('talk') ?? [])
            listener(lines);
    }

    /** @param {string} why */
    #hearEnd(why) {
        this.ended = why;
        this.#line.arrive = null;
        this.#changed();
    }

    #doPart() {
        if (this.table && this.held && this.you >= 0)
            this.#drawing.hearTable(this.table);
    }

    /** Half of what belongs together is not told: the rest comes at once. */
    #changed() {
        if (!this.ended && this.table && !this.#isWhole)
            return;
        for (const listener of this.#listeners.get('change') ?? [])
            listener(undefined);
    }

    /* --- Before there is a guest ------------------------------------------- */

    /**
     * Opens a table and sits down there. Its id and the secret are made here:
     * an answer that is lost does no harm, since the same can be asked again.
     * @param {import('./line.js').Line} line
     * @param {import('./seats.js').Seats} seats
     * @param {import('./line.js').Members} plan the members of `open`
     * @returns {Promise<string>} the table's id
     */
    static async open(line, seats, plan) {
        const table = randomWord(16);
        const { seat, secret } = await line.ask('open', { ...plan, table,
            secret: randomHex(16), device: seats.device });

        seats.add({ table, seat, secret, store: line.greeting.store,
            game: plan.game, name: plan.name });
        return table;
    }

    /**
     * Takes a seat over from another device.
     * @param {import('./line.js').Line} line
     * @param {import('./seats.js').Seats} seats
     * @param {string} table
     * @param {string} token
     */
    static async take(line, seats, table, token) {
        const { seat, secret } = await line.ask('take', { table, token,
            secret: randomHex(16) });

        seats.add({ table, seat, secret, store: line.greeting.store, game: '',
            name: '' });
    }
}

/** @param {number} length */
function randomWord(length) {
    const letters = '0123456789abcdefghjkmnpqrstvwxyz';

    return Array.from(crypto.getRandomValues(new Uint8Array(length)),
        (byte) => letters[byte & 31]).join('');
}

/**
 * The one guest of this page; it leaves the table where it was before.
 * @param {import('../app.js').App} app
 * @param {string} id
 */
export function guestAt(app, id) {
    if (app.guest?.id !== id) {
        app.guest?.goAway();
        app.guest = new Guest(app.line, app.seats, id, app.engine);
    }
    return app.guest;
}
