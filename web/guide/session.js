/*
 * A game that is played by a guide: dice, the others and what the person may
 * do are written down. How far it has come is a number, so going back and
 * coming back later are the same thing.
 */
import { QuietFace } from '../game/face.js';
import { namesIn } from '../game/player_names.js';
import { Pause } from '../game/pause.js';
import { isCalm } from '../device/settings.js';
import { ME } from './script.js';

/**
 * @typedef {import('../engine/engine.js').Move} Move
 * @typedef {import('../game/face.js').Common} Common
 * @typedef {import('../game/face.js').Phase} Phase
 */

const ROLLING = 520; // ms
const OTHERS = 1100;

/** @implements {Common} */
export class GuideSession extends QuietFace {
    #app;
    #script;
    #played = 0;
    #run = 0;
    #pause = new Pause();
    /** The step that the person is at. */
    step;
    /** Called when the person is at another one. */
    onStep = () => {};
    id = '';
    people = [ME];
    looking = ME;

    /**
     * @param {import('../app.js').App} app
     * @param {import('./script.js').Script} script
     * @param {number} step to begin with
     */
    constructor(app, script, step) {
        super();
        this.#app = app;
        this.#script = script;
        this.step = step;
        this.#played = script.steps[step].from;
        this.match = app.engine.open(script.record(this.#played));
        this.turn = this.match.turn();
    }

    get names() {
        const { words } = this.#app;
        const { bots } = this.match.about;

        return namesIn(words, { bots, reader: ME, names: bots.map((bot, seat) =>
            (bot ? words.the(`page.bot_name.${seat}`) : '')) });
    }

    /** Is there nothing to do any more? */
    get isOver() {
        return this.step === this.#script.steps.length - 1;
    }

    /** What a touch gets that is not what the guide shows. */
    get elsewhere() {
        return this.phase === 'throw' ? { id: 'page.guide.roll_first' }
            : this.phase === 'choose' ? { id: 'page.guide.elsewhere' } : null;
    }

    /** @param {Move[]} moves */
    allowed(moves) {
        const name = this.isOver ? '' : this.#script.moveIn(this.#played);
        return moves.filter((move) => move.name === name);
    }

    /** @param {number} seat */
    isBot(seat) {
        return seat !== ME;
    }

    showResult() {}

    typed() {}

    start() {
        this.#ask();
    }

    stop() {
        this.#run++;
        this.#pause.skip();
        this.match.close();
    }

    touched() {
        this.#pause.skip();
    }

    throwNow() {
        if (this.phase === 'throw')
            this.#goOn();
    }

    /** @param {number} move */
    choose(move) {
        if (this.allowed(this.match.look(ME).moves)
            .some((one) => one.move === move))
            this.#goOn();
    }

    canTakeBack() {
        return this.step > 0 && ['throw', 'choose'].includes(this.phase);
    }

    /** The step before this one once more. */
    takeBack() {
        if (!this.canTakeBack())
            return;
        this.step--;
        this.#open(this.#script.steps[this.step].from);
        this.#ask();
    }

    /* --- What is written down ---------------------------------------------- */

    /** The person is asked for what comes next. */
    #ask() {
        this.onStep();
        if (this.isOver)
            this.#show('bots', -1);
        else
            this.#show(this.#script.seatOf(this.#played) < 0 ? 'throw'
                : 'choose', ME);
    }

    /** The person did it: all that follows from it. */
    async #goOn() {
        const run = ++this.#run;
        const { steps } = this.#script;
        const until = steps[this.step + 1].from;

        await this.#playLine();
        while (run === this.#run && this.#played < until) {
            this.#show('bots', this.#script.seatOf(this.#played));
            if (!this.turn.chance?.draw)
                await this.#pause.wait(OTHERS * this.#app.settings.pace);
            if (run === this.#run)
                await this.#playLine();
        }
        if (run !== this.#run)
            return;
        this.step++;
        this.#ask();
    }

    async #playLine() {
        const isRoll = this.turn.chance && !this.turn.chance.draw;

        this.#open(this.#played + 1);
        if (!isRoll)
            return;
        this.#show('rolling', this.turn.active);
        if (!isCalm())
            await this.#pause.wait(ROLLING);
    }

    /** @param {number} lines that are played */
    #open(lines) {
        this.match.close();
        this.#played = lines;
        this.match = this.#app.engine.open(this.#script.record(lines));
        this.turn = this.match.turn();
    }

    /** @param {Phase} phase @param {number} asked */
    #show(phase, asked) {
        this.phase = phase;
        this.asked = asked;
        this.onChange();
    }
}
