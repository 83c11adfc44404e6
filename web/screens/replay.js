/* A game again, step by step, on the table that it was played on. */
import { Answers } from '../table/answers.js';
import { hued } from '../elements/cloth.js';
import { h } from '../elements/dom.js';
import { icon } from '../elements/icons.js';
import { Choosing } from '../game/choosing.js';
import { drawLog } from '../game/log.js';
import { namesIn } from '../game/player_names.js';
import { Replayed } from '../game/replayed.js';
import { Moving } from '../table/moving.js';
import { head } from './parts/head.js';
import { lateStyle } from '../elements/late.js';
import { playOn } from '../coach/play_on.js';
import { lostScreen } from './lost.js';
import { Hints } from './play/hints.js';
import { areChips, drawPlayers } from './play/others.js';
import { News } from './play/scene.js';
import { Ears } from './play/sounds.js';
import { Stage } from './play/stage.js';
import { Review } from './replay/review.js';

/** Until the next step, in ms at the normal pace. */
const WAIT = { roll: 900, choice: 1200 };
const LEAST = 0.4; // of it, where bots need no time

/**
 * @param {import('../app.js').App} app
 * @param {string} id
 * @returns {Promise<import('../app.js').Screen>}
 */
export async function openReplay(app, id) {
    const kept = app.store.game(id);

    if (!kept)
        return lostScreen(app, 'page.lost.game');
    await Promise.all([app.learnCoach(), lateStyle('coach')]);
    try {
        return new Replay(app, kept);
    } catch (error) {
        return lostScreen(app, 'page.lost.record', error);
    }
}

class Replay {
    #app;
    #game;
    #stage;
    #moving;
    #ears;
    #hints;
    #review;
    #news = new News();
    /** Whose sheet is large. */
    #seat = 0;
    /** What is said of this decision is to be seen as soon as it is known. */
    #wanted = -1;
    #timer = 0;
    #resized;
    #wide = matchMedia('(min-width: 1100px)');
    #closed = new AbortController();
    #players = h('nav', { class: 'players' });
    #slider = h('input', { type: 'range', min: 0, step: 1 });
    #playing = h('button', { type: 'button', class: 'icon main playing',
        click: () => this.#playOrPause() });
    #log;
    element = h('div', { class: 'play replay cloth' });

    /**
     * @param {import('../app.js').App} app
     * @param {import('../device/store.js').Kept} kept
     */
    constructor(app, kept) {
        const { words } = app;

        this.#app = app;
        this.#game = new Replayed(app.engine, kept,
            (about) => namesIn(words, about));
        const { names, steps, match } = this.#game;
        this.title = words.the('page.replay_of',
            { word: words.the(`game.${match.about.game}`) });
        this.#stage = new Stage(app, this.#game);
        this.#moving = new Moving(this.element, (n) => words.number(n),
            app.sound);
        this.#ears = new Ears(app.sound);
        this.#hints = new Hints(app);
        this.#log = drawLog(steps, words, names, words.the('page.steps'));
        this.#review = new Review(app, kept, { names, steps: steps.length,
            seats: match.about.seats, winners: match.look(-1).winners },
        { go: (step) => this.#show(step), drawn: () => this.#drawCoach(),
            playOn: (step) => playOn(app, kept, step) });
        this.#build();
        this.#wanted = Number(location.hash.split('/')[3] ?? -1);
        this.#moving.around(() => this.#jump(
            this.#wanted < 0 ? steps.length : this.#wanted));
        this.#resized = new ResizeObserver(() => this.#draw());
        this.#resized.observe(this.#stage.mine);
    }

    close() {
        this.#pause();
        this.#closed.abort();
        this.#resized.disconnect();
        this.#review.close();
        this.#game.stop();
    }

    /* --- The parts of the screen ----------------------------------------- */

    #build() {
        const { words } = this.#app;
        const beside = h('div', { class: 'beside' });
        const bar = this.#drawBar();
        const side = h('aside', { class: 'side', 'aria-label':
            words.the('page.log') }, this.#review.verdict,
        this.#review.element, h('section', { class: 'since story' }, this.#log));
        const place = () => (this.#wide.matches ? beside.append(side)
            : bar.before(side));

        hued(this.element, this.#game.match.game);
        this.#players.setAttribute('aria-label', words.the('page.players'));
        this.#stage.element.append(bar);
        this.element.append(head({ href: '#/history',
            label: words.the('page.history') }, this.title), this.#players,
        this.#stage.element, beside);
        place();
        this.#wide.addEventListener('change', place,
            { signal: this.#closed.signal });
        window.addEventListener('resize', () => this.#draw(),
            { signal: this.#closed.signal });
        this.#listen();
    }

    #listen() {
        [...this.#log.children].forEach((line, i) =>
            line.addEventListener('click', () => this.#goTo(i + 1)));
        this.#slider.addEventListener('input', () =>
            this.#goTo(Number(this.#slider.value)));
        this.element.addEventListener('pointerdown', () => this.#moving.skip());
    }

    #drawBar() {
        const { words } = this.#app;
        /** @param {string} word @param {string} sign @param {number} by */
        const button = (word, sign, by) => h('button', { type: 'button',
            class: 'icon', 'aria-label': words.the(word),
            click: () => this.#goTo(this.#game.at + by) }, icon(sign));

        this.#slider.max = String(this.#game.steps.length);
        this.#slider.setAttribute('aria-label', words.the('page.step'));
        return h('section', { class: 'bar', 'aria-label': words.the('page.step') },
            button('page.step.back', 'back', -1), this.#slider,
            button('page.step.on', 'on', 1), this.#playing);
    }

    /* --- From step to step ------------------------------------------------- */

    /** A person wants to see this one. @param {number} step */
    #goTo(step) {
        this.#wanted = -1;
        this.#pause();
        this.#go(step);
    }

    /** Someone wants to see a decision: what is said of it, too. @param {number} step */
    #show(step) {
        this.#wanted = step;
        this.#pause();
        this.#jump(step);
    }

    /** Again as long as there may be more to say. */
    #showVerdict() {
        const { verdict, analysis } = this.#review;

        if (this.#wanted !== this.#game.at || verdict.hidden ||
            !verdict.isConnected)
            return;
        if (analysis.done === 1 || !verdict.classList.contains('close'))
            this.#wanted = -1;
        verdict.scrollIntoView({ block:
            this.#wide.matches ? 'nearest' : 'end' });
    }

    /** @param {number} step */
    #go(step) {
        const { at } = this.#game;

        if (step === at + 1)
            this.#stepOn();
        else if (step === at - 1)
            this.#moving.around(() => this.#jump(step));
        else
            this.#jump(step);
    }

    /** All at once. @param {number} step */
    #jump(step) {
        this.#game.go(step);
        this.#follow();
        this.#news = new News();
        this.#news.look(this.#game.match.look(this.#game.looking).view, -1);
        this.#draw();
    }

    /** One more, as it was when it was played. */
    #stepOn() {
        const game = this.#game;
        const next = game.steps[game.at];

        if (!next)
            return;
        if (next.seat >= 0 && next.seat !== this.#seat) {
            this.#seat = next.seat;
            this.#draw();
        }
        game.go(game.at + 1);
        const { view } = game.match.look(game.looking);
        this.#news.begin();
        this.#news.look(view, next.seat);
        if (game.isRoll)
            this.#ears.dice(view);
        else
            this.#ears.news(this.#news.justIn(view));
        this.#moving.around(() => this.#draw());
    }

    /** The sheet of the one who did something. */
    #follow() {
        const { done } = this.#game;

        if (done && done.seat >= 0)
            this.#seat = done.seat;
        this.#seat = this.#review.at(this.#game.at)?.seat ?? this.#seat;
    }

    /* --- By itself ----------------------------------------------------------- */

    get #isOver() {
        return this.#game.at === this.#game.steps.length;
    }

    #playOrPause() {
        if (this.#timer) {
            this.#pause();
            return;
        }
        if (this.#isOver)
            this.#jump(0);
        this.#wait(0);
    }

    #pause() {
        clearTimeout(this.#timer);
        this.#timer = 0;
        this.#drawPlaying();
    }

    /** @param {number} ms */
    #wait(ms) {
        this.#timer = window.setTimeout(() => {
            this.#stepOn();
            if (this.#isOver)
                this.#pause();
            else
                this.#wait(WAIT[this.#game.isRoll ? 'roll' : 'choice'] *
                    Math.max(LEAST, this.#app.settings.pace));
        }, ms);
        this.#drawPlaying();
    }

    #drawPlaying() {
        const { words } = this.#app;
        const isPlaying = this.#timer !== 0;

        this.#playing.setAttribute('aria-label',
            words.the(isPlaying ? 'page.hint.stop' : 'page.replay'));
        this.#playing.replaceChildren(icon(isPlaying ? 'pause' : 'play'));
    }

    /* --- Drawing ------------------------------------------------------------- */

    #draw() {
        const scene = this.#scene();
        const { words } = this.#app;
        const { at, steps } = this.#game;

        this.element.classList.toggle('chips', areChips(scene.look.view));
        drawPlayers(this.#players, this.#app, this.#game, scene, (seat) => {
            this.#seat = seat;
            this.#draw();
        });
        this.#stage.draw(scene);
        this.#review.draw(at);
        this.#slider.value = String(at);
        this.#slider.setAttribute('aria-valuetext',
            words.the('page.step_of', { n: at, m: steps.length }));
        this.#drawPlaying();
        this.#showLine();
        this.#showVerdict();
    }

    /** The coach knows more: the table changes where it is about this moment. */
    #drawCoach() {
        if (this.#review.at(this.#game.at))
            this.#draw();
        else
            this.#review.draw(this.#game.at);
    }

    /** In the log, without moving anything else. */
    #showLine() {
        const lines = [...this.#log.children];
        const line = lines[this.#game.at - 1];

        lines.forEach((one) => one.classList.toggle('now', one === line));
        if (line instanceof HTMLElement)
            this.#log.scrollTop = line.offsetTop - this.#log.offsetTop -
                this.#log.clientHeight / 2;
    }

    /** @returns {import('./play/scene.js').Scene} */
    #scene() {
        const game = this.#game;
        const look = game.match.look(game.looking);

        return { look, choosing: new Choosing([]), whose: this.#seat,
            answers: new Answers(look, game.match, game.looking), ahead: null,
            waits: false, news: this.#news.in(look.view),
            just: this.#news.justIn(look.view), gained: new Map(),
            gains: new Map(), event: game.event(this.#app.words),
            since: [],
            hints: this.#hints, typed: null,
            told: this.#review.marks(game.at, this.#seat) };
    }
}
