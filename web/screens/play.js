/*
 * The table while a game is played. From top to bottom: who plays, the dice,
 * what is asked, what is yours to fill, and the bar that says what a choice
 * would do.
 */
import { Answers } from '../table/answers.js';
import { callPerson } from '../device/calling.js';
import { Choosing } from '../game/choosing.js';
import { hued } from '../elements/cloth.js';
import { h } from '../elements/dom.js';
import { fitAll } from '../elements/fitting.js';
import { icon } from '../elements/icons.js';
import { Moving } from '../table/moving.js';
import { moveAmong, nearestTouchable, touchableAt, untouchable }
    from '../table/pointing.js';
import { Session } from '../game/session.js';
import { Hints } from './play/hints.js';
import { openLog, openMenu } from './play/menu.js';
import { areChips, drawPlayers } from './play/others.js';
import { lostScreen } from './lost.js';
import { Bar } from './play/bar.js';
import { drawCurtain } from './play/curtain.js';
import { focusedPiece, giveTabStop } from './play/focus.js';
import { gainsOf, News } from './play/scene.js';
import { Side } from './play/side.js';
import { Ears } from './play/sounds.js';
import { Stage } from './play/stage.js';
import { Telling } from './play/telling.js';
import { openRulesDialog } from './rules.js';

/**
 * @typedef {import('../engine/engine.js').Look} Look
 * @typedef {import('../engine/engine.js').Move} Move
 * @typedef {import('../engine/engine.js').View} View
 *
 * @typedef {object} Around what a table has around its game
 * @property {() => void} openMenu
 * @property {HTMLElement[]} buttons
 * @property {Guide} [guide]
 *
 * @typedef {object} Guide what somebody is shown who plays with one
 * @property {() => HTMLElement[]} top in the place of the top line
 * @property {HTMLElement} bubble in the place of the question
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

const AGAIN = 250; // ms: a second touch sooner than that is a slip
const LONG = 3; // pieces of a move: then a finger may be drawn over them

export class Play {
    #app;
    #session;
    #around;
    /** Was the person called to this question? */
    #called = false;
    /** @type {Choosing} */
    #choosing = new Choosing([]);
    #question = '';
    #steps = 0;
    /** @type {Look} */
    #look;
    /** @type {Answers} */
    #answers;
    #news = new News();
    /** What was seen before this look. @type {View} */
    #before;
    /** Choices that are made while others still choose, by seat.
     * @type {Map<number, {question: number, ahead: {view: View,
     *     told: import('../engine/words.js').Message[]}}>} */
    #made = new Map();
    /** Points when a person last acted. @type {number[]} */
    #points = [];
    /** When something was last touched. */
    #touchedAt = -Infinity;
    /** The piece that a finger came down on; 0: none. */
    #pressed = 0;
    #isDrawnOver = false;
    #telling;
    #hints;
    #moving;
    #ears;
    #hintButton = h('button', { type: 'button', class: 'plain icon hint',
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
    #wide = matchMedia('(min-width: 1100px)');
    #closed = new AbortController();
    #voice = h('p', { class: 'unseen', 'aria-live': 'polite' });
    element = h('div', { class: 'play cloth' });

    /**
     * @param {import('../app.js').App} app
     * @param {import('../game/face.js').Face} session
     * @param {Around} [around]
     */
    constructor(app, session, around = { buttons: [],
        openMenu: () => openMenu(app, session) }) {
        this.#app = app;
        this.#session = session;
        this.#around = around;
        this.#hints = new Hints(app);
        this.#ears = new Ears(app.sound);
        this.#moving = new Moving(this.element, (n) => app.words.number(n),
            app.sound);
        this.#hints.onChange = () => this.#drawHints();
        this.#stage = new Stage(app, session);
        this.#stage.onPicked = () => this.#bar.drawButtons(this.#scene());
        this.#side = new Side(app, session, (move) => this.#pick(move));
        this.#bar = new Bar(app, session, { touch: (id) => this.#touch(id),
            play: (move) => this.#play(move), roll: () => {
                this.#act();
                session.throwNow();
            }, compare: () => this.#compare(), chooseMyself: () => {
                this.#hints.forget();
                this.#draw();
            } });
        this.#look = session.match.look(session.looking);
        this.#before = this.#look.view;
        this.#answers = new Answers(this.#look, session.match, session.looking);
        this.#news.look(this.#look.view, -1);
        this.#build();
        this.#telling = new Telling(session.turn.steps);
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
        const { match } = this.#session;
        /** On a wide screen the list and the log stand beside. */
        const placeBeside = () => {
            if (this.#wide.matches)
                beside.append(this.#side.element);
            else
                this.#bar.element.before(this.#side.element);
        };

        hued(this.element, match.game);
        if (this.#around.guide) {
            this.element.classList.add('guided');
            this.#stage.ask(this.#around.guide.bubble);
        }
        this.#drawTop();
        stage.append(this.#bar.element);
        this.element.append(this.#top, this.#trouble, this.#players, stage,
            beside, this.#curtain, this.#voice);
        placeBeside();
        this.#wide.addEventListener('change', placeBeside,
            { signal: this.#closed.signal });
        window.addEventListener('resize', () => this.#draw(),
            { signal: this.#closed.signal });
        this.#listen(stage);
    }

    /** @param {HTMLElement} stage */
    #listen(stage) {
        stage.addEventListener('click', (event) => this.#touched(event));
        stage.addEventListener('keydown', (event) => this.#key(event));
        stage.addEventListener('pointerdown', (event) => {
            this.#pressed = touchableAt(stage, event);
            this.#isDrawnOver = false;
        });
        stage.addEventListener('pointermove', (event) => this.#drawOver(event));
        this.element.addEventListener('pointerdown', (event) => {
            this.#keys = false;
            if (!isOnButton(event))
                this.#skip();
            this.#stopHints(event);
        });
        this.element.addEventListener('keydown', ({ key, ctrlKey, altKey, metaKey }) => {
            this.#keys = true;
            if (this.#session.phase === 'type' && !ctrlKey && !altKey && !metaKey)
                this.#stage.type(key);
        });
    }

    #drawTop() {
        const { words } = this.#app;
        const focused = [...this.#top.children].findIndex((child) =>
            child === document.activeElement);
        /** @param {string} name @param {string} word @param {() => void} click */
        const button = (name, word, click) => h('button', { type: 'button',
            class: `plain icon on-${name}`, 'aria-label': words.the(word),
            title: words.the(word), click }, icon(name));

        this.#players.setAttribute('aria-label', words.the('page.players'));
        this.element.style.setProperty('--buttons',
            String(2 + Number(this.#session.allowsHints) +
                this.#around.buttons.length));
        this.#top.replaceChildren(...this.#around.guide?.top() ?? [
            button('menu', 'page.menu', () => this.#around.openMenu()),
            h('h1', { tabindex: '-1' }, this.#game),
            ...this.#around.buttons,
            button('question', 'page.rules', () => openRulesDialog(this.#app,
                this.#session.match.about)),
            button('log', 'page.menu.since',
                () => openLog(this.#app, this.#session, true)),
            ...this.#session.allowsHints ? [this.#hintButton] : []]);
        /** @type {HTMLElement | undefined} */
        (this.#top.children[focused])?.focus();
    }

    /* --- Something changed ------------------------------------------------ */

    #changed() {
        const session = this.#session;
        const { phase, asked, turn } = session;
        const question = `${phase} ${asked} ${turn.steps} ${session.looking}`;

        if (question !== this.#question) {
            const [last] = session.match.history(session.looking,
                Math.max(0, turn.steps - 1));
            this.#before = this.#look.view;
            this.#look = session.match.look(session.looking);
            this.#answers = new Answers(this.#look, session.match,
                session.looking);
            this.#news.look(this.#look.view, last?.seat ?? -1);
            if (turn.steps < this.#steps)
                this.#news.begin();
            this.#steps = turn.steps;
            const open = phase === 'choose' || phase === 'only'
                ? this.#look.moves : [];
            this.#choosing = new Choosing(open, session.allowed(open));
            this.#hear();
            this.#hints.forget();
            this.#stage.hush();
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

    #hear() {
        const { phase } = this.#session;
        const { view } = this.#look;

        if (phase === 'rolling')
            this.#ears.dice(view);
        else if (phase !== 'curtain')
            this.#ears.news(this.#news.justIn(view));
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

    /** Screen readers hear what others did, and the slot shows it. */
    #tell() {
        const said = this.#telling.hear(this.#session, this.#app.words,
            this.#before);

        /* After the drawing: before it, its layout would be asked twice. */
        if (said.length > 0)
            queueMicrotask(() => {
                this.#voice.textContent = said.join(' ');
            });
    }

    /** A touch beside the buttons: no one needs to wait. */
    #skip() {
        const { settings } = this.#app;

        this.#moving.skip();
        if (this.#session.phase === 'bots' && !settings.values.skips)
            settings.change({ skips: true });
        this.#session.touched();
    }

    /** A person acts: what was new is known. */
    #act() {
        this.#news.begin();
        this.#telling.act(this.#session);
        this.#points = [...this.#look.view.points];
    }

    /* --- Drawing ---------------------------------------------------------- */

    /** @returns {import('./play/scene.js').Scene} */
    #scene() {
        const { match, asked, looking, turn } = this.#session;
        const { chosen } = this.#choosing;
        const { view } = this.#look;
        /* The one who looks, or the one who is at it. */
        const whose = looking >= 0 ? looking : Math.max(0, turn.active);
        const made = chosen ? null : this.#madeBy(whose);

        return { look: this.#look, choosing: this.#choosing, whose,
            answers: this.#answers,
            ahead: chosen ? match.preview(asked, chosen.move) : made,
            waits: made !== null,
            news: this.#news.in(view), just: this.#news.justIn(view),
            gained: new Map(view.points.map((points, seat) =>
                [seat, points - (this.#points[seat] ?? points)])),
            gains: gainsOf(this.#choosing, this.#answers),
            event: this.#telling.event, since: this.#telling.since,
            hints: this.#hints,
            shown: this.#around.guide && this.#choosing.left[0],
            typed: this.#stage.typed };
    }

    /** What a choice will do that is made while others still choose. @param {number} seat */
    #madeBy(seat) {
        const { turn, chosen } = this.#session;
        const made = this.#made.get(seat);
        const isOpen = chosen !== null || (turn.what === 'decide' &&
            turn.answered.includes(seat) && made?.question === turn.question);

        return made && isOpen ? made.ahead : null;
    }

    #draw() {
        const focus = focusedPiece();
        const scene = this.#scene();

        this.#stage.measure();
        this.element.dataset.phase = this.#session.phase;
        this.element.classList.toggle('chips', areChips(scene.look.view));
        drawCurtain(this.element, this.#curtain, this.#app, this.#session);
        this.#drawTrouble();
        /* One look at the layout at the end: what moves then knows it. */
        this.#moving.around(() => {
            this.#bar.draw(scene);
            drawPlayers(this.#players, this.#app, this.#session, scene);
            this.#stage.draw(scene);
            this.#side.draw(scene);
            fitAll();
        });
        this.#drawHintButton();
        this.#stage.element.classList.toggle('drawn-over',
            this.#choosing.left.some(({ touch }) => touch.length >= LONG));
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

    /** Where someone with a keyboard goes on: what is asked now. */
    #focusNext() {
        const next = this.#stage.element.querySelector(
            '[data-touch][tabindex="0"]') ?? this.#bar.firstButton;

        if (next instanceof HTMLElement || next instanceof SVGElement)
            next.focus({ preventScroll: next instanceof HTMLElement });
    }

    /* --- Touching --------------------------------------------------------- */

    /** @param {MouseEvent} event */
    #touched(event) {
        if (isOnButton(event) || this.#isDrawnOver)
            return;
        const id = nearestTouchable(this.#stage.element, event);

        if (id)
            this.#touch(id);
        else
            this.#explain(event);
    }

    /**
     * A touch chooses. A second one confirms a whole move, but not a slip of
     * the finger, nor on a die that is kept; elsewhere it undoes the touch.
     * @param {number} id
     */
    #touch(id) {
        const { touched, isWhole, chosen } = this.#choosing;
        const now = performance.now();
        const isSlip = now - this.#touchedAt < AGAIN;

        if (this.#session.phase !== 'choose')
            return;
        this.#touchedAt = now;
        if (touched.includes(id) && isWhole && chosen &&
            !this.#answers.fateOf(id, chosen)) {
            if (!isSlip)
                this.#play(chosen);
            return;
        }
        if (!this.#choosing.touch(id))
            return;
        this.#app.sound.choose();
        this.#stage.hush();
        if (this.#playsAtOnce(id) && this.#choosing.chosen)
            this.#play(this.#choosing.chosen);
        else
            this.#draw();
        /* However long that took: a slip comes soon after it is seen. */
        this.#touchedAt = performance.now();
    }

    /**
     * By one tap; dice are kept until someone rolls. A pawn moves when it is
     * touched, as on any board.
     * @param {number} id
     */
    #playsAtOnce(id) {
        const { isWhole, chosen } = this.#choosing;
        const isPawn = this.#look.view.pieces.some((piece) =>
            piece.id === id && piece.kind === 'token');

        return (this.#app.settings.values.oneTap === true || isPawn) &&
            isWhole && !this.#answers.fateOf(id, chosen);
    }

    /** A finger is drawn over several pieces. @param {PointerEvent} event */
    #drawOver(event) {
        if (event.buttons === 0 || this.#pressed === 0 ||
            this.#session.phase !== 'choose')
            return;
        const id = touchableAt(this.#stage.element, event);

        if (id === 0 || id === this.#pressed ||
            !this.#choosing.left.some(({ touch }) => touch.length >= LONG))
            return;
        if (!this.#isDrawnOver && !this.#choosing.touched.includes(this.#pressed))
            this.#choosing.touch(this.#pressed);
        this.#isDrawnOver = true;
        this.#pressed = id;
        if (this.#choosing.next.has(id))
            this.#choosing.touch(id);
        this.#draw();
    }

    /** Why something cannot be touched, or what a sign means. @param {Event} event */
    #explain(event) {
        const { words } = this.#app;
        const { names, phase, elsewhere } = this.#session;

        if (elsewhere) {
            this.#stage.say(words.say(elsewhere, names));
            return;
        }
        const found = untouchable(event);
        const piece = found?.id ? this.#look.view.pieces.find(
            (one) => one.id === found.id) : undefined;

        if (found?.sign && (!piece || phase !== 'choose'))
            this.#stage.say(words.say(this.#answers.meaning(found.sign), names));
        else if (piece && (phase === 'choose' || phase === 'throw'))
            this.#stage.say(words.say(this.#answers.why(piece), names));
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
        const { match, asked, turn } = this.#session;

        this.#act();
        this.#made.delete(asked);
        if (turn.asked.length > 1)
            this.#made.set(asked, { question: turn.question,
                ahead: match.preview(asked, move.move) });
        this.#session.choose(move.move);
    }

    /**
     * Space touches and undoes; Enter touches, and then confirms.
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

        if (!this.#session.allowsHints)
            return;
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

    /** All moves, with what they are worth. */
    async #compare() {
        const { match, asked, names } = this.#session;
        const { openCompare } = await import('./play/compare.js');

        await openCompare(this.#app, match, asked, { names,
            best: this.#hints.best(this.#look.moves),
            pick: (move) => this.#pick(move) }).catch(
            () => this.#sayOfHints('page.hint.failed'));
    }

    #drawHints() {
        const scene = this.#scene();

        if (!this.#hints.thinking)
            this.#moving.around(() => this.#stage.draw(scene));
        this.#side.drawMoves(scene);
        this.#bar.draw(scene);
        this.#drawHintButton();
    }

    #drawHintButton() {
        const word = this.#app.words.the(
            this.#hints.thinking ? 'page.hint.stop' : 'page.hint');

        this.#hintButton.setAttribute('aria-label', word);
        this.#hintButton.title = word;
        this.#hintButton.classList.toggle('thinking', this.#hints.thinking);
        if (!this.#hintButton.firstChild)
            this.#hintButton.append(icon('lamp'));
    }

    /**
     * Any touch ends the thought; what is touched must stay until it is.
     * @param {Event} event
     */
    #stopHints(event) {
        if (!event.composedPath().includes(this.#hintButton) &&
            this.#hints.stop())
            for (const end of ['click', 'pointercancel'])
                this.element.addEventListener(end, () => this.#drawHints(),
                    { once: true });
    }

    /** @param {string} sentence */
    #sayOfHints(sentence) {
        this.#stage.say(this.#app.words.the(sentence));
    }
}

/** Is it for a button, and not for the table? @param {Event} event */
function isOnButton({ target }) {
    return target instanceof Element &&
        target.closest('button, a, summary, input, dialog') !== null;
}
