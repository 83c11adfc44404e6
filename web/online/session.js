/*
 * One game at a table of the server, as its play screen sees it: what has
 * happened is shown step by step, what is asked waits for the person, and a
 * choice may be changed until the last one is in.
 *
 * The server is the referee. Nothing here decides anything: a choice is shown
 * at once, and stands when the server says so.
 */
import { asSentence } from './asking.js';
import { QuietFace } from '../game/face.js';
import { namesOf } from '../game/player_names.js';
import { Pause } from '../game/pause.js';
import { isCalm } from '../device/settings.js';
import { keepRecord } from './keeping.js';
import { Viewed } from './viewed.js';

/**
 * @typedef {import('../game/face.js').Common} Common
 * @typedef {import('../game/face.js').Phase} Phase
 * @typedef {import('../engine/engine.js').Turn} Turn
 * @typedef {import('../engine/words.js').Message} Message
 * @typedef {import('./guest.js').State} State
 *
 * @typedef {object} Sent a choice on its way to the server
 * @property {number} question
 * @property {number} move
 * @property {string} word
 */

const ROLLING = 450; // ms
const CHOICE = 750; // that someone else made
const ONLY_MOVE = 900;
const CATCH_UP = 3000; // the longest that all that happened meanwhile may take
const LONG_AGO = 40; // steps: more than that is not shown one by one
const AWAY = 60_000; // ms until a bot may play for someone
const SILENT = 1000; // ms until it is said that a draw waits for a device

/** @implements {Common} */
export class TableSession extends QuietFace {
    #app;
    #guest;
    /** @type {Viewed} */
    #viewed;
    /** @type {Turn} */
    #turn;
    #shown;
    #run = 0;
    #isRunning = false;
    #pause = new Pause();
    /** @type {(() => void)[]} */
    #off = [];
    /** @type {Sent | null} */
    #sent = null;
    /** The question whose dice were typed, or that is to be answered again. */
    #typed = -1;
    #again = -1;
    /** The moves of a question, as they were when it was asked.
     * @type {{question: number, moves: import('../engine/engine.js').Move[]}} */
    #open = { question: -1, moves: [] };
    /** @type {Message | null} the own choice in words, while it stands */
    #said = null;
    /** @type {Message | null} */
    #refusal = null;
    /** The question that was open then. */
    #refusedAt = -1;
    /** Does someone want to see the present at once? */
    #hurries = false;

    /**
     * @param {import('../app.js').App} app
     * @param {import('./guest.js').Guest} guest at a table where a game is on
     */
    constructor(app, guest) {
        super();
        this.#app = app;
        this.#guest = guest;
        this.#shown = guest.steps.length;
        this.#viewed = this.#openView();
        this.#turn = this.#viewed.turn();
    }

    start() {
        const timer = setInterval(() => this.#guest.state && this.onTick(), 1000);

        this.#off = [this.#guest.on('change', () => this.#heard()),
            () => clearInterval(timer)];
        this.#go();
    }

    stop() {
        this.#run++;
        this.#pause.skip();
        this.#off.forEach((off) => off());
        this.#viewed.close();
    }

    /* --- What is to be seen ------------------------------------------------ */

    get id() {
        return this.#guest.id;
    }

    get match() {
        return this.#viewed;
    }

    get turn() {
        return this.#turn;
    }

    get names() {
        return namesOf(this.#app.words, this.#guest.table,
            this.#guest.you);
    }

    get people() {
        return this.looking >= 0 ? [this.looking] : [];
    }

    get #players() {
        return this.#guest.table?.players ?? [];
    }

    /** The present. */
    get #state() {
        return /** @type {State} */ (this.#guest.state);
    }

    get calls() {
        return (this.phase === 'choose' && !this.#isAgain) ||
            this.phase === 'type';
    }

    /** The host decides; among bots there is no one to be unfair to. */
    get allowsHints() {
        const { table, you } = this.#guest;

        return table?.hints === true || table?.players.every((player, seat) =>
            seat === you || player.kind !== 'person') === true;
    }

    get deadline() {
        const { left, turn } = this.#state;

        return left === undefined || turn === 'over' ? 0
            : this.#guest.heard + left;
    }

    get chosen() {
        return this.#said;
    }

    get trouble() {
        const { state, retry } = this.#guest.link;
        const seconds = Math.ceil((retry - Date.now()) / 1000);

        if (state === 'open')
            return this.#refusal ?? this.#slowDraw;
        return seconds > 0 ? { id: 'page.link.lost', n: seconds }
            : { id: 'page.link.trying' };
    }

    /** @returns {Message | null} */
    get #slowDraw() {
        return this.#state.draw && Date.now() - this.#guest.heard > SILENT
            ? { id: 'page.draw.waits' } : null;
    }

    /** @param {number} seat */
    isBot(seat) {
        return this.#players[seat]?.kind !== 'person';
    }

    /** @param {number} seat */
    isAway(seat) {
        return this.#players[seat]?.here === false;
    }

    /** @param {number} seat */
    hasStandIn(seat) {
        return this.#players[seat]?.stand_in === true;
    }

    /** @param {number} seat */
    canStand(seat) {
        const since = this.#guest.away.get(seat) ?? Infinity;

        return this.looking >= 0 && !this.hasStandIn(seat) &&
            Date.now() - since >= AWAY;
    }

    /* --- What people do ---------------------------------------------------- */

    /** @param {number} move */
    choose(move) {
        const { question } = this.#state;
        const word = this.#openMoves()
            .find((one) => one.move === move)?.name ?? '';
        const sent = { question, move, word };

        this.#sent = sent;
        this.#again = -1;
        this.#ask('move', { table: this.id, question, seat: this.looking,
            move: word }, () => {
            if (this.#sent === sent)
                this.#sent = null;
        });
        this.#go();
    }

    /** @param {number[]} faces */
    typed(faces) {
        const { question } = this.#state;
        const dice = this.#turn.chance?.dice ?? [];

        this.#typed = question;
        this.#ask('dice', { question,
            dice: faces.map((face, i) => dice[i].faces[face]) }, () => {
            this.#typed = -1;
        });
        this.#go();
    }

    canTakeBack() {
        return this.phase === 'bots' && !this.#isRunning &&
            this.#choice !== undefined;
    }

    takeBack() {
        this.#again = this.#state.question;
        this.#go();
    }

    /** @param {number} seat */
    stand(seat) {
        this.#ask('stand', { seat });
    }

    /** Ends waiting; and anyone who touches plays for themselves again. */
    touched() {
        this.#hurries = this.#isRunning;
        this.#pause.skip();
        if (this.looking >= 0 && this.hasStandIn(this.looking))
            this.#ask('back');
    }

    /** The end stands at the same address. */
    showResult() {
        this.#app.open();
    }

    /**
     * @param {string} kind
     * @param {import('./line.js').Members} [members]
     * @param {() => void} [undo] when it is refused
     */
    #ask(kind, members, undo = () => {}) {
        this.#refusal = null;
        this.#guest.ask(kind, members).catch((error) => {
            this.#refusal = this.#sentence(error.reason);
            this.#refusedAt = this.#state.question;
            undo();
            this.#go();
        });
    }

    /** @param {Message} reason */
    #sentence(reason) {
        const { words } = this.#app;
        return { id: asSentence(words.say(reason, this.names), words.language) };
    }

    /* --- The loop ---------------------------------------------------------- */

    #openView() {
        const { table, you } = this.#guest;

        if (!table)
            throw new Error('no table');
        this.looking = you;
        this.#open = { question: -1, moves: [] };
        const viewed = new Viewed(this.#app.engine, { game: table.game,
            sheet: table.sheet, seats: table.seats, first: table.first, options: table.options,
            names: [], bots: [] }, you);
        viewed.show(this.#guest.steps, this.#shown);
        return viewed;
    }

    #heard() {
        const { steps, you, ended, state } = this.#guest;

        if (ended || !state)
            return;
        if (you !== this.looking) {
            this.#viewed.close();
            this.#shown = steps.length;
            this.#viewed = this.#openView();
        }
        if (this.#sent?.question !== state.question)
            this.#sent = null;
        if (this.#refusedAt !== state.question)
            this.#refusal = null;
        if (this.#isRunning)
            this.onChange();
        else
            this.#go();
    }

    #go() {
        const run = ++this.#run;

        this.#pause.skip();
        this.#isRunning = true;
        this.#loop(run).catch((error) => {
            if (run === this.#run)
                this.onError(error);
        });
    }

    /** @param {number} run */
    async #loop(run) {
        if (this.#guest.steps.length - this.#shown > LONG_AGO)
            this.#shown = this.#guest.steps.length - 1;
        while (this.#shown < this.#guest.steps.length) {
            await this.#showNext();
            if (run !== this.#run)
                return;
        }
        this.#isRunning = false;
        this.#hurries = false;
        await this.#showPresent(run);
    }

    /** @param {Phase} phase @param {number} asked */
    #show(phase, asked) {
        this.phase = phase;
        this.asked = asked;
        this.onChange();
    }

    /* --- What has happened ------------------------------------------------- */

    async #showNext() {
        const { steps } = this.#guest;
        const { words } = steps[this.#shown];
        const left = steps.length - this.#shown;
        const before = this.#viewed.turn();

        this.#viewed.show(steps, ++this.#shown);
        this.#turn = this.#viewed.turn();
        this.#said = null;
        const pause = Math.min(this.#pauseAfter(words, before), CATCH_UP / left);
        if (pause === 0 || this.#hurries)
            return;
        if (words.startsWith('chance'))
            this.#show('rolling', this.#turn.active);
        else
            this.#show('bots', seatOf(words));
        await this.#pause.wait(pause);
    }

    /**
     * Dice fall, others are seen to do something; what is not to be seen and
     * what one did oneself takes no time.
     * @param {string} words
     * @param {Turn} before
     */
    #pauseAfter(words, before) {
        const { pace } = this.#app.settings;

        if (words.startsWith('chance'))
            return before.chance?.draw || isCalm() ? 0 : ROLLING * pace;
        return words.endsWith(' -') || seatOf(words) === this.looking ? 0
            : CHOICE * pace;
    }

    /* --- The present ------------------------------------------------------- */

    /** Does the person want to choose otherwise? */
    get #isAgain() {
        return this.#again === this.#state.question;
    }

    /** The word of the own choice for the open question, if it is made. */
    get #choice() {
        const { question, choice } = this.#state;

        if (this.#isAgain)
            return undefined;
        return this.#sent?.question === question ? this.#sent.word : choice;
    }

    /** Lays out the view in which the person chooses, or has chosen. */
    #lookAtPresent() {
        const { steps } = this.#guest;
        const { choice, view } = this.#state;
        const word = this.#choice;

        this.#viewed.show(steps, steps.length,
            word !== undefined && word === choice ? view : undefined);
        if (word !== undefined && word !== choice && this.#sent)
            this.#viewed.choose(this.#sent.move);
    }

    /** @returns {Turn} */
    #presentTurn() {
        const { turn: what, asked, answered } = this.#state;
        const done = [...answered.filter((seat) => seat !== this.looking),
            ...(this.#choice === undefined ? [] : [this.looking])];

        return { ...this.#viewed.turn(), what, answered: done,
            asked: asked.filter((seat) => !done.includes(seat)) };
    }

    /** @param {number} run */
    async #showPresent(run) {
        const { turn, throws, question } = this.#state;

        this.#said = this.#choiceWords();
        this.#lookAtPresent();
        this.#turn = this.#presentTurn();
        if (turn === 'over')
            return this.#showEnd();
        if (turn === 'chance')
            return this.#show(throws === this.looking && throws >= 0 &&
                this.#typed !== question ? 'type' : 'bots',
            throws ?? this.#turn.active);
        if (!this.#turn.asked.includes(this.looking) ||
            this.hasStandIn(this.looking))
            return this.#show('bots', this.#turn.asked[0] ?? -1);
        return this.#askPerson(run);
    }

    /** @param {number} run */
    async #askPerson(run) {
        const { moves } = this.#viewed.look(this.looking);
        const { settings } = this.#app;

        if (moves.length > 1 || !settings.values.onlyMove || this.#isAgain)
            return this.#show('choose', this.looking);
        this.#show('only', this.looking);
        await this.#pause.wait(ONLY_MOVE * Math.min(1, settings.pace));
        if (run === this.#run)
            this.choose(moves[0].move);
    }

    #showEnd() {
        this.#show('over', -1);
        keepRecord(this.#app, this.#guest).catch(() => {
            /* the end asks for it again */
        });
    }

    /** All that can be answered, also where an answer stands already. */
    #openMoves() {
        const { steps } = this.#guest;
        const { question } = this.#state;

        if (this.#open.question !== question) {
            this.#viewed.show(steps, steps.length);
            this.#open = { question,
                moves: this.#viewed.look(this.looking).moves };
        }
        return this.#open.moves;
    }

    /** The own choice, as the view before it was made says it. */
    #choiceWords() {
        const word = this.#choice;

        return word === undefined ? null : this.#openMoves()
            .find(({ name }) => name === word)?.say ?? null;
    }
}

/** Who made the move of a step. @param {string} words "play 2 r7" */
function seatOf(words) {
    return Number(words.split(' ')[1]);
}
