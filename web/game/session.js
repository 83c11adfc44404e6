/*
 * One game being played at this device: who is asked next, when dice fall,
 * what can be taken back. It draws nothing; it says when there is something
 * new to draw.
 */
import { decidersOf } from './deciders.js';
import { QuietFace } from './face.js';
import { namesIn } from './player_names.js';
import { Pacing, Pause } from './pause.js';
import { isCalm } from '../device/settings.js';
import { sameFaces } from './luck.js';

/**
 * @typedef {import('./face.js').Common} Common
 * @typedef {import('./face.js').Phase} Phase
 * @typedef {import('../engine/engine.js').Look} Look
 * @typedef {import('../engine/engine.js').Turn} Turn
 *
 * @typedef {object} Chosen
 * @property {number} question
 * @property {number} seat
 * @property {number} move
 */

const ROLLING = 520; // ms
const ONLY_MOVE = 900;

/** @implements {Common} */
export class Session extends QuietFace {
    #app;
    #kept;
    #run = 0;
    #pause = new Pause();
    /** @type {Map<number, Promise<number>>} what others think about already */
    #thinking = new Map();
    /** What #thinking is about. */
    #question = -1;
    #pacing = new Pacing();
    /** @type {Chosen[]} what others have chosen since dice fell */
    #others = [];
    /** @type {Chosen[]} of it, what came after a choice that was undone */
    #standing = [];
    /** The pieces before a person chose. @type {Look | null} */
    #before = null;

    /**
     * @param {import('../app.js').App} app
     * @param {import('../device/store.js').Kept} kept
     */
    constructor(app, kept) {
        super();
        this.#app = app;
        this.#kept = kept;
        this.match = app.engine.open(kept.record);
        this.deciders = decidersOf(this.match, app);
        this.people = this.deciders.flatMap(
            ({ kind }, seat) => (kind === 'person' ? [seat] : []));
        if (this.people.length === 1 || !this.match.game.hands)
            this.looking = this.people[0] ?? -1;
    }

    get id() {
        return this.#kept.id;
    }

    /** @returns {Turn} */
    get turn() {
        return this.match.turn();
    }

    get names() {
        return namesIn(this.#app.words, this.match.about);
    }

    /** Not in a game that is compared with others'. */
    get allowsHints() {
        return !this.#kept.scored;
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

        this.#pacing.begin();
        if (this.phase === 'throw')
            this.#roll().then(() => run === this.#run && this.#go());
    }

    /** @param {number[]} faces */
    typed(faces) {
        this.match.land(faces);
        this.#landed();
        this.#go();
    }

    /** @param {number} move */
    choose(move) {
        this.#pacing.begin();
        this.#answer(this.asked, move);
        this.#go();
    }

    /** The person asked and all people after him pass. */
    nobodyElse() {
        const { pass } = this.match.game;

        this.#pacing.begin();
        for (const seat of this.canNobodyElse() ? this.#askedPeople() : [])
            this.match.answer(seat, /** @type {number} */ (pass));
        this.#stepped();
        this.#go();
    }

    canNobodyElse() {
        const people = this.phase === 'choose' ? this.#askedPeople() : [];
        return people.length > 1 && !this.match.game.hands &&
            people.every((seat) => this.turn.passers.includes(seat));
    }

    /** The device is in the hands of whom the table asks. */
    lift() {
        this.looking = this.phase === 'seen' ? -1 : this.asked;
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
        this.#standing = [];
        this.#others = [];
        this.#before = null;
        this.start();
    }

    /* --- Undo -------------------------------------------------------------- */

    canTakeBack() {
        return this.phase !== 'rolling' && this.phase !== 'taken' &&
            this.turn.undo >= 0;
    }

    /**
     * Until the next roll a person may choose again. What bots have chosen
     * since stays as it was: no one gains by looking at it first.
     */
    takeBack() {
        if (!this.canTakeBack())
            return;
        this.match.reopen(this.turn.undo);
        const { question } = this.turn;

        /* The bot of a day says what it says, whatever was undone. */
        this.#standing = this.match.about.daily ? []
            : [...this.#others.filter((one) => one.question > question),
                ...this.#standing];
        this.#others = this.#others.filter((one) => one.question <= question);
        this.#thinking.clear();
        this.#pacing.begin();
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

    /** @param {number} seat @param {number} move */
    #answer(seat, move) {
        this.match.answer(seat, move);
        this.#stepped();
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
     * only said what to roll: it changed nothing but the dice.
     */
    #isThrowWorthATouch() {
        const { chance } = this.turn;
        const last = this.#last;

        if (!last || last.seat < 0)
            return !chance?.draw;
        if (!this.people.includes(last.seat) || last.pass)
            return !chance?.draw || !!last.pass;
        return chance?.draw || this.#hasChangedPieces();
    }

    /** The step before this moment, as the one who looks has seen it. */
    get #last() {
        return this.match.history(this.looking).at(-1);
    }

    /** Did the last choice of a person change anything besides the dice? */
    #hasChangedPieces() {
        return !this.#before || lying(this.#before.view) !==
            lying(this.match.look(this.looking).view);
    }

    /** @param {number} run */
    async #othersThrow(run) {
        const { active, chance, undo } = this.turn;
        const { pace } = this.#app.settings;
        const last = this.#last;
        const isUndoable = undo >= 0 && last?.seat === undo;

        this.#show('bots', active);
        /* Who said what to roll does not wait for it, and cannot undo it. */
        if (!chance?.draw && !(isUndoable && !last.pass &&
            !this.#hasChangedPieces()))
            await this.#pause.wait(isUndoable
                ? this.#pacing.plan('undo', -1, pace)
                : this.#pacing.plan('roll', active, pace));
        if (run === this.#run)
            await this.#roll(this.#pacing.plan('rolling', active, pace));
    }

    async #roll(ms = ROLLING) {
        const run = this.#run;
        const draw = this.turn.chance?.draw;

        if (!this.#rollSame())
            this.match.roll();
        this.#landed();
        if (run !== this.#run || draw || ms === 0)
            return;
        this.#show('rolling', this.turn.active);
        if (!isCalm())
            await this.#pause.wait(ms);
    }

    /**
     * Where a game is played on from an earlier one, the dice of that one fall
     * again, as long as the same ones are rolled.
     * @returns {boolean} did they?
     */
    #rollSame() {
        const faces = this.#kept.luck && this.turn.chance &&
            sameFaces(this.#kept.luck, this.match.record(), this.turn.chance);

        if (!faces)
            return false;
        try {
            this.match.land(faces);
            return true;
        } catch {
            return false; // such a card is no longer there
        }
    }

    /** Dice lie: no one can go back before them. */
    #landed() {
        this.#standing = [];
        this.#others = [];
        this.#stepped();
    }

    /* --- Decisions ------------------------------------------------------- */

    /** @param {number} run @returns {Promise<boolean>} is a person at it? */
    async #asksPerson(run) {
        const seat = this.#askedPeople()[0];
        const hidden = this.match.game.hands && this.people.length > 1;

        this.#thinkAhead();
        if (hidden && this.looking !== seat) {
            /* Someone who has drawn a card looks at it first. */
            if (this.looking >= 0 && this.#last?.draw) {
                this.#show('seen', seat);
                return true;
            }
            this.looking = -1;
            this.#show('curtain', seat);
            return true;
        }
        this.looking = seat;
        this.#before = this.match.look(seat);
        const { moves } = this.#before;
        if (moves.length > 1 || !this.#app.settings.values.onlyMove) {
            this.#show('choose', seat);
            return true;
        }
        this.#show('only', seat);
        await this.#pause.wait(
            ONLY_MOVE * Math.min(1, this.#app.settings.pace));
        if (run === this.#run)
            this.#answer(seat, moves[0].move);
        return false;
    }

    /** Others who are asked at the same time think while the person does. */
    #thinkAhead() {
        const { question } = this.turn;

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
        const { pace } = this.#app.settings;
        /* What it had chosen before someone undid. */
        const standing = this.#standing.find((one) => one.seat === seat);

        this.#show('bots', seat);
        if (!standing)
            this.#thinkAhead();
        const thought = standing?.move ?? this.#thinking.get(seat);
        this.#thinking.delete(seat);
        const [move] = await Promise.all([thought,
            this.#pause.wait(this.#pacing.plan('choice', seat, pace))]);
        if (run === this.#run && move !== undefined)
            this.#answerFor(seat, move, standing);
    }

    /**
     * @param {number} seat
     * @param {number} move
     * @param {Chosen} [standing] it may be impossible now: then the bot thinks
     *     again
     */
    #answerFor(seat, move, standing) {
        const { question } = this.turn;

        this.#standing = this.#standing.filter((one) => one !== standing);
        try {
            this.match.answer(seat, move);
        } catch (error) {
            if (!standing)
                throw error;
            return;
        }
        this.#others.push({ question, seat, move });
        this.#stepped();
    }
}

/**
 * All that lies on the table but the dice.
 * @param {import('../engine/engine.js').View} view
 */
function lying(view) {
    return JSON.stringify(view.pieces.filter(
        (piece) => view.areas[piece.area].role !== 'throw'));
}
