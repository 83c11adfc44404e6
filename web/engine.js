/* The engine in the page: a module of plain functions behind two classes. */

/**
 * @typedef {import('./words.js').Message} Message
 *
 * @typedef {object} Option
 * @property {string} name
 * @property {string[]} values
 * @property {string} normal
 *
 * @typedef {object} Game
 * @property {string} id
 * @property {string} layout
 * @property {number} least players
 * @property {number} most
 * @property {boolean} hands hidden from the others?
 * @property {Option[]} options
 *
 * @typedef {object} Area
 * @property {'throw'|'sheet'|'board'|'hand'|'supply'|'choices'} role
 * @property {'grid'|'wrap'|'path'} flow
 * @property {number} [seat]
 * @property {number} width
 * @property {number} height
 * @property {string} [title]
 *
 * @typedef {'box'|'cube'|'card'|'token'|'label'|'counter'|'action'|'value'} Kind
 *
 * @typedef {object} Piece
 * @property {Kind} kind
 * @property {number} area
 * @property {number} x
 * @property {number} y
 * @property {number} w
 * @property {number} h
 * @property {number} [id]
 * @property {number} [alike]
 * @property {string} colour
 * @property {string} [sign]
 * @property {string[]} marks
 * @property {number} [seat]
 * @property {number} [value]
 * @property {string} [label]
 *
 * @typedef {object} View
 * @property {string} game
 * @property {number} seats
 * @property {'over'|'chance'|'decide'} turn
 * @property {number[]} asked
 * @property {number[]} answered
 * @property {number[]} points
 * @property {Area[]} areas
 * @property {Piece[]} pieces
 *
 * @typedef {object} Move
 * @property {number} move
 * @property {string} name
 * @property {Message} say
 * @property {number} gain points that it brings by itself
 * @property {boolean} ordered
 * @property {number[]} touch
 *
 * @typedef {object} Look
 * @property {View} view
 * @property {Message} ask
 * @property {Move[]} moves
 * @property {{id: string, points: number}[][]} parts
 * @property {number[]} winners
 * @property {boolean} aborted
 *
 * @typedef {object} Chance
 * @property {boolean} draw
 * @property {{name: string, faces: string[]}[]} dice
 *
 * @typedef {object} Turn
 * @property {'over'|'chance'|'decide'} what
 * @property {number[]} asked
 * @property {number[]} answered
 * @property {number} active
 * @property {number} steps
 * @property {Chance} [chance]
 *
 * @typedef {object} Step
 * @property {number} seat −1: chance
 * @property {boolean} seen
 * @property {boolean} [draw]
 * @property {{name: string, face: string}[]} [dice]
 * @property {string} [name]
 * @property {Message} [say]
 * @property {Message[]} told
 * @property {number[]} points
 *
 * @typedef {object} Hint what a move leads to; errors are halves of 95 %
 *     intervals
 * @property {number} move
 * @property {number} points in the end
 * @property {number} pointsError
 * @property {number} win chance
 * @property {number} winError
 * @property {number} tries games played to the end
 *
 * @typedef {object} Inquiry
 * @property {number} steps so many were taken
 * @property {Hint[]} hints the best first; moves not yet tried are missing
 *
 * @typedef {object} About
 * @property {string} game
 * @property {number} seats
 * @property {number} first
 * @property {Record<string, string>} options
 * @property {string[]} names
 * @property {string[]} bots '': a person
 *
 * @typedef {object} Readable what can be looked at: a match, or what a server
 *     shows of one
 * @property {About} about
 * @property {Game} game
 * @property {(seat: number) => Look} look
 * @property {(seat: number, from?: number) => Step[]} history
 * @property {(seat: number, move: number) => {view: View, told: Message[]}}
 *     preview
 * @property {(seat: number) => Uint8Array} view what a seat knows, for a bot
 *     that thinks elsewhere
 */

/** The whole record, as the engine calls it. */
const ALL = -2;

/** What the engine refused, with the sentence that says why. */
export class Refused extends Error {
    /** @param {Message} reason @param {number} line of a record, or 0 */
    constructor(reason, line) {
        super(reason.id);
        this.reason = reason;
        this.line = line;
    }
}

/** Bytes of a state, as in parlour.h. */
export const STATE = 256;

export class Engine {
    /** @type {any} */
    #wasm;
    #encoder = new TextEncoder();
    #decoder = new TextDecoder();
    /** @type {Game[]} */
    games;
    /** @type {string[]} from the weakest to the strongest */
    bots;

    /** @param {WebAssembly.Exports} exports */
    constructor(exports) {
        this.#wasm = exports;
        this.#wasm._initialize();
        ({ games: this.games, bots: this.bots } = this.json(this.#wasm.games()));
    }

    get wasm() {
        return this.#wasm;
    }

    /** @param {number} at of a C string */
    text(at) {
        const bytes = new Uint8Array(this.#wasm.memory.buffer, at);
        return this.#decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
    }

    /** @param {number} at */
    json(at) {
        return JSON.parse(this.text(at));
    }

    /** Lays bytes into the input. @param {Uint8Array} bytes */
    give(bytes) {
        const at = this.#wasm.input(bytes.length);
        new Uint8Array(this.#wasm.memory.buffer, at, bytes.length).set(bytes);
    }

    /** @returns {never} */
    refuse() {
        const { message, line } = this.json(this.#wasm.why());
        throw new Refused(message, line);
    }

    /** @param {string} id @returns {Game} */
    game(id) {
        const found = this.games.find((game) => game.id === id);
        if (!found)
            throw new Refused({ id: 'error.unknown_game', word: id }, 0);
        return found;
    }

    /** @param {string} record */
    open(record) {
        const bytes = this.#encoder.encode(record);
        this.give(bytes);
        const handle = this.#wasm.match_open(bytes.length);
        return handle < 0 ? this.refuse() : new Match(this, handle);
    }

    /**
     * The numbers that the how-to of a game names.
     * @param {string} game
     * @param {Record<string, string>} options house rules
     */
    facts(game, options) {
        const match = this.start({ game, seats: this.game(game).most, first: 0,
            options, names: [], bots: [] });
        const facts = match.facts();

        match.close();
        return facts;
    }

    /** A match without any step. @param {About} about */
    start(about) {
        return this.open(setupRecord(this, about));
    }

    /**
     * What bots know of a game: without it they see its points and no more.
     * @param {string} game
     * @param {Uint8Array} brain
     */
    teach(game, brain) {
        this.give(brain);
        if (!this.#wasm.brain_set(this.#place(game), brain.length))
            throw new Error(`${game}: ${brain.length}`);
    }

    /** @param {string} game */
    #place(game) {
        return this.games.findIndex((one) => one.id === game);
    }

    /**
     * @param {string} game
     * @param {string} bot
     * @param {number} seat
     * @param {Uint8Array} view
     * @param {bigint} seed
     * @returns {number} a move
     */
    choose(game, bot, seat, view, seed) {
        this.give(view);
        return this.#wasm.bot_choose(this.#place(game), this.bots.indexOf(bot),
            seat, seed);
    }

    /**
     * Begins to look into the moves of a seat.
     * @param {string} game
     * @param {number} seat
     * @param {Uint8Array} view
     * @param {bigint} seed
     * @param {number} [first] a move that must not wait
     */
    inquire(game, seat, view, seed, first = -1) {
        this.give(view);
        this.#wasm.hints_begin(this.#place(game), seat, seed, first);
    }

    /**
     * Goes on with that, so many steps.
     * @param {number} steps
     * @returns {Inquiry}
     */
    inquireOn(steps) {
        const found = this.json(this.#wasm.hints_go_on(steps));

        for (const hint of found.hints)
            for (const key of ['points', 'pointsError', 'win', 'winError'])
                hint[key] /= 1000;
        return found;
    }
}

/** @param {Engine} engine @param {About} about */
function setupRecord(engine, about) {
    const lines = ['parlour 1', `game ${about.game}`,
        `layout ${engine.game(about.game).layout}`,
        `seats ${about.seats}`, `first ${about.first}`];

    for (const [name, value] of Object.entries(about.options))
        lines.push(`option ${name} ${value}`);
    for (let seat = 0; seat < about.seats; seat++) {
        if (about.names[seat])
            lines.push(`name ${seat} ${about.names[seat]}`);
        if (about.bots[seat])
            lines.push(`bot ${seat} ${about.bots[seat]}`);
    }
    return `${lines.join('\n')}\n`;
}

/** 64 bits of chance. */
export function seed() {
    const [low, high] = crypto.getRandomValues(new Uint32Array(2));
    return (BigInt(high) << 32n) | BigInt(low);
}

/** @implements {Readable} */
export class Match {
    #engine;
    #handle;
    /** @type {About} */
    about;

    /** @param {Engine} engine @param {number} handle */
    constructor(engine, handle) {
        this.#engine = engine;
        this.#handle = handle;
        this.about = engine.json(engine.wasm.match_about(handle));
    }

    get game() {
        return this.#engine.game(this.about.game);
    }

    close() {
        this.#engine.wasm.match_close(this.#handle);
    }

    /**
     * The numbers of its how-to.
     * @returns {Record<string, number[]>}
     */
    facts() {
        return this.#engine.json(this.#engine.wasm.match_facts(this.#handle));
    }

    /** @returns {Turn} */
    turn() {
        return this.#engine.json(this.#engine.wasm.match_turn(this.#handle));
    }

    /** @param {number} seat −1: a spectator @returns {Look} */
    look(seat) {
        return this.#engine.json(
            this.#engine.wasm.match_look(this.#handle, seat));
    }

    /** @param {number} seat @param {number} [from] @returns {Step[]} */
    history(seat, from = 0) {
        return this.#engine.json(
            this.#engine.wasm.match_history(this.#handle, seat, from));
    }

    /**
     * @param {number} seat
     * @param {number} move
     * @returns {{view: View, told: Message[]}}
     */
    preview(seat, move) {
        return this.#engine.json(
            this.#engine.wasm.match_preview(this.#handle, seat, move));
    }

    /** @param {number} [seat] */
    record(seat = ALL) {
        return this.#engine.text(
            this.#engine.wasm.match_record(this.#handle, seat));
    }

    get steps() {
        return this.#engine.wasm.match_steps(this.#handle);
    }

    /** @param {number} ok */
    #check(ok) {
        if (!ok)
            this.#engine.refuse();
    }

    /** @param {number} seat @param {number} move */
    play(seat, move) {
        this.#check(this.#engine.wasm.match_play(this.#handle, seat, move));
    }

    /** @param {bigint} [from] a seed, to get the same again */
    roll(from = seed()) {
        this.#check(this.#engine.wasm.match_roll(this.#handle, from));
    }

    /** @param {number[]} faces */
    land(faces) {
        this.#engine.give(new Uint8Array(faces));
        this.#check(this.#engine.wasm.match_land(this.#handle, faces.length));
    }

    /** @param {number} seat */
    takeBack(seat) {
        return this.#engine.wasm.match_take_back(this.#handle, seat) !== 0;
    }

    /** @param {number} steps */
    rewind(steps) {
        this.#check(this.#engine.wasm.match_rewind(this.#handle, steps));
    }

    /** What a seat knows, for a bot that thinks elsewhere. @param {number} seat */
    view(seat) {
        const at = this.#engine.wasm.match_view(this.#handle, seat);
        return new Uint8Array(this.#engine.wasm.memory.buffer, at, STATE).slice();
    }

    /* --- What a server shows: a match without steps stands for a view -------- */

    /** @param {Uint8Array} view */
    see(view) {
        this.#engine.give(view);
        this.#engine.wasm.match_see(this.#handle);
    }

    /**
     * What happened between two views; the match then stands for the first.
     * @param {number} seat who saw it
     * @param {Uint8Array} before
     * @param {Uint8Array} after
     * @param {string} words of the step, as in a record
     * @returns {Step}
     */
    stepBetween(seat, before, after, words) {
        const text = new TextEncoder().encode(words);
        const bytes = new Uint8Array(2 * STATE + text.length);

        bytes.set(before);
        bytes.set(after, STATE);
        bytes.set(text, 2 * STATE);
        this.#engine.give(bytes);
        return this.#engine.json(
            this.#engine.wasm.match_step(this.#handle, seat));
    }

    /** Throws Refused if its dice are not those that were promised. */
    checkDice() {
        this.#check(this.#engine.wasm.match_fair(this.#handle));
    }
}

/** @param {URL} url */
export async function loadEngine(url) {
    const response = await fetch(url);

    if (!response.ok)
        throw new Error(`${response.status} ${url}`);
    const { instance } =
        await WebAssembly.instantiate(await response.arrayBuffer(), {});
    return new Engine(instance.exports);
}
