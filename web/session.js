/*
 * One game being played at this device: who is asked next, when dice fall,
 * what can be taken back. It draws nothing; it says when there is something
 * new to draw.
 */
import { decidersOf } from './deciders.js';
import { QuietFace } from './face.js';
import { namesIn } from './names.js';
import { Pause } from './pause.js';
import { isCalm } from './settings.js';

/**
 * @typedef {import('./face.js').Common} Common
 * @typedef {import('./face.js').Phase} Phase
 * @typedef {import('./engine.js').Turn} Turn
 */

const ROLLING = 450; // ms, less than it takes to look up
const ONLY_MOVE = 900;
const LAST_CHANCE = 1200; // to take back before somebody else throws

/** @implements {Common} */
export class Session extends QuietFace {
    #app;
    #kept;
    #run = 0;
    #pause = new Pause();
    /** @type {Map<number, Promise<number>>} what others think about already */
    #thinking = new Map();
    /** @type {string} what #thinking is about */
    #question = '';

    /**
     * @param {import('./app.js').App} app
     * @param {import('./store.js').Kept} kept
     */
    constructor(app, kept) {
        super();
        this.#app = app;
        this.#kept = kept;
        this.match = app.engine.open(kept.record);
        this.deciders = decidersOf(this.match, app);
        this.people = this.deciders.flatMap(
            ({ kind }, seat) => (kind === 'person' ? [seat] : []));
        /** @type {Turn} */
        this.turn = this.match.turn();
        if (this.people.length === 1 || !this.match.game.hands)
            this.looking = this.people[0] ?? -1;
    }

    get id() {
        return this.#kept.id;
    }

    get names() {
        return namesIn(this.#app.words, this.match.about);
    }

    showResult() {
        this.#app.replace(`end/${this.id}`);
    }

    record() {
        return this.match.record();
    }

    /** @param {number} seat */
    isBot(seat) {
        return this.deciders[seat].kind === 'bot';
    }

    /** Real dice are typed in, where there are dice. */
    get #real() {
        return this.#kept.real && !this.turn.chance?.draw;
    }

    start() {
        this.#app.store.onTaken = (id) => id === this.id && this.#taken();
        this.#app.store.take(this.#kept);
        this.#go();
    }

    stop() {
        this.#app.store.onTaken = () => {};
        this.#run++;
        this.#pause.skip();
        this.match.close();
    }

    /* --- What people do -------------------------------------------------- */

    throwNow() {
        const run = this.#run;

        if (this.phase === 'throw')
            this.#roll().then(() => run === this.#run && this.#go());
    }

    /** @param {number[]} faces */
    typed(faces) {
        this.match.land(faces);
        this.#stepped();
        this.#go();
    }

    /** @param {number} move */
    choose(move) {
        this.match.play(this.asked, move);
        this.#stepped();
        this.#go();
    }

    /** The person asked and all people after him pass. */
    nobodyElse() {
        for (const seat of this.#askedPeople()) {
            const pass = this.#passOf(seat);
            if (pass !== undefined)
                this.match.play(seat, pass);
        }
        this.#stepped();
        this.#go();
    }

    canNobodyElse() {
        const people = this.phase === 'choose' ? this.#askedPeople() : [];
        return people.length > 1 && !this.match.game.hands &&
            people.every((seat) => this.#passOf(seat) !== undefined);
    }

    /** The device is in the hands of whom the table asks. */
    lift() {
        this.looking = this.asked;
        this.#go();
    }

    /** Ends waiting: dice fall, or a bot takes its time. */
    touched() {
        this.#pause.skip();
    }

    /** This tab plays the game again. */
    takeOver() {
        const kept = this.#app.store.game(this.id) ?? this.#kept;

        this.phase = 'bots';
        this.match.close();
        this.#kept = kept;
        this.match = this.#app.engine.open(kept.record);
        this.start();
    }

    /* --- Taking back ----------------------------------------------------- */

    /** The last choice of a person since dice fell, or −1. */
    #lastChoice() {
        const steps = this.match.history(-1, Math.max(0, this.turn.steps - 32));
        const from = this.turn.steps - steps.length;

        for (let i = steps.length - 1; i >= 0; i--) {
            if (steps[i].seat < 0)
                return -1;
            if (this.people.includes(steps[i].seat))
                return from + i;
        }
        return -1;
    }

    /*
     * While the question is open, a choice is its player's. After that people
     * at one device are their own referee, unless somebody else has chosen in
     * the same question or since: then the person knows more than before.
     */
    canTakeBack() {
        const step = this.#lastChoice();

        return step >= 0 && this.phase !== 'rolling' &&
            this.phase !== 'taken' &&
            (this.#isOpen(step) || this.#isAmongPeople(step));
    }

    /** @param {number} step */
    #isOpen(step) {
        return step >= this.turn.steps - this.turn.answered.length;
    }

    /** @param {number} step */
    #isAmongPeople(step) {
        const before = this.#app.engine.open(this.match.record());

        before.rewind(step);
        const question = step - before.turn().answered.length;
        before.close();
        return this.match.history(-1, question).every(
            ({ seat }) => this.people.includes(seat));
    }

    takeBack() {
        const step = this.#lastChoice();

        if (!this.canTakeBack())
            return;
        if (this.#isOpen(step))
            this.match.takeBack(this.match.history(-1, step)[0].seat);
        else
            this.match.rewind(step);
        this.#thinking.clear();
        this.#stepped();
        this.#go();
    }

    /* --- The loop -------------------------------------------------------- */

    #go() {
        const run = ++this.#run;

        this.#pause.skip();
        this.#loop(run).catch((error) => {
            if (run === this.#run)
                this.onError(error);
        });
    }

    /** @param {number} run */
    async #loop(run) {
        while (run === this.#run) {
            this.turn = this.match.turn();
            if (this.phase === 'taken')
                return;
            if (this.turn.what === 'over')
                return this.#show('over', -1);
            if (this.turn.what === 'chance') {
                if (this.#waitsForThrow())
                    return;
                await this.#othersThrow(run);
            } else if (this.#askedPeople().length > 0) {
                if (await this.#asksPerson(run))
                    return;
            } else {
                await this.#asksOther(run);
            }
        }
    }

    /** @param {Phase} phase @param {number} asked */
    #show(phase, asked) {
        this.phase = phase;
        this.asked = asked;
        this.onChange();
    }

    /** After every step: it is kept, whatever happens next. */
    #stepped() {
        this.turn = this.match.turn();
        this.#kept.record = this.match.record();
        if (!this.#app.store.saveGame(this.#kept))
            this.#taken();
    }

    /** Another tab plays this game now. */
    #taken() {
        this.#run++;
        this.#pause.skip();
        this.#show('taken', -1);
    }

    /** Asked people who have not answered, clockwise from the active one. */
    #askedPeople() {
        const { seats } = this.match.about;
        const from = Math.max(0, this.turn.active);

        return this.turn.asked.filter((seat) => this.people.includes(seat))
            .sort((a, b) => (a - from + seats) % seats -
                (b - from + seats) % seats);
    }

    /** @param {number} seat */
    #passOf(seat) {
        return this.match.look(seat).moves.find(
            (move) => move.name === '-')?.move;
    }

    /* --- Chance ---------------------------------------------------------- */

    #waitsForThrow() {
        const { active } = this.turn;
        const mine = this.people.includes(active);

        if (this.#real) {
            this.#show('type', active);
            return true;
        }
        if (!mine || !this.#app.settings.values.ownThrow ||
            !this.#isThrowWorthATouch())
            return false;
        if (!this.match.game.hands || this.people.length === 1)
            this.looking = active;
        this.#show('throw', active);
        return true;
    }

    /*
     * Dice that begin a turn wait, and so does whatever follows a choice that
     * could be taken back. Cards being dealt do not, nor does a choice that
     * only said what to throw: it changed nothing but the dice.
     */
    #isThrowWorthATouch() {
        const { steps, chance } = this.turn;
        const last = steps > 0 ? this.match.history(-1, steps - 1)[0] : null;

        if (!last || last.seat < 0)
            return !chance?.draw;
        if (!this.people.includes(last.seat) || last.name === '-')
            return !chance?.draw || last.name === '-';
        return chance?.draw || this.#changedPieces(last.seat);
    }

    /** Did the last choice change anything besides the dice? @param {number} seat */
    #changedPieces(seat) {
        const { steps } = this.turn;
        const after = this.match.look(seat).view;
        const scratch = this.#app.engine.open(this.match.record());

        scratch.rewind(steps - 1);
        const before = scratch.look(seat).view;
        scratch.close();
        return lying(before) !== lying(after);
    }

    /** @param {number} run */
    async #othersThrow(run) {
        const last = this.turn.steps > 0 &&
            this.match.history(-1, this.turn.steps - 1)[0];
        const mine = last && this.people.includes(last.seat);
        const { pause } = this.#app.settings;

        this.#show('bots', this.turn.active);
        if (!this.turn.chance?.draw)
            await this.#pause.wait(mine && pause > 0
                ? Math.max(pause, LAST_CHANCE) : pause / 2);
        if (run === this.#run)
            await this.#roll();
    }

    async #roll() {
        const run = this.#run;
        const draw = this.turn.chance?.draw;

        this.match.roll();
        this.#stepped();
        if (run !== this.#run || draw)
            return;
        this.#show('rolling', this.turn.active);
        if (!isCalm())
            await this.#pause.wait(ROLLING);
    }

    /* --- Decisions ------------------------------------------------------- */

    /** @param {number} run @returns {Promise<boolean>} is a person at it? */
    async #asksPerson(run) {
        const seat = this.#askedPeople()[0];
        const hidden = this.match.game.hands && this.people.length > 1;

        this.#thinkAhead();
        if (hidden && this.looking !== seat) {
            this.looking = -1;
            this.#show('curtain', seat);
            return true;
        }
        this.looking = seat;
        const { moves } = this.match.look(seat);
        if (moves.length > 1 || !this.#app.settings.values.onlyMove) {
            this.#show('choose', seat);
            return true;
        }
        this.#show('only', seat);
        await this.#pause.wait(
            Math.min(ONLY_MOVE, 300 + this.#app.settings.pause));
        if (run === this.#run) {
            this.match.play(seat, moves[0].move);
            this.#stepped();
        }
        return false;
    }

    /** Others who are asked at the same time think while the person does. */
    #thinkAhead() {
        const question = `${this.turn.steps - this.turn.answered.length}`;

        if (question !== this.#question)
            this.#thinking.clear();
        this.#question = question;
        for (const seat of this.turn.asked) {
            const { decide } = this.deciders[seat];
            if (decide && !this.#thinking.has(seat)) {
                const thought = decide(this.match);
                thought.catch(() => {}); // told when it is this seat's turn
                this.#thinking.set(seat, thought);
            }
        }
    }

    /** @param {number} run */
    async #asksOther(run) {
        const { seats } = this.match.about;
        const from = Math.max(0, this.turn.active);
        const seat = [...this.turn.asked].sort((a, b) =>
            (a - from + seats) % seats - (b - from + seats) % seats)[0];
        const { pause } = this.#app.settings;

        this.#show('bots', seat);
        this.#thinkAhead();
        const thought = this.#thinking.get(seat);
        this.#thinking.delete(seat);
        const [move] = await Promise.all([thought, this.#pause.wait(pause)]);
        if (run !== this.#run || move === undefined)
            return;
        this.match.play(seat, move);
        this.#stepped();
    }
}

/**
 * All that lies on the table but the dice.
 * @param {import('./engine.js').View} view
 */
function lying(view) {
    return JSON.stringify(view.pieces.filter(
        (piece) => view.areas[piece.area].role !== 'throw'));
}
