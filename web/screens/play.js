/*
 * The table while a game is played. From top to bottom: who plays, the dice,
 * what is asked, what is yours to fill, and the bar that says what a choice
 * would do.
 */
import { isToDo, seatAreas } from '../areas.js';
import { Choosing } from '../choosing.js';
import { h, openDialog, s } from '../dom.js';
import { drawLog, linesOf } from '../log.js';
import { effectOf } from '../effect.js';
import { moveAmong, nearestTouchable } from '../pointing.js';
import { Session } from '../session.js';
import { differs, drawArea } from '../table.js';
import { Hints } from './hints.js';
import { DicePad } from './pad.js';
import { openLog, openMenu } from './menu.js';
import { drawPlayers } from './others.js';
import { lostScreen } from './lost.js';
import { openRulesDialog } from './rules.js';

/**
 * @typedef {import('../engine.js').Look} Look
 * @typedef {import('../engine.js').Move} Move
 * @typedef {import('../engine.js').Piece} Piece
 * @typedef {import('../engine.js').View} View
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

class Play {
    #app;
    #session;
    /** @type {Choosing} */
    #choosing = new Choosing([]);
    #question = '';
    /** @type {Look} */
    #look;
    /** What I saw when I last did something. @type {View | null} */
    #before = null;
    /** What I saw when dice had fallen. @type {View | null} */
    #thrown = null;
    /** @type {ReadonlySet<Piece>} what others have changed since */
    #fresh = new Set();
    /** Steps that were told to screen readers. */
    #told = 0;
    #hints;
    /** What the choice would do. @type {ReturnType<import('../engine.js')
     *     .Match['preview']> | null} */
    #ahead = null;
    #pad;
    #resized;
    #narrow = 0;
    /** Does the person use the keyboard? */
    #keys = false;
    #dice = h('div', { class: 'dice' });
    #ask = h('p', { class: 'ask', 'aria-live': 'polite' });
    #note = h('p', { class: 'note' });
    #toDo = h('div', { class: 'to-do' });
    #mine = h('section', { class: 'mine' });
    #players = h('nav', { class: 'players' });
    #moves = h('section', { class: 'moves' });
    #log = h('section', { class: 'since' });
    #said = h('p', { class: 'said' });
    #effect = h('p', { class: 'effect', 'aria-live': 'polite' });
    #advice = h('div', { class: 'advice', hidden: true });
    #buttons = h('div', { class: 'buttons' });
    #bar = h('section', { class: 'bar' });
    #curtain = h('section', { class: 'curtain', hidden: true });
    #stage = h('div', { class: 'stage' });
    #side = h('aside', { class: 'side' });
    #wide = matchMedia('(min-width: 1000px)');
    #closed = new AbortController();
    #hintButton = h('button', { type: 'button', class: 'plain',
        click: () => this.#askHint() });
    #voice = h('p', { class: 'unseen', 'aria-live': 'polite' });
    element = h('div', { class: 'play' });

    /**
     * @param {import('../app.js').App} app
     * @param {Session} session
     */
    constructor(app, session) {
        const { words } = app;

        this.#app = app;
        this.#session = session;
        this.title = words.the(`game.${session.match.about.game}`);
        this.#hints = new Hints(app);
        this.#hints.onChange = () => this.#drawHints();
        this.#pad = new DicePad(words, (faces) => session.typed(faces));
        this.#build();
        this.#look = session.match.look(session.looking);
        this.#told = session.turn.steps;
        session.onChange = () => this.#changed();
        session.onError = (error) => this.#broken(error);
        app.store.onTaken = (id) => id === session.id && session.taken();
        this.#resized = new ResizeObserver(() => this.#resize());
        this.#resized.observe(this.#mine);
        queueMicrotask(() => session.start());
    }

    close() {
        this.#closed.abort();
        this.#hints.forget();
        this.#resized.disconnect();
        this.#session.onChange = () => {};
        this.#app.store.onTaken = () => {};
        this.#session.stop();
    }

    /* --- The parts of the screen ----------------------------------------- */

    #build() {
        /**
         * On a wide screen the others, the list and the log stand beside.
         * @param {boolean} wide
         */
        const placeBeside = (wide) => {
            if (wide) {
                beside.append(this.#players, this.#side);
            } else {
                this.#stage.before(this.#players);
                this.#bar.before(this.#side);
            }
        };
        const { words } = this.#app;
        const beside = h('div', { class: 'beside' });

        this.#side.setAttribute('aria-label', words.the('page.side'));
        this.#side.append(this.#moves, this.#log);
        this.#mine.setAttribute('aria-label', words.the('page.your_table'));
        this.#players.setAttribute('aria-label', words.the('page.players'));
        this.#moves.setAttribute('aria-label', words.the('page.moves'));
        this.#log.setAttribute('aria-label', words.the('page.log'));
        this.#bar.setAttribute('aria-label', words.the('page.bar'));
        this.#bar.append(h('div', { class: 'words' }, this.#said, this.#effect,
            this.#advice), this.#buttons);
        this.#stage.append(
            h('section', { class: 'asked', 'aria-label':
                words.the('page.asked') }, this.#dice,
            h('div', { class: 'question' }, this.#ask, this.#note),
            this.#toDo),
            this.#mine, this.#bar);
        this.element.append(this.#head(), this.#players, this.#stage, beside,
            this.#curtain, this.#voice);
        placeBeside(this.#wide.matches);
        this.#wide.addEventListener('change', () =>
            placeBeside(this.#wide.matches), { signal: this.#closed.signal });
        this.#stage.addEventListener('click', (event) => this.#touched(event));
        this.#stage.addEventListener('keydown', (event) => this.#key(event));
        this.element.addEventListener('pointerdown', (event) => {
            this.#keys = false;
            this.#session.skip();
            this.#stopHints(event);
        });
        this.element.addEventListener('keydown', () => {
            this.#keys = true;
        });
    }

    #head() {
        const { words } = this.#app;
        const { game } = this.#session.match.about;

        return h('header', { class: 'top' },
            h('button', { type: 'button', class: 'plain icon',
                'aria-label': words.the('page.menu'),
                click: () => openMenu(this.#app, this.#session) }, '☰'),
            h('h1', { tabindex: '-1' }, this.title),
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
                click: () => openRulesDialog(this.#app, game) }, '?'));
    }

    /* --- Something changed ------------------------------------------------ */

    #changed() {
        const session = this.#session;
        const { phase, asked, turn } = session;
        const question = `${phase} ${asked} ${turn.steps} ${session.looking}`;

        if (question !== this.#question) {
            this.#look = session.match.look(session.looking);
            if (turn.steps > 0 && session.match.history(session.looking,
                turn.steps - 1)[0].seat < 0)
                this.#thrown = this.#look.view;
            const open = phase === 'choose' || phase === 'only';
            this.#choosing = new Choosing(open ? this.#look.moves : []);
            this.#hints.forget();
            if (phase === 'only')
                this.#choosing.pick(this.#look.moves[0]);
            if (phase === 'type' && !this.#question.startsWith('type'))
                this.#pad.ask(turn.chance);
        }
        this.#question = question;
        this.#tell();
        this.#draw();
    }

    #resize() {
        const { clientWidth } = this.#mine;

        if (clientWidth === this.#narrow)
            return;
        this.#narrow = clientWidth;
        this.#draw();
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

    #draw() {
        const focus = focusedPiece();
        const { phase, match, asked } = this.#session;
        const { chosen } = this.#choosing;

        this.#ahead = chosen ? match.preview(asked, chosen.move) : null;
        this.element.dataset.phase = phase;
        this.#drawCurtain();
        this.#drawPlayers();
        this.#drawQuestion();
        this.#drawMine();
        this.#drawMoves();
        this.#drawLog();
        this.#drawBar();
        giveTabStop(this.#stage, focus);
        if (this.#keys && document.activeElement === document.body)
            this.#focusNext();
    }

    /** Where somebody with a keyboard goes on: what is asked now. */
    #focusNext() {
        const next = this.#stage.querySelector('[data-touch][tabindex="0"]') ??
            this.#buttons.querySelector('button:not(:disabled)');

        if (next instanceof HTMLElement || next instanceof SVGElement)
            next.focus({ preventScroll: next instanceof HTMLElement });
    }

    /** Whose sheet is large: the one who looks, or the one who is at it. */
    get #whose() {
        const { looking, turn } = this.#session;
        return looking >= 0 ? looking : Math.max(0, turn.active);
    }

    #drawCurtain() {
        const { words } = this.#app;
        const { phase, asked, names } = this.#session;
        const hidden = phase !== 'curtain';

        this.#curtain.hidden = hidden;
        for (const part of this.element.children)
            if (part instanceof HTMLElement && part !== this.#curtain)
                part.inert = !hidden;
        if (hidden)
            return;
        this.#curtain.replaceChildren(
            h('h2', {}, words.the('page.curtain', { seat: asked }, names)),
            h('p', {}, words.the('page.curtain.why')),
            h('button', { type: 'button', class: 'main',
                click: () => this.#session.lift() },
            words.the('page.curtain.lift', { seat: asked }, names)));
        this.#curtain.querySelector('button')?.focus();
    }

    #drawPlayers() {
        this.#fresh = new Set([
            ...freshPieces(this.#before, this.#look.view, this.#whose),
            ...wonPieces(this.#thrown, this.#look.view, this.#whose)]);
        drawPlayers(this.#players, this.#app, this.#session, this.#look,
            this.#whose, this.#fresh);
    }

    #drawQuestion() {
        const { words } = this.#app;
        const { phase, names, turn } = this.#session;
        const ask = words.say(this.#look.ask, names);

        if (this.#ask.textContent !== ask)
            this.#ask.textContent = ask;
        this.#note.textContent = this.#noteWords();
        this.#dice.classList.toggle('rolling', phase === 'rolling');
        if (phase === 'type' && turn.chance) {
            this.#dice.hidden = false;
            this.#dice.replaceChildren(this.#pad.element);
            return;
        }
        this.#drawToDo();
        const index = this.#look.view.areas.findIndex(
            ({ role }) => role === 'throw');
        this.#dice.hidden = index < 0;
        if (index >= 0)
            this.#dice.replaceChildren(this.#drawArea(index,
                { label: words.the('page.dice') }));
    }

    #drawToDo() {
        const { words } = this.#app;
        const { view } = this.#look;

        this.#toDo.replaceChildren(...seatAreas(view, this.#whose)
            .filter((index) => isToDo(view, index))
            .map((index) => this.#drawArea(index,
                { label: words.the(view.areas[index].title ?? '') })));
    }

    /** Who else is at it. */
    #noteWords() {
        const { words } = this.#app;
        const { turn, names, phase, asked, deciders } = this.#session;
        const others = turn.asked.filter((seat) => seat !== asked)
            .map((seat) => words.player(seat, names));

        if (phase === 'bots' && asked >= 0 && turn.what === 'decide')
            return words.the('page.note.thinks', { seat: asked }, names);
        if (phase !== 'choose' || others.length === 0)
            return asked >= 0 && phase === 'choose' &&
                deciders.filter(({ kind }) => kind === 'person').length > 1
                ? words.the('page.note.asked', { seat: asked }, names) : '';
        return words.the('page.note.too',
            { n: others.length, word: words.list(others) });
    }

    /**
     * @param {number} index
     * @param {{label?: string, width?: number}} [more]
     */
    #drawArea(index, more = {}) {
        const { words } = this.#app;
        const { names } = this.#session;
        const width = more.width ?? Math.max(240, this.#mine.clientWidth - 6);

        return drawArea(this.#look.view, index, {
            words, names, label: more.label,
            room: { width, height: this.#roomBelow() },
            touchable: this.#choosing.touchable,
            next: this.#choosing.next,
            touched: this.#choosing.touched,
            fresh: this.#fresh,
            ahead: this.#ahead?.view,
        });
    }

    /** What is left of the screen for what is mine. */
    #roomBelow() {
        return Math.max(260, innerHeight - (innerWidth < 1000 ? 420 : 330));
    }

    #drawMine() {
        const { words } = this.#app;
        const { names, people } = this.#session;
        const whose = this.#whose;
        const areas = seatAreas(this.#look.view, whose).filter(
            (index) => !isToDo(this.#look.view, index));
        const several = areas.filter((index) =>
            this.#look.view.areas[index].role === 'sheet').length > 2;
        const label = words.the('page.table_of', { seat: whose }, names);
        const width = Math.max(240, this.#mine.clientWidth - 6);

        this.#mine.replaceChildren(
            people.length === 1 && whose === people[0] ? ''
                : h('h2', { class: 'whose' }, words.player(whose, names)),
            h('div', { class: several ? 'papers many' : 'papers' },
                ...areas.map((index) => {
                    const area = this.#look.view.areas[index];
                    const title = area.title ? words.the(area.title) : '';
                    return h('div', { class: `paper ${area.role}` },
                        title && h('p', { class: 'title' }, title),
                        this.#drawArea(index, {
                            label: title || label,
                            width: several && area.flow === 'grid'
                                ? Math.min(width, area.width * 34) : width,
                        }));
                })));
    }

    #drawMoves() {
        const { words } = this.#app;
        const { names, phase } = this.#session;
        const left = this.#hints.rank(
            phase === 'choose' ? this.#choosing.left : []);
        const scrolled = this.#moves.lastElementChild?.scrollTop ?? 0;
        const chosen = this.#choosing.chosen;
        const focused = document.activeElement instanceof HTMLElement
            ? document.activeElement.dataset.move : undefined;

        this.#moves.hidden = left.length === 0;
        this.#moves.replaceChildren(
            h('h2', {}, words.the('page.moves.left', { n: left.length })),
            h('ul', {}, ...left.map((move) => h('li', {},
                h('button', { type: 'button', 'data-move': move.move,
                    class: move === chosen ? 'picked'
                        : this.#hints.isBest(move) ? 'hinted' : '',
                    'aria-pressed': String(move === chosen),
                    click: () => this.#pick(move) },
                h('span', {}, words.say(move.say, names)),
                move.gain !== 0 && h('b', {}, words.signed(move.gain)),
                this.#hints.worth(move) && h('small', {},
                    this.#hints.worth(move)))))));
        this.#moves.lastElementChild?.scrollTo(0, scrolled);
        refocus(this.#moves, focused);
    }

    #drawLog() {
        const { words } = this.#app;
        const { match, names, looking, turn } = this.#session;
        const steps = match.history(looking, Math.max(0, turn.steps - 24));

        this.#log.replaceChildren(h('h2', {}, words.the('page.log')),
            drawLog(steps, words, names, words.the('page.log')));
        const list = this.#log.lastElementChild;
        if (list)
            list.scrollTop = list.scrollHeight;
    }

    /* --- The bar ---------------------------------------------------------- */

    #drawBar() {
        const { words } = this.#app;
        const session = this.#session;
        const { phase, names, asked } = session;
        const chosen = this.#choosing.chosen;
        let said = '';
        let effect = '';

        switch (phase) {
        case 'choose':
        case 'only':
            said = chosen ? words.say(chosen.say, names)
                : this.#choosing.touched.length > 0
                    ? words.the('page.bar.go_on') : words.the('page.bar.touch');
            effect = chosen ? this.#effectWords(chosen)
                : this.#hints.thinking ? ''
                    : this.#hints.bestWords(this.#look.moves, names);
            if (phase === 'only')
                said = words.the('page.bar.only', { word: said });
            break;
        case 'throw':
            said = words.the('page.bar.throw', { seat: asked }, names);
            break;
        case 'type':
            said = words.the(session.people.includes(asked) ? 'page.bar.type'
                : 'page.bar.type_for', { seat: Math.max(0, asked) }, names);
            break;
        case 'over':
            said = words.the('ask.over');
            break;
        case 'taken':
            said = words.the('page.taken');
            break;
        case 'bots':
        case 'rolling':
        case 'curtain':
            said = asked >= 0
                ? words.the('page.bar.waits', { seat: asked }, names) : '';
            break;
        }
        this.#said.textContent = said;
        if (this.#effect.textContent !== effect)
            this.#effect.textContent = effect;
        this.#drawAdvice();
        this.#drawButtons();
    }

    /** The hints so far: while they change, nobody reads them out. */
    #drawAdvice() {
        const { words } = this.#app;
        const { thinking } = this.#hints;

        this.#hintButton.textContent =
            words.the(thinking ? 'page.hint.stop' : 'page.hint');
        this.#advice.hidden = !thinking;
        this.#advice.replaceChildren(...thinking ? [
            this.#hints.drawProgress(),
            this.#hints.bestWords(this.#look.moves, this.#session.names),
        ] : []);
    }

    /** @param {Move} move */
    #effectWords(move) {
        const { asked, names } = this.#session;

        return [this.#ahead ? effectOf(this.#look.view, this.#ahead, move.gain,
            asked, this.#app.words, names) : '', this.#hints.worth(move)]
            .filter(Boolean).join(' · ');
    }

    #drawButtons() {
        const { words } = this.#app;
        const session = this.#session;
        const { phase } = session;
        const focused = document.activeElement instanceof HTMLElement &&
            this.#buttons.contains(document.activeElement)
            ? document.activeElement.dataset.key : undefined;
        /** @type {(HTMLElement | null)[]} */
        const buttons = [];
        /**
         * @param {string} key
         * @param {string} word
         * @param {() => void} click
         * @param {Record<string, any>} [more]
         */
        const button = (key, word, click, more = {}) => buttons.push(
            h('button', { type: 'button', 'data-key': key, click, ...more },
                word));

        if (session.canTakeBack())
            button('back', '↶', () => session.takeBack(), { class: 'icon',
                'aria-label': words.the('page.take_back'),
                title: words.the('page.take_back') });
        if (phase === 'choose') {
            if (session.canNobodyElse())
                button('nobody', words.the('page.nobody_else'),
                    () => session.nobodyElse());
            for (const piece of this.#actions())
                buttons.push(this.#actionButton(piece));
            button('main', this.#confirmWord(), () => this.#confirm(),
                { class: 'main', disabled: !this.#choosing.chosen });
        } else if (phase === 'throw') {
            button('main', words.the(session.turn.chance?.draw ? 'page.draw'
                : 'page.throw'), () => session.throwNow(), { class: 'main' });
        } else if (phase === 'over') {
            button('main', words.the('page.result'),
                () => this.#app.replace(`end/${session.id}`),
                { class: 'main' });
        } else if (phase === 'taken') {
            button('main', words.the('page.taken.here'),
                () => this.#takeOver(), { class: 'main' });
        }
        this.#buttons.replaceChildren(...buttons.filter((b) => b !== null));
        if (focused)
            refocus(this.#buttons, focused, 'key');
    }

    #confirmWord() {
        return this.#app.words.the('page.confirm');
    }

    #takeOver() {
        this.#session.phase = 'bots';
        this.#session.takeOver();
    }

    /** What is no thing on the table and can be touched now. */
    #actions() {
        const { view } = this.#look;
        const can = this.#choosing.touchable;

        return view.pieces.filter((piece) => piece.id && can.has(piece.id) &&
            view.areas[piece.area].role === 'choices');
    }

    /** @param {Piece} piece */
    #actionButton(piece) {
        const { words } = this.#app;
        const id = piece.id ?? 0;
        const alone = this.#playsAlone(id);
        const touched = this.#choosing.touched.includes(id);
        const word = alone ? words.say(alone.say, this.#session.names)
            : [piece.label ? words.the(piece.label) : '',
                piece.value === undefined ? '' : words.number(piece.value)]
                .filter(Boolean).join(' ');

        return h('button', { type: 'button', 'data-key': `piece${id}`,
            class: touched ? 'picked' : '',
            'aria-pressed': alone ? null : String(touched),
            click: () => (alone ? this.#play(alone) : this.#touch(id)) }, word);
    }

    /**
     * The one move that a piece is all of, if no longer one has it.
     * @param {number} id
     */
    #playsAlone(id) {
        const moves = this.#look.moves.filter(({ touch }) => touch.includes(id));
        return moves.length === 1 && moves[0].touch.length === 1 ? moves[0]
            : undefined;
    }

    /* --- Touching --------------------------------------------------------- */

    /** @param {MouseEvent} event */
    #touched(event) {
        const id = nearestTouchable(this.#stage, event);

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

    #confirm() {
        const { chosen } = this.#choosing;

        if (chosen)
            this.#play(chosen);
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
        const touched = this.#choosing.touched.includes(id);

        if (event.key === 'Escape') {
            this.#choosing.clear();
            this.#draw();
        } else if (id && (event.key === 'Enter' || event.key === ' ')) {
            event.preventDefault();
            if (event.key === 'Enter' && touched && this.#choosing.chosen)
                this.#confirm();
            else
                this.#touch(id);
        } else if (moveAmong(this.#stage, event)) {
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
        this.#drawMoves();
        this.#drawBar();
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

/* --- Small things ---------------------------------------------------------- */

/**
 * The pieces of others that were different before.
 * @param {View | null} before
 * @param {View} now
 * @param {number} mine
 */
function freshPieces(before, now, mine) {
    /** @type {Set<Piece>} */
    const fresh = new Set();

    if (!before || before.pieces.length === 0)
        return fresh;
    /** @param {Piece} p */
    const key = (p) => `${p.area} ${p.kind} ${p.id ?? `${p.x},${p.y}`}`;
    const old = new Map(before.pieces.map((piece) => [key(piece), piece]));
    for (const piece of now.pieces) {
        const was = old.get(key(piece));
        const { seat } = now.areas[piece.area];
        if ((piece.seat ?? seat) === mine)
            continue;
        if (!was || differs(unfaded(was), unfaded(piece)) ||
            was.x !== piece.x)
            fresh.add(piece);
    }
    return fresh;
}

/**
 * What my own choices have won since dice fell.
 * @param {View | null} thrown
 * @param {View} now
 * @param {number} mine
 */
function wonPieces(thrown, now, mine) {
    /** @param {View} view */
    const won = (view) => view.pieces.filter((piece) =>
        piece.kind === 'label' && piece.marks.includes('circled') &&
        view.areas[piece.area].seat === mine);
    /** @param {View} view @param {Piece} p */
    const key = (view, p) => `${view.areas[p.area].title} ${p.x},${p.y}`;
    const old = new Set(thrown
        ? won(thrown).map((piece) => key(thrown, piece)) : []);

    return thrown ? won(now).filter((piece) => !old.has(key(now, piece))) : [];
}

/**
 * What can no longer be used is not news.
 * @param {Piece} piece
 */
function unfaded(piece) {
    return { ...piece, marks: piece.marks.filter((mark) => mark !== 'lost') };
}

function focusedPiece() {
    const focused = document.activeElement;
    return focused instanceof SVGElement ? focused.getAttribute('data-touch')
        : null;
}

/**
 * One piece is reached by the tab key, the rest by arrows.
 * @param {HTMLElement} stage
 * @param {string | null} focus what had the focus before
 */
function giveTabStop(stage, focus) {
    const pieces = [...stage.querySelectorAll('[data-touch]')];
    const again = focus === null ? undefined
        : pieces.find((piece) => piece.getAttribute('data-touch') === focus);
    const stop = again ?? pieces[0];

    stop?.setAttribute('tabindex', '0');
    if (again instanceof SVGElement)
        again.focus({ preventScroll: true });
}

/**
 * @param {HTMLElement} inside
 * @param {string | undefined} value
 * @param {string} [key]
 */
function refocus(inside, value, key = 'move') {
    if (value === undefined)
        return;
    const found = inside.querySelector(`[data-${key}="${value}"]`);
    if (found instanceof HTMLElement)
        found.focus({ preventScroll: true });
}
