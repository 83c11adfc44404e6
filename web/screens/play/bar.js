/* The bar at the bottom: what a choice would do, and the buttons. */
import { h } from '../../dom.js';
import { effectOf } from '../../effect.js';
import { focusedKey, refocus } from './focus.js';

/**
 * @typedef {import('./scene.js').Scene} Scene
 * @typedef {import('../../engine.js').Move} Move
 * @typedef {import('../../engine.js').Piece} Piece
 *
 * @typedef {object} Acts what the buttons do
 * @property {(id: number) => void} touch a piece
 * @property {(move: Move) => void} play
 */

export class Bar {
    #app;
    #session;
    #acts;
    #said = h('p', { class: 'said' });
    #effect = h('p', { class: 'effect', 'aria-live': 'polite' });
    #advice = h('div', { class: 'advice', hidden: true });
    #buttons = h('div', { class: 'buttons' });
    element = h('section', { class: 'bar' });

    /**
     * @param {import('../../app.js').App} app
     * @param {import('../../face.js').Face} session
     * @param {Acts} acts
     */
    constructor(app, session, acts) {
        this.#app = app;
        this.#session = session;
        this.#acts = acts;
        this.element.append(h('div', { class: 'words' }, this.#said,
            this.#effect, this.#advice), this.#buttons);
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
        if (this.#effect.textContent !== effect)
            this.#effect.textContent = effect;
        this.#drawAdvice(scene);
        this.drawButtons(scene);
    }

    /**
     * The hints so far: while they change, nobody reads them out.
     * @param {Scene} scene
     */
    #drawAdvice({ hints, look }) {
        this.#advice.hidden = !hints.thinking;
        this.#advice.replaceChildren(...hints.thinking ? [hints.drawProgress(),
            hints.bestWords(look.moves, this.#session.names)] : []);
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
        case 'over':
            return words.the('ask.over');
        case 'taken':
            return words.the('page.taken');
        default:
            return this.#waitWords();
        }
    }

    /** @param {Scene} scene */
    #choiceWords({ choosing }) {
        const { words } = this.#app;

        if (choosing.chosen)
            return words.say(choosing.chosen.say, this.#session.names);
        return words.the(choosing.touched.length > 0 ? 'page.bar.go_on'
            : 'page.bar.touch');
    }

    /** Somebody else is at it. */
    #waitWords() {
        const { words } = this.#app;
        const { asked, names, chosen, people } = this.#session;

        if (people.some((seat) => this.#session.hasStandIn(seat)))
            return words.the('page.bar.stand_in');
        if (chosen)
            return words.the('page.bar.chosen',
                { word: words.say(chosen, names) });
        return asked >= 0
            ? words.the('page.bar.waits', { seat: asked }, names) : '';
    }

    /** @param {Scene} scene */
    #effectWords({ choosing, ahead, look, hints }) {
        const { words } = this.#app;
        const { phase, asked, names, chosen } = this.#session;

        if (chosen && asked >= 0)
            return words.the('page.bar.waits', { seat: asked }, names);
        if (phase !== 'choose' && phase !== 'only')
            return '';
        if (!choosing.chosen)
            return hints.thinking ? '' : hints.bestWords(look.moves, names);
        return [ahead ? effectOf(look.view, ahead, choosing.chosen.gain, asked,
            words, names) : '', hints.worth(choosing.chosen)]
            .filter(Boolean).join(' · ');
    }

    /* --- Buttons ----------------------------------------------------------- */

    /** @param {Scene} scene */
    drawButtons(scene) {
        const focused = focusedKey(this.#buttons, 'key');

        this.#buttons.replaceChildren(...this.#backButton(),
            ...this.#phaseButtons(scene));
        refocus(this.#buttons, 'key', focused);
    }

    /**
     * @param {string} key
     * @param {string} word
     * @param {() => void} click
     * @param {Record<string, any>} [more]
     */
    #button(key, word, click, more = {}) {
        return h('button', { type: 'button', 'data-key': key, click, ...more },
            word);
    }

    /** @param {string} word @param {() => void} click */
    #mainButton(word, click) {
        return this.#button('main', this.#app.words.the(word), click,
            { class: 'main' });
    }

    #backButton() {
        const { words } = this.#app;
        const session = this.#session;

        return session.canTakeBack() ? [this.#button('back', '↶',
            () => session.takeBack(), { class: 'icon',
                'aria-label': words.the('page.take_back'),
                title: words.the('page.take_back') })] : [];
    }

    /** @param {Scene} scene @returns {HTMLElement[]} */
    #phaseButtons(scene) {
        const session = this.#session;

        switch (session.phase) {
        case 'choose':
            return this.#choiceButtons(scene);
        case 'throw':
            return [this.#mainButton(session.turn.chance?.draw ? 'page.draw'
                : 'page.throw', () => session.throwNow())];
        case 'over':
            return [this.#mainButton('page.result',
                () => session.showResult())];
        case 'taken':
            return [this.#mainButton('page.taken.here',
                () => session.takeOver())];
        default:
            return this.#standButtons();
        }
    }

    /** @param {Scene} scene */
    #choiceButtons(scene) {
        const { words } = this.#app;
        const session = this.#session;
        const { chosen } = scene.choosing;

        return [
            ...(session.canNobodyElse() ? [this.#button('nobody',
                words.the('page.nobody_else'),
                () => session.nobodyElse())] : []),
            ...this.#actions(scene).map((piece) =>
                this.#actionButton(scene, piece)),
            this.#button('main', words.the('page.confirm'),
                () => chosen && this.#acts.play(chosen),
                { class: 'main', disabled: !chosen })];
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

        return view.pieces.filter((piece) => piece.id && can.has(piece.id) &&
            view.areas[piece.area].role === 'choices');
    }

    /** @param {Scene} scene @param {Piece} piece */
    #actionButton({ look, choosing }, piece) {
        const { words } = this.#app;
        const id = piece.id ?? 0;
        const alone = playsAlone(look.moves, id);
        const touched = choosing.touched.includes(id);
        const word = alone ? words.say(alone.say, this.#session.names)
            : [piece.label ? words.the(piece.label) : '',
                piece.value === undefined ? '' : words.number(piece.value)]
                .filter(Boolean).join(' ');

        return h('button', { type: 'button', 'data-key': `piece${id}`,
            class: touched ? 'picked' : '',
            'aria-pressed': alone ? null : String(touched),
            click: () => (alone ? this.#acts.play(alone)
                : this.#acts.touch(id)) }, word);
    }
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
