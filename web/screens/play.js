/*
 * The table while a game is played. From top to bottom: who plays, the dice,
 * what is asked, what is yours to fill, and the bar that says what a choice
 * would do.
 */
import { callPerson } from '../calling.js';
import { Choosing } from '../choosing.js';
import { h, openDialog, s } from '../dom.js';
import { linesOf } from '../log.js';
import { moveAmong, nearestTouchable } from '../pointing.js';
import { Session } from '../session.js';
import { Hints } from './hints.js';
import { openLog, openMenu } from './menu.js';
import { drawPlayers } from './others.js';
import { lostScreen } from './lost.js';
import { Bar } from './play/bar.js';
import { drawCurtain } from './play/curtain.js';
import { focusedPiece, giveTabStop } from './play/focus.js';
import { freshPieces, wonPieces } from './play/scene.js';
import { Side } from './play/side.js';
import { Stage } from './play/stage.js';
import { openRulesDialog } from './rules.js';

/**
 * @typedef {import('../engine.js').Look} Look
 * @typedef {import('../engine.js').Move} Move
 * @typedef {import('../engine.js').View} View
 *
 * @typedef {object} Around what a table has around its game
 * @property {() => void} openMenu
 * @property {HTMLElement[]} buttons
 */

/** @param {import('../app.js').App} app @param {string} id */
export function openPlay(app, id) {
    const kept = app.store.game(id);

    if (!kept)
        return lostScreen(app, 'page.lost.game');
    try {
        return new Play(app, new Session(app, kept));
    } catch (error) {
        return lostScreen(app, 'page.lost.record', error);
    }
}

export class Play {
    #app;
    #session;
    #around;
    /** Was the person called to this question? */
    #called = false;
    /** @type {Choosing} */
    #choosing = new Choosing([]);
    #question = '';
    /** @type {Look} */
    #look;
    /** What I saw when I last did something. @type {View | null} */
    #before = null;
    /** What I saw when dice had fallen. @type {View | null} */
    #thrown = null;
    /** Steps that were told to screen readers. */
    #told = 0;
    #hints;
    #hintButton = h('button', { type: 'button', class: 'plain',
        click: () => this.#askHint() });
    #resized;
    #narrow = 0;
    /** Does the person use the keyboard? */
    #keys = false;
    #stage;
    #side;
    #bar;
    #top = h('header', { class: 'top' });
    #players = h('nav', { class: 'players' });
    #trouble = h('p', { class: 'trouble', role: 'status', hidden: true });
    #curtain = h('section', { class: 'curtain', hidden: true });
    #wide = matchMedia('(min-width: 1000px)');
    #closed = new AbortController();
    #voice = h('p', { class: 'unseen', 'aria-live': 'polite' });
    element = h('div', { class: 'play' });

    /**
     * @param {import('../app.js').App} app
     * @param {import('../face.js').Face} session
     * @param {Around} [around]
     */
    constructor(app, session, around = { buttons: [],
        openMenu: () => openMenu(app, session) }) {
        this.#app = app;
        this.#session = session;
        this.#around = around;
        this.#hints = new Hints(app);
        this.#hints.onChange = () => this.#drawHints();
        this.#stage = new Stage(app, session);
        this.#side = new Side(app, session, (move) => this.#pick(move));
        this.#bar = new Bar(app, session, { touch: (id) => this.#touch(id),
            play: (move) => this.#play(move) });
        this.#build();
        this.#look = session.match.look(session.looking);
        this.#told = session.turn.steps;
        session.onChange = () => this.#changed();
        session.onTick = () => this.#tick();
        session.onError = (error) => this.#broken(error);
        this.#resized = new ResizeObserver(() => this.#resize());
        this.#resized.observe(this.#stage.mine);
        queueMicrotask(() => session.start());
    }

    get #game() {
        return this.#app.words.the(`game.${this.#session.match.about.game}`);
    }

    get title() {
        return this.#session.calls
            ? this.#app.words.the('page.turn', { word: this.#game })
            : this.#game;
    }

    /** Is a choice half made? */
    get isBusy() {
        return this.#choosing.touched.length > 0 ||
            this.#session.phase === 'type';
    }

    /** In other words; what is touched or typed stays. */
    speak() {
        this.#stage.speak();
        this.#side.speak();
        this.#bar.speak();
        this.#drawTop();
        this.#draw();
    }

    close() {
        this.#closed.abort();
        this.#hints.forget();
        this.#resized.disconnect();
        this.#session.onChange = () => {};
        this.#session.stop();
    }

    /* --- The parts of the screen ----------------------------------------- */

    #build() {
        const beside = h('div', { class: 'beside' });
        const stage = this.#stage.element;
        /** On a wide screen the others, the list and the log stand beside. */
        const placeBeside = () => {
            if (this.#wide.matches) {
                beside.append(this.#players, this.#side.element);
            } else {
                stage.before(this.#players);
                this.#bar.element.before(this.#side.element);
            }
        };

        this.#drawTop();
        stage.append(this.#bar.element);
        this.element.append(this.#top, this.#trouble, this.#players, stage,
            beside, this.#curtain, this.#voice);
        placeBeside();
        this.#wide.addEventListener('change', placeBeside,
            { signal: this.#closed.signal });
        stage.addEventListener('click', (event) => this.#touched(event));
        stage.addEventListener('keydown', (event) => this.#key(event));
        this.element.addEventListener('pointerdown', (event) => {
            this.#keys = false;
            this.#session.touched();
            this.#stopHints(event);
        });
        this.element.addEventListener('keydown', () => {
            this.#keys = true;
        });
    }

    #drawTop() {
        const { words } = this.#app;
        const focused = [...this.#top.children].findIndex((child) =>
            child === document.activeElement);

        this.#players.setAttribute('aria-label', words.the('page.players'));
        this.#top.replaceChildren(
            h('button', { type: 'button', class: 'plain icon',
                'aria-label': words.the('page.menu'),
                click: () => this.#around.openMenu() }, '☰'),
            h('h1', { tabindex: '-1' }, this.#game),
            ...this.#around.buttons,
            this.#hintButton,
            h('button', { type: 'button', class: 'plain icon',
                'aria-label': words.the('page.menu.since'),
                title: words.the('page.menu.since'),
                click: () => openLog(this.#app, this.#session, true) },
            s('svg', { width: 22, height: 22, viewBox: '0 0 20 20',
                class: 'drawn', 'aria-hidden': 'true' }, s('path',
                { d: 'M10 2.500a7.500 7.500 0 11-7 4.800M2.500 3v4.500H7' +
                    'M10 6v4.500l3 1.800' }))),
            h('button', { type: 'button', class: 'plain icon',
                'aria-label': words.the('page.rules'),
                click: () => openRulesDialog(this.#app,
                    this.#session.match.about) },
            '?'));
        /** @type {HTMLElement | undefined} */
        (this.#top.children[focused])?.focus();
    }

    /* --- Something changed ------------------------------------------------ */

    #changed() {
        const session = this.#session;
        const { phase, asked, turn } = session;
        const question = `${phase} ${asked} ${turn.steps} ${session.looking}`;

        if (question !== this.#question) {
            this.#look = session.match.look(session.looking);
            if (session.match.history(session.looking, turn.steps - 1)[0]
                ?.seat === -1)
                this.#thrown = this.#look.view;
            const open = phase === 'choose' || phase === 'only';
            this.#choosing = new Choosing(open ? this.#look.moves : []);
            this.#hints.forget();
            if (phase === 'only')
                this.#choosing.pick(this.#look.moves[0]);
            if (phase === 'type' && !this.#question.startsWith('type'))
                this.#stage.askForDice();
        }
        this.#question = question;
        this.#call();
        this.#tell();
        this.#draw();
    }

    /** It is this person's turn, who may look elsewhere. */
    #call() {
        const { calls } = this.#session;

        if (calls && !this.#called)
            callPerson(this.#app.settings.values);
        if (calls !== this.#called)
            document.title = this.title;
        this.#called = calls;
    }

    #resize() {
        const { clientWidth } = this.#stage.mine;

        if (clientWidth === this.#narrow)
            return;
        this.#narrow = clientWidth;
        this.#draw();
    }

    /** A second has gone by. */
    #tick() {
        this.#stage.drawClock();
        this.#drawTrouble();
        this.#bar.drawButtons(this.#scene());
    }

    /**
     * A step that went wrong loses nothing: the game is kept.
     * @param {unknown} error
     */
    #broken(error) {
        this.element.replaceChildren(
            lostScreen(this.#app, 'page.lost.broken', error).element);
    }

    /** Screen readers hear what others did. */
    #tell() {
        const { match, looking, names, turn } = this.#session;
        const steps = match.history(looking, Math.min(this.#told, turn.steps))
            .filter((step) => step.seat !== looking || step.told.length > 0);

        this.#told = turn.steps;
        if (steps.length > 0)
            this.#voice.textContent = steps.flatMap((step) =>
                linesOf(step, this.#app.words, names)).join(' ');
    }

    /* --- Drawing ---------------------------------------------------------- */

    /** @returns {import('./play/scene.js').Scene} */
    #scene() {
        const { match, asked, looking, turn } = this.#session;
        const { chosen } = this.#choosing;
        /* The one who looks, or the one who is at it. */
        const whose = looking >= 0 ? looking : Math.max(0, turn.active);

        return { look: this.#look, choosing: this.#choosing, whose,
            ahead: chosen ? match.preview(asked, chosen.move) : null,
            fresh: new Set([
                ...freshPieces(this.#before, this.#look.view, whose),
                ...wonPieces(this.#thrown, this.#look.view, whose)]),
            hints: this.#hints };
    }

    #draw() {
        const focus = focusedPiece();
        const scene = this.#scene();

        this.element.dataset.phase = this.#session.phase;
        drawCurtain(this.element, this.#curtain, this.#app, this.#session);
        drawPlayers(this.#players, this.#app, this.#session, scene);
        this.#drawTrouble();
        this.#stage.draw(scene);
        this.#side.draw(scene);
        this.#bar.draw(scene);
        this.#drawHintButton();
        giveTabStop(this.#stage.element, focus);
        if (this.#keys && document.activeElement === document.body)
            this.#focusNext();
    }

    /** What is wrong with the connection, and when it tries again. */
    #drawTrouble() {
        const { words } = this.#app;
        const { trouble, names } = this.#session;
        const said = trouble ? words.say(trouble, names) : '';

        this.#trouble.hidden = said === '';
        if (this.#trouble.textContent !== said)
            this.#trouble.textContent = said;
    }

    /** Where somebody with a keyboard goes on: what is asked now. */
    #focusNext() {
        const next = this.#stage.element.querySelector(
            '[data-touch][tabindex="0"]') ?? this.#bar.firstButton;

        if (next instanceof HTMLElement || next instanceof SVGElement)
            next.focus({ preventScroll: next instanceof HTMLElement });
    }

    /* --- Touching --------------------------------------------------------- */

    /** @param {MouseEvent} event */
    #touched(event) {
        const id = nearestTouchable(this.#stage.element, event);

        if (id)
            this.#touch(id);
    }

    /** @param {number} id */
    #touch(id) {
        if (this.#session.phase === 'choose' && this.#choosing.touch(id))
            this.#draw();
    }

    /**
     * A second touch on the same line of the list confirms it.
     * @param {Move} move
     */
    #pick(move) {
        if (this.#choosing.chosen === move) {
            this.#play(move);
            return;
        }
        this.#choosing.pick(move);
        this.#draw();
    }

    /** @param {Move} move */
    #play(move) {
        this.#before = this.#look.view;
        this.#session.choose(move.move);
    }

    /**
     * Space touches and takes back; Enter touches, and then confirms.
     * @param {KeyboardEvent} event
     */
    #key(event) {
        const target = /** @type {Element} */ (event.target);
        const id = Number(target.getAttribute('data-touch'));
        const { touched, chosen } = this.#choosing;

        if (event.key === 'Escape') {
            this.#choosing.clear();
            this.#draw();
        } else if (id && (event.key === 'Enter' || event.key === ' ')) {
            event.preventDefault();
            if (event.key === 'Enter' && touched.includes(id) && chosen)
                this.#play(chosen);
            else
                this.#touch(id);
        } else if (moveAmong(this.#stage.element, event)) {
            event.preventDefault();
        }
    }

    /* --- Hints ------------------------------------------------------------ */

    async #askHint() {
        const { match, phase, asked } = this.#session;

        if (this.#hints.stop()) {
            this.#drawHints();
        } else if (phase !== 'choose') {
            this.#sayOfHints('page.hint.not_now');
        } else {
            this.#choosing.clear();
            this.#draw();
            await this.#hints.ask(match, asked).catch(
                () => this.#sayOfHints('page.hint.failed'));
        }
    }

    #drawHints() {
        const scene = this.#scene();

        this.#side.drawMoves(scene);
        this.#bar.draw(scene);
        this.#drawHintButton();
    }

    #drawHintButton() {
        this.#hintButton.textContent = this.#app.words.the(
            this.#hints.thinking ? 'page.hint.stop' : 'page.hint');
    }

    /**
     * Any touch ends the thought; what is touched must stay until it is.
     * @param {Event} event
     */
    #stopHints(event) {
        if (event.target !== this.#hintButton && this.#hints.stop())
            for (const end of ['click', 'pointercancel'])
                this.element.addEventListener(end, () => this.#drawHints(),
                    { once: true });
    }

    /** @param {string} sentence */
    #sayOfHints(sentence) {
        const { words } = this.#app;

        openDialog(words.the('page.hint'), words.the('page.close'),
            h('p', {}, words.the(sentence)));
    }
}
