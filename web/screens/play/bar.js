/* The bar at the bottom: what a choice brings, and the buttons. It keeps its
 * height, and undo its place. */
import { avatar } from '../../elements/cloth.js';
import { h } from '../../elements/dom.js';
import { fitLater } from '../../elements/fitting.js';
import { effectOf } from '../../game/effect.js';
import { icon } from '../../elements/icons.js';
import { differing } from './differing.js';
import { focusedKey, refocus } from './focus.js';

/**
 * @typedef {import('./scene.js').Scene} Scene
 * @typedef {import('../../engine/engine.js').Move} Move
 * @typedef {import('../../engine/engine.js').Piece} Piece
 *
 * @typedef {object} Acts what the buttons do
 * @property {(id: number) => void} touch a piece
 * @property {(move: Move) => void} play
 * @property {() => void} roll
 * @property {() => void} compare all moves
 * @property {() => void} chooseMyself without the hint
 */

const FEW = 2; // actions that find room beside the key button

export class Bar {
    #app;
    #session;
    #acts;
    #said = h('p', { class: 'said' });
    #effect = h('p', { class: 'effect', 'aria-live': 'polite' });
    #chips = h('div', { class: 'chips', hidden: true });
    #again = h('p', { class: 'again' });
    /** What others did, until something is chosen. */
    #since = h('ul', { class: 'others-did' });
    /** What the coach says, over all else. */
    #coach = h('div', { class: 'coach', hidden: true });
    #words = h('div', { class: 'words' });
    #buttons = h('div', { class: 'buttons' });
    /** What a button does. @type {WeakMap<Element, () => void>} */
    #clicks = new WeakMap();
    element = h('section', { class: 'bar' });

    /**
     * @param {import('../../app.js').App} app
     * @param {import('../../game/face.js').Face} session
     * @param {Acts} acts
     */
    constructor(app, session, acts) {
        this.#app = app;
        this.#session = session;
        this.#acts = acts;
        this.#words.append(this.#said, this.#effect, this.#again, this.#since,
            this.#chips);
        this.element.append(this.#words, this.#buttons, this.#coach);
        this.element.addEventListener('click', ({ target }) => {
            const button = /** @type {Element} */ (target).closest('[data-key]');
            if (button)
                this.#clicks.get(button)?.();
        });
        this.speak();
    }

    /** What is drawn only once, in the words of now. */
    speak() {
        this.element.setAttribute('aria-label',
            this.#app.words.the('page.bar'));
    }

    /** The first thing to do here. */
    get firstButton() {
        return this.#buttons.querySelector('button:not(:disabled)');
    }

    /** @param {Scene} scene */
    draw(scene) {
        const effect = this.#effectWords(scene);

        this.#said.textContent = this.#saidWords(scene);
        this.#again.textContent = this.#againWords(scene);
        if (this.#effect.textContent !== effect)
            this.#effect.textContent = effect;
        this.#drawSince(scene);
        this.#drawCoach(scene);
        this.drawButtons(scene);
        fitLater(this.#words, [...this.#words.children].map((part) =>
            part.textContent).join('\n'), { shorter: () => {
            this.#since.firstElementChild?.remove();
            return true;
        } });
    }

    /** @param {Scene} scene */
    #drawSince({ since, choosing, shown }) {
        const { words } = this.#app;
        const { phase, names } = this.#session;
        const isAsked = phase === 'throw' || phase === 'type' ||
            (phase === 'choose' && choosing.touched.length === 0 && !shown);

        this.#words.classList.toggle('recalls', isAsked && since.length > 0);
        this.#since.replaceChildren(...(isAsked ? since : []).map(
            ({ seat, lines: [first], gain }) => h('li',
                { class: `player-${seat}` },
                avatar(names[seat] ?? '', seat, 'small'),
                h('span', {}, first), gain !== 0 && h('b', { class: 'gained' },
                    words.signed(gain)))));
    }

    /**
     * The sentence, the way to the numbers, and the choice: it lies over the bar
     * until something is touched.
     * @param {Scene} scene
     */
    #drawCoach({ hints, choosing, look }) {
        const { words } = this.#app;
        const { phase, names } = this.#session;
        const best = hints.best(look.moves);
        const said = phase === 'choose' && choosing.touched.length === 0
            ? hints.draw(look.moves, names, this.#acts.compare) : null;

        this.#coach.hidden = said === null;
        this.element.classList.toggle('coached', said !== null);
        if (!said || !best) {
            this.#coach.replaceChildren();
            return;
        }
        const buttons = h('div', { class: 'coach-buttons' },
            this.#button('myself', words.the('coach.myself'),
                () => this.#acts.chooseMyself()),
            this.#button('advised', words.say(best.say, names),
                () => this.#acts.play(best), { class: 'main lit' }));
        this.#coach.replaceChildren(said, buttons);
        fitButtons(buttons);
    }

    /* --- Words ------------------------------------------------------------- */

    /** @param {Scene} scene */
    #saidWords(scene) {
        const { words } = this.#app;
        const session = this.#session;
        const { phase, names, asked } = session;

        switch (phase) {
        case 'choose':
            return this.#choiceWords(scene);
        case 'only':
            return words.the('page.bar.only',
                { word: this.#choiceWords(scene) });
        case 'throw':
            return words.the('page.bar.throw', { seat: asked }, names);
        case 'type':
            return words.the(session.people.includes(asked) ? 'page.bar.type'
                : 'page.bar.type_for', { seat: Math.max(0, asked) }, names);
        case 'seen':
            return words.the('page.seen.drawn');
        case 'over': // the question says so, unless something is told there
            return scene.event ? words.the('ask.over') : '';
        case 'taken':
            return words.the('page.taken');
        default:
            return this.#waitWords(scene);
        }
    }

    /** @param {Scene} scene */
    #choiceWords({ choosing, shown, answers }) {
        const { words } = this.#app;
        const { names } = this.#session;
        const { chosen } = choosing;

        if (chosen)
            return this.#session.phase === 'only' || answers.again(chosen) > 0
                ? words.say(chosen.say, names) : '';
        if (shown)
            return words.the('page.guide.now',
                { word: words.say(shown.say, names) });
        return '';
    }

    /**
     * What is missing: boxes can be counted, the rest is shown by what rises.
     * @param {Pick<Scene, 'choosing' | 'look' | 'shown'>} scene
     */
    #moreWords({ choosing, shown, look: { view } }) {
        const { words } = this.#app;
        const { next, missing } = choosing;
        const isBoxes = view.pieces.every((piece) => piece.kind === 'box' ||
            !next.has(piece.id ?? -1));

        return isBoxes ? words.the('page.bar.more', { n: missing })
            : words.the(shown ? 'page.bar.pick' : 'page.bar.go_on');
    }

    /**
     * Someone else is at it; where nothing is told, the question says who.
     * @param {Scene} scene
     */
    #waitWords({ event }) {
        const { words } = this.#app;
        const { asked, names, chosen, people } = this.#session;

        if (people.some((seat) => this.#session.hasStandIn(seat)))
            return words.the('page.bar.stand_in');
        if (chosen)
            return words.the('page.bar.chosen',
                { word: words.say(chosen, names) });
        return asked >= 0 && event && !people.includes(asked)
            ? words.the('page.bar.waits', { seat: asked }, names) : '';
    }

    /** What a touch would do now. @param {Scene} scene */
    #againWords({ choosing }) {
        const { words, settings } = this.#app;
        const { phase, people } = this.#session;

        if (phase === 'choose')
            return choosing.isWhole ? words.the('page.bar.again') : '';
        return phase === 'bots' && people.length > 0 && settings.pace > 0 &&
            !settings.values.skips ? words.the('page.skip') : '';
    }

    /** @param {Scene} scene */
    #effectWords({ choosing, ahead, look, answers }) {
        const { words } = this.#app;
        const { phase, asked, names, chosen } = this.#session;

        if (chosen && asked >= 0)
            return words.the('page.bar.waits', { seat: asked }, names);
        if (phase === 'choose' && choosing.touched.length === 0)
            return this.#noteWords();
        if ((phase !== 'choose' && phase !== 'only') || !choosing.chosen ||
            !ahead)
            return '';
        return effectOf(look.view, ahead, answers.gain(choosing.chosen), asked,
            words, names);
    }

    /** Who is asked, where that is not clear, and who else is at it. */
    #noteWords() {
        const { words } = this.#app;
        const { turn, names, asked, people } = this.#session;
        const others = turn.asked.filter((seat) => seat !== asked)
            .map((seat) => words.player(seat, names));

        if (others.length === 0)
            return people.length > 1
                ? words.the('page.note.asked', { seat: asked }, names) : '';
        return words.the('page.note.too',
            { n: others.length, word: words.list(others) });
    }

    /* --- Buttons ----------------------------------------------------------- */

    /** @param {Scene} scene */
    drawButtons(scene) {
        const focused = focusedKey(this.element, 'key');
        const actions = this.#session.phase === 'choose' && !onlyAct(scene)
            ? this.#actions(scene).map((piece) => this.#actionButton(scene,
                piece)) : [];
        const isMany = actions.length > FEW;

        this.#chips.hidden = !isMany;
        this.#words.classList.toggle('has-chips', isMany);
        this.#put(this.#chips, isMany ? shortened(actions) : []);
        this.#put(this.#buttons, [this.#backButton(),
            ...(isMany ? [] : actions), ...this.#phaseButtons(scene)]);
        fitButtons(this.#buttons);
        refocus(this.element, 'key', focused);
    }

    /**
     * @param {string} key
     * @param {import('../../elements/dom.js').Child} word
     * @param {() => void} click
     * @param {Record<string, any>} [more]
     */
    #button(key, word, click, more = {}) {
        const button = h('button', { type: 'button', 'data-key': key, ...more },
            word);

        this.#clicks.set(button, click);
        return button;
    }

    /**
     * Puts buttons into their place. One that says the same as before stays the
     * same element, so that a finger that is on it just now is heard; one that
     * says something else is another, and is not pressed by accident.
     * @param {HTMLElement} place
     * @param {HTMLButtonElement[]} fresh
     */
    #put(place, fresh) {
        const old = /** @type {HTMLButtonElement[]} */ ([...place.children]);
        const now = fresh.map((button) => {
            const same = old.find((one) => saysTheSame(one, button));
            if (!same)
                return button;
            this.#clicks.set(same, this.#clicks.get(button) ?? (() => {}));
            for (const name of ['class', 'aria-pressed'])
                same.setAttribute(name, button.getAttribute(name) ?? '');
            if (!button.hasAttribute('aria-pressed'))
                same.removeAttribute('aria-pressed');
            return same;
        });

        old.filter((one) => !now.includes(one)).forEach((one) => one.remove());
        now.forEach((button, i) => {
            if (place.children[i] !== button)
                place.insertBefore(button, place.children[i] ?? null);
        });
    }

    /** @param {string} word @param {() => void} click @param {object} [more] */
    #mainButton(word, click, more = {}) {
        return this.#button('main', word, click, { class: 'main', ...more });
    }

    #backButton() {
        const { words } = this.#app;
        const session = this.#session;

        return this.#button('back', icon('undo'), () => session.takeBack(),
            { class: 'icon', disabled: !session.canTakeBack(),
                'aria-label': words.the('page.take_back'),
                title: words.the('page.take_back') });
    }

    /** @param {Scene} scene @returns {HTMLButtonElement[]} */
    #phaseButtons(scene) {
        const { words } = this.#app;
        const session = this.#session;

        switch (session.phase) {
        case 'choose':
            return this.#choiceButtons(scene);
        case 'throw':
            return [this.#mainButton(this.#rollWords(),
                () => this.#acts.roll())];
        case 'type':
            return [...this.#standButtons(), this.#mainButton(
                words.the('page.pad.done'),
                () => session.typed(scene.typed ?? []),
                { disabled: !scene.typed })];
        case 'seen':
            return [this.#mainButton(words.the('page.hand_over',
                { seat: session.asked }, session.names), () => session.lift())];
        case 'over':
            return [this.#mainButton(words.the('page.result'),
                () => session.showResult())];
        case 'taken':
            return [this.#mainButton(words.the('page.taken.here'),
                () => session.takeOver())];
        default:
            return this.#standButtons();
        }
    }

    /** What is to be rolled or drawn. */
    #rollWords() {
        const { words } = this.#app;
        const { chance } = this.#session.turn;

        return chance?.draw ? words.the('page.draw')
            : words.the('page.roll', { n: chance?.dice.length ?? 1 });
    }

    /** @param {Scene} scene */
    #choiceButtons(scene) {
        const { words } = this.#app;
        const session = this.#session;

        return [
            ...(session.canNobodyElse() ? [this.#button('nobody',
                words.the('page.nobody_else'),
                () => session.nobodyElse())] : []),
            this.#keyButton(scene)];
    }

    /**
     * It names the act: what is chosen, or what is missing.
     * @param {Scene} scene
     */
    #keyButton(scene) {
        const { words } = this.#app;
        const { names } = this.#session;
        const { choosing, look, shown, answers } = scene;
        const move = choosing.chosen ?? onlyAct(scene);
        const again = move ? answers.again(move) : 0;

        if (!move)
            return this.#mainButton(choosing.touched.length > 0
                ? this.#moreWords({ choosing, look, shown })
                : words.the('page.bar.pick'), () => {}, { disabled: true });
        /* Which ones is said above, and by the dice. */
        return this.#mainButton(again > 0 ? words.the('page.roll', { n: again })
            : words.say(move.say, names), () => this.#acts.play(move));
    }

    /** For people who keep the others waiting because they are away. */
    #standButtons() {
        const { words } = this.#app;
        const session = this.#session;
        const { names, turn, asked } = session;
        const waited = turn.asked.length > 0 ? turn.asked : [asked];

        return waited.filter((seat) => session.canStand(seat))
            .map((seat) => this.#button(`stand${seat}`,
                words.the('page.stand', { seat }, names),
                () => session.stand(seat)));
    }

    /** What is no thing on the table and can be touched now. @param {Scene} scene */
    #actions({ look: { view }, choosing }) {
        const can = choosing.touchable;

        return view.pieces.filter(({ id, area }) => id && can.has(id) &&
            view.areas[area].role === 'choices');
    }

    /** @param {Scene} scene @param {Piece} piece */
    #actionButton({ look, choosing, shown }, piece) {
        const { words } = this.#app;
        const id = piece.id ?? 0;
        const alone = playsAlone(look.moves, id);
        const touched = choosing.touched.includes(id);
        const word = alone ? words.say(alone.say, this.#session.names)
            : [piece.label ? words.the(piece.label) : '',
                piece.value === undefined ? '' : words.number(piece.value)]
                .filter(Boolean).join(' ');

        return this.#button(`piece${id}`, word,
            () => (alone ? this.#acts.play(alone) : this.#acts.touch(id)),
            { class: touched ? 'picked'
                : shown?.touch.includes(id) ? 'led' : '',
            'aria-pressed': alone ? null : String(touched) });
    }
}

/**
 * The one move there is, if it is no thing on the table: passing.
 * @param {Pick<Scene, 'look' | 'choosing'>} scene
 */
function onlyAct({ look: { view, moves }, choosing }) {
    const [move] = moves;
    const act = view.pieces.find(({ id }) => id === move?.touch[0]);

    return moves.length === 1 && move.touch.length === 1 && act &&
        choosing.touchable.has(act.id ?? 0) &&
        view.areas[act.area].role === 'choices' ? move : undefined;
}

/**
 * Who cannot see the question hears all of it.
 * @param {HTMLButtonElement[]} buttons
 */
function shortened(buttons) {
    const texts = buttons.map((button) => button.textContent ?? '');

    differing(texts).forEach((text, i) => {
        if (text === texts[i])
            return;
        buttons[i].textContent = text;
        buttons[i].title = texts[i];
        buttons[i].setAttribute('aria-label', texts[i]);
    });
    return buttons;
}

/** Each has the room that the others leave. @param {HTMLElement} buttons */
function fitButtons(buttons) {
    const all = [...buttons.querySelectorAll('button')];
    const words = all.map((button) => button.textContent);

    all.forEach((button, i) => {
        button.style.setProperty('--letters', String(words[i]?.length));
        fitLater(button, `${i} ${words.join('\n')}`);
    });
}

/** @param {HTMLButtonElement} one @param {HTMLButtonElement} other */
function saysTheSame(one, other) {
    return one.dataset.key === other.dataset.key &&
        one.textContent === other.textContent &&
        one.disabled === other.disabled && one.title === other.title;
}

/**
 * The one move that a piece is all of, if no longer one has it.
 * @param {Move[]} moves
 * @param {number} id
 */
function playsAlone(moves, id) {
    const found = moves.filter(({ touch }) => touch.includes(id));
    return found.length === 1 && found[0].touch.length === 1 ? found[0]
        : undefined;
}
