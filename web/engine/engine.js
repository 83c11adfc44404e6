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
 * @property {number} minutes that it takes
 * @property {number} age from which it is played
 * @property {number} hue of its cloth
 * @property {string} emblem on its box: a file of emblems/
 * @property {number} least players
 * @property {number} most
 * @property {boolean} hands hidden from the others?
 * @property {number} [pass] the move that does nothing
 * @property {number} sheets that are shipped; 0: nothing to choose
 * @property {Record<string, string>} signs what they mean here; catalogue
 * @property {Option[]} options
 *
 * @typedef {object} Cell what may stand in a box of a sheet
 * @property {number} [low] of numbers
 * @property {number} [high]
 * @property {string[]} words
 * @property {string[]} [means] messages that explain them; '': none
 *
 * @typedef {object} SheetLine
 * @property {string} label '': none
 * @property {number} [most] boxes, of a line that may be shorter
 * @property {Cell} kind
 * @property {Cell} [last] of one more box at the end
 * @property {string[]} cells
 *
 * @typedef {object} Sheet as docs/sheets.md has it
 * @property {string} game
 * @property {string} layout its name in records
 * @property {boolean} own is it none of those that are shipped?
 * @property {string} name
 * @property {string} author
 * @property {string} text
 * @property {SheetLine[]} lines
 *
 * @typedef {object} Mistake in a sheet
 * @property {number} line from 1
 * @property {number} column from 1, in bytes
 * @property {Message} what
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
 * @property {boolean} [pass] does nothing
 * @property {number} gain points that it brings by itself
 * @property {number} dice that make it: bit i is the i-th die of the roll; of
 *     a move that rolls again, the dice that stay
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
 * @property {number[]} passers of those asked
 * @property {number} undo the person whose choice is the last since dice fell,
 *     and can be made anew; −1: no one
 * @property {number} active
 * @property {number} steps
 * @property {number} question its first step
 * @property {number} known so many steps are no secret
 * @property {Chance} [chance]
 *
 * @typedef {object} Step
 * @property {number} seat −1: chance
 * @property {boolean} seen
 * @property {boolean} [draw]
 * @property {{name: string, face: string}[]} [dice]
 * @property {string} [name]
 * @property {Message} [say]
 * @property {boolean} [pass] did nothing
 * @property {number[]} [by] the ids of the dice that made it
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
 * @typedef {object} Verdict what a decision cost; below 0: so much was won
 * @property {number} best of the other moves
 * @property {'fine'|'costly'|'close'} call close: too close to call
 * @property {number} points of the lead in the end, or alone of the points
 * @property {number} win of the chance to win
 * @property {number} worth of both
 * @property {number} chance to win after it
 * @property {number} tries that it rests on
 * @property {number} wants so many more may make it clear
 * @property {Uint8Array} bytes to go on from
 *
 * @typedef {object} About
 * @property {string} game
 * @property {string} [sheet] its text, where it is not the usual one
 * @property {number} seats
 * @property {number} first
 * @property {Record<string, string>} options
 * @property {string[]} names
 * @property {string[]} bots '': a person
 * @property {string} [daily] the date of a game of the day
 * @property {number} [reader] whose device this is; −1: no one's
 *
 * @typedef {object} Daily a game of the day: who plays and what
 * @property {string} game
 * @property {string} layout
 * @property {number} seats
 * @property {number} version of the recipe
 * @property {number} steps that expert takes for a decision there
 * @property {string} record without any step
 *
 * @typedef {object} Readable what can be looked at: a match, or what a server
 *     shows of one
 * @property {About} about
 * @property {Game} game
 * @property {(seat: number) => Look} look
 * @property {(seat: number, from?: number) => Step[]} history
 * @property {(seat: number, move: number) => {view: View, told: Message[]}}
 *     preview
 * @property {(seat: number, piece: number) => Message | null} why a piece
 *     cannot be touched
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
    /** Where bytes go in, and how many. */
    #input = { at: 0, room: 0 };
    /** @type {Game[]} */
    games;
    /** @type {string[]} from the weakest to the strongest */
    bots;
    /** The sheet that bots play on; '': the usual ones. */
    #minded = '';

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

    /** Two C strings, one behind the other. @param {number} at */
    twoTexts(at) {
        const end = new Uint8Array(this.#wasm.memory.buffer, at).indexOf(0);
        return [this.text(at), this.text(at + end + 1)];
    }

    /** @param {number} at */
    json(at) {
        return JSON.parse(this.text(at));
    }

    /** Lays bytes into the input, and a zero after them. @param {Uint8Array} bytes */
    give(bytes) {
        const { length } = bytes;

        if (length >= this.#input.room)
            this.#input = { at: this.#wasm.input(2 * length), room: 2 * length };
        const room = new Uint8Array(this.#wasm.memory.buffer, this.#input.at,
            length + 1);
        room.set(bytes);
        room[length] = 0;
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

    /**
     * A piece of the recipe of fair dice, see wasm.c.
     * @param {string} words
     * @returns {string} 64 digits; '': the words are wrong
     */
    fair(words) {
        return this.text(this.#wasm.fair(this.#giveText(words)));
    }

    /** Lays a text into the input. @param {string} text @returns {number} bytes */
    #giveText(text) {
        const bytes = this.#encoder.encode(text);

        this.give(bytes);
        return bytes.length;
    }

    /**
     * The sheets that a game ships, as text; the usual one first.
     * @param {string} game
     */
    shippedSheets(game) {
        return Array.from({ length: this.game(game).sheets }, (_, i) =>
            this.text(this.#wasm.sheet_shipped(this.#place(game), i)));
    }

    /**
     * What a sheet says, or what is wrong with it.
     * @param {string} text
     * @returns {{mistakes: Mistake[], sheet: Sheet | null}}
     */
    readSheet(text) {
        const { mistakes, ...sheet } =
            this.json(this.#wasm.sheet_read(this.#giveText(text)));

        return { mistakes, sheet: sheet.game ? sheet : null };
    }

    /**
     * A sheet that plays like the usual one: a second's work.
     * @param {string} game
     * @param {bigint} from the same seed makes the same sheet
     */
    makeSheet(game, from) {
        return this.text(this.#wasm.sheet_make(this.#place(game), from));
    }

    /** @param {string} text @returns {Sheet} throws Refused */
    sheet(text) {
        const { mistakes: [first], sheet } = this.readSheet(text);

        if (!sheet)
            throw new Refused(first.what, first.line);
        return sheet;
    }

    /** @param {string} record */
    open(record) {
        const handle = this.#wasm.match_open(this.#giveText(record));
        return handle < 0 ? this.refuse() : new Match(this, handle);
    }

    /**
     * @param {string} date "2026-11-17"
     * @returns {Daily | null} null: it is no date
     */
    daily(date) {
        const found = this.json(this.#wasm.daily(this.#giveText(date)));
        return found.record ? found : null;
    }

    /**
     * The numbers that the how-to of a game names.
     * @param {string} game
     * @param {Record<string, string>} options house rules
     * @param {string} [sheet] where it is not the usual one
     */
    facts(game, options, sheet) {
        const match = this.start({ game, sheet, seats: this.game(game).most,
            first: 0, options, names: [], bots: [] });
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

    /**
     * Bots think with someone's own brain, from a file, before that which they
     * were taught; none: without it again.
     * @param {string} game
     * @param {Uint8Array} file
     * @returns {string} the message that says why not; '': they do
     */
    readBrain(game, file) {
        this.give(file);
        return this.text(this.#wasm.brain_read(this.#place(game), file.length));
    }

    /** @param {string} game */
    #place(game) {
        return this.games.findIndex((one) => one.id === game);
    }

    /** The sheet that bots play on from now on. @param {string} text */
    #mind(text) {
        if (text === this.#minded)
            return;
        this.#wasm.bots_play_on(this.#giveText(text));
        this.#minded = text;
    }

    /**
     * @param {string} game
     * @param {string} bot
     * @param {number} seat
     * @param {Uint8Array} view
     * @param {bigint} seed
     * @param {string} [sheet]
     * @param {number} [steps] 0: as many as are usual
     * @param {number} [temper] 0: none
     * @returns {number} a move
     */
    choose(game, bot, seat, view, seed, sheet = '', steps = 0, temper = 0) {
        this.#mind(sheet);
        this.give(view);
        return this.#wasm.bot_choose(this.#place(game), this.bots.indexOf(bot),
            seat, seed, steps, temper);
    }

    /** Steps that the last choice took; 0: it did not count. */
    get taken() {
        return this.#wasm.bot_steps();
    }

    /**
     * Begins to look into the moves of a seat.
     * @param {string} game
     * @param {number} seat
     * @param {Uint8Array} view
     * @param {bigint} seed
     * @param {number} [first] a move that must not wait
     * @param {string} [sheet]
     */
    inquire(game, seat, view, seed, first = -1, sheet = '') {
        this.#mind(sheet);
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
            asFractions(hint, ['points', 'pointsError', 'win', 'winError']);
        return found;
    }

    /**
     * What a decision cost against the best other move.
     * @param {{game: string, seat: number, view: Uint8Array, seed: bigint,
     *     played: number, steps: number, sheet?: string,
     *     before?: Uint8Array}} decision before: bytes of the last verdict on it
     * @returns {Verdict}
     */
    judge({ game, seat, view, seed: from, played, steps, sheet = '',
        before = new Uint8Array() }) {
        this.#mind(sheet);
        this.give(Uint8Array.of(...view, ...before));
        const { size, ...found } = this.json(this.#wasm.judge(
            this.#place(game), seat, from, played, steps,
            view.length + before.length));

        asFractions(found, ['points', 'win', 'worth', 'chance']);
        return { ...found, call: CALLS[found.call],
            bytes: new Uint8Array(this.#wasm.memory.buffer,
                this.#wasm.judged(), size).slice() };
    }
}

/** In the order of the engine's own. @type {Verdict['call'][]} */
const CALLS = ['fine', 'costly', 'close'];

/** The engine says thousandths. @param {any} found @param {string[]} keys */
function asFractions(found, keys) {
    for (const key of keys)
        found[key] /= 1000;
}

/** @param {Engine} engine @param {About} about */
function layoutLines(engine, { game, sheet: text }) {
    if (!text)
        return [`layout ${engine.game(game).layout}`];
    const sheet = engine.sheet(text);
    return [`layout ${sheet.layout}`, ...(sheet.own
        ? sheet.text.trimEnd().split('\n').map((line) => `sheet ${line}`) : [])];
}

/** @param {Engine} engine @param {About} about */
function setupRecord(engine, about) {
    const lines = ['parlour 1', `game ${about.game}`,
        ...layoutLines(engine, about),
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

/**
 * A list that follows from the one before it, as the engine tells it: n, the
 * next n stay; −n, the next n are gone; else what is new.
 * @template T
 * @param {(T | number)[]} told
 * @param {T[]} before
 */
function follow(told, before) {
    /** @type {T[]} */
    const now = [];
    let at = 0;

    for (const one of told) {
        if (typeof one !== 'number')
            now.push(one);
        else if (one > 0)
            now.push(...before.slice(at, at + one));
        at += typeof one === 'number' ? Math.abs(one) : 0;
    }
    return now;
}

/**
 * The table as it follows from what is known of it. Pieces that stay are the
 * same objects, unless other areas have come or gone before theirs.
 * @param {{areas: (Area | number)[], pieces: (Piece | number)[]}} told
 * @param {{areas: Area[], pieces: Piece[]}} before
 */
function sceneAfter(told, before) {
    const areas = follow(told.areas, before.areas);
    const to = before.areas.map((area) => areas.indexOf(area));
    const pieces = before.pieces.map((piece) => (to[piece.area] === piece.area
        ? piece : { ...piece, area: to[piece.area] }));

    return { areas, pieces: follow(told.pieces, pieces) };
}

/**
 * A match, and all that was heard of it since it changed: nothing is asked
 * twice, and what the page knows already does not come again.
 * @implements {Readable}
 */
export class Match {
    #engine;
    #handle;
    /** @type {Turn | null} */
    #turn = null;
    /** @type {string | null} all of it */
    #record = null;
    /** @type {{areas: Area[], pieces: Piece[]}} what the last look showed */
    #scene = { areas: [], pieces: [] };
    /** @type {Map<number, Look>} by seat */
    #looks = new Map();
    /** @type {Map<string, {view: View, told: Message[]}>} by seat and move */
    #ahead = new Map();
    /** @type {Map<number, Step[]>} by the seat that reads them */
    #steps = new Map();
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
     * What a bot draws on in a game of the day.
     * @param {number} seat
     * @returns {bigint}
     */
    seed(seat) {
        return this.#engine.wasm.match_seed(this.#handle, seat);
    }

    /**
     * The numbers of its how-to.
     * @returns {Record<string, number[]>}
     */
    facts() {
        return this.#engine.json(this.#engine.wasm.match_facts(this.#handle));
    }

    /* --- What is to be seen -------------------------------------------------- */

    /** @returns {Turn} */
    turn() {
        this.#turn ??= this.#engine.json(
            this.#engine.wasm.match_turn(this.#handle));
        return /** @type {Turn} */ (this.#turn);
    }

    /** @param {number} seat −1: a spectator @returns {Look} */
    look(seat) {
        const seen = this.#looks.get(seat);

        if (seen)
            return seen;
        const known = this.#steps.get(seat);
        const { steps = [], ...look } = this.#engine.json(this.#engine.wasm
            .match_look(this.#handle, seat, known ? known.length : -1));
        known?.push(...steps);
        look.moves = look.moves.map((/** @type {Partial<Move>} */ move) =>
            ({ gain: 0, dice: 0, ordered: false, ...move }));
        this.#scene = sceneAfter(look.view, this.#scene);
        Object.assign(look.view, this.#scene);
        this.#looks.set(seat, look);
        return look;
    }

    /**
     * A seat that has asked once hears of new steps with every look.
     * @param {number} seat
     * @param {number} [from]
     * @returns {Step[]}
     */
    history(seat, from = 0) {
        if (!this.#steps.has(seat)) {
            this.#steps.set(seat, []);
            this.#looks.delete(seat);
        }
        this.look(seat);
        return (this.#steps.get(seat) ?? []).slice(from);
    }

    /**
     * @param {number} seat
     * @param {number} move
     * @returns {{view: View, told: Message[]}}
     */
    preview(seat, move) {
        const key = `${seat} ${move}`;
        const seen = this.#ahead.get(key);

        if (seen)
            return seen;
        const ahead = this.#engine.json(
            this.#engine.wasm.match_preview(this.#handle, seat, move));
        Object.assign(ahead.view, sceneAfter(ahead.view, this.#scene));
        this.#ahead.set(key, ahead);
        return ahead;
    }

    /**
     * Why the seat cannot touch a piece now; null: it can.
     * @param {number} seat
     * @param {number} piece
     * @returns {Message | null}
     */
    why(seat, piece) {
        return this.#engine.json(
            this.#engine.wasm.match_why(this.#handle, seat, piece));
    }

    /** @param {number} [seat] */
    record(seat = ALL) {
        if (seat === ALL && this.#record !== null)
            return this.#record;
        return this.#engine.text(
            this.#engine.wasm.match_record(this.#handle, seat));
    }

    /** What a seat knows, for a bot that thinks elsewhere. @param {number} seat */
    view(seat) {
        const at = this.#engine.wasm.match_view(this.#handle, seat);
        return new Uint8Array(this.#engine.wasm.memory.buffer, at, STATE).slice();
    }

    /** Throws Refused if its dice are not those that were promised. */
    checkDice() {
        if (!this.#engine.wasm.match_fair(this.#handle))
            this.#engine.refuse();
    }

    /* --- What changes it ------------------------------------------------------ */

    /**
     * Steps that are no secret stand; answers to the open question may have
     * changed, and secrets may be known now.
     * @param {number} at where the turn and the record lie; 0: it was refused
     */
    #changed(at) {
        if (at === 0)
            this.#engine.refuse();
        const [told, record] = this.#engine.twoTexts(at);
        const turn = JSON.parse(told);
        const standing = Math.min(this.#turn?.known ?? 0, turn.known);
        for (const steps of this.#steps.values())
            steps.splice(standing);
        this.#turn = turn;
        this.#record = record;
        this.#looks.clear();
        this.#ahead.clear();
    }

    /** @param {bigint} [from] a seed, to get the same again */
    roll(from = seed()) {
        this.#changed(this.#engine.wasm.match_roll(this.#handle, from));
    }

    /** @param {number[]} faces */
    land(faces) {
        this.#engine.give(new Uint8Array(faces));
        this.#changed(this.#engine.wasm.match_land(this.#handle, faces.length));
    }

    /**
     * An answer to the open question. It may be given anew until the last one
     * is in.
     * @param {number} seat
     * @param {number} move
     */
    answer(seat, move) {
        this.#changed(this.#engine.wasm.match_answer(this.#handle, seat, move));
    }

    /**
     * The last question in which the seat had a choice is open again without
     * its answer; what others have answered in it stands.
     * @param {number} seat
     */
    reopen(seat) {
        this.#changed(this.#engine.wasm.match_reopen(this.#handle, seat));
    }

    /** @param {number} steps */
    rewind(steps) {
        this.#changed(this.#engine.wasm.match_rewind(this.#handle, steps));
    }

    /* --- What a server shows: a match without steps stands for a view -------- */

    /** @param {Uint8Array} view */
    see(view) {
        this.#engine.give(view);
        this.#changed(this.#engine.wasm.match_see(this.#handle));
    }

    /**
     * What happened between views.
     * @param {number} seat who saw it
     * @param {Uint8Array[]} views before, between and after the steps
     * @param {string[]} words of each step, as in a record
     * @returns {Step[]}
     */
    stepsBetween(seat, views, words) {
        const text = new TextEncoder().encode(words.join('\0'));
        const bytes = new Uint8Array(views.length * STATE + text.length);

        views.forEach((view, i) => bytes.set(view, i * STATE));
        bytes.set(text, views.length * STATE);
        this.#engine.give(bytes);
        return this.#engine.json(this.#engine.wasm.match_steps(this.#handle,
            seat, words.length));
    }

    /**
     * The draws that devices made together, if they did.
     * @returns {{number: number, named: number[], drawn: number[],
     *     transcript: string}[]}
     */
    draws() {
        return this.#engine.json(this.#engine.wasm.match_draws(this.#handle));
    }
}

/** A module that turns a number into a vector: not every browser can. */
const VECTORS = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123,
    3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11);
/** Where bots think with vectors, they take two thirds of the time. */
export const ENGINE = WebAssembly.validate(VECTORS)
    ? 'parlour.wasm' : 'parlour-plain.wasm';

/** @param {URL} url */
export async function loadEngine(url) {
    const response = await fetch(url);

    if (!response.ok)
        throw new Error(`${response.status} ${url}`);
    const { instance } =
        await WebAssembly.instantiate(await response.arrayBuffer(), {});
    return new Engine(instance.exports);
}
