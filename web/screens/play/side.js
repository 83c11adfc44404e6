/* Beside the table: all moves as a list, and what happened. */
import { isCalm } from '../../device/settings.js';
import { h } from '../../elements/dom.js';
import { icon } from '../../elements/icons.js';
import { drawLog } from '../../game/log.js';
import { focusedKey, refocus } from './focus.js';

/** @typedef {import('../../engine/engine.js').Move} Move */

const LOG_STEPS = 24;

export class Side {
    #app;
    #session;
    #pick;
    #moves = h('details', { class: 'moves' });
    #count = h('summary');
    #list = h('ul');
    #log = h('section', { class: 'since' });
    /** What it shows. */
    #logged = '';
    element = h('aside', { class: 'side' });

    /**
     * @param {import('../../app.js').App} app
     * @param {import('../../game/face.js').Face} session
     * @param {(move: Move) => void} pick
     */
    constructor(app, session, pick) {
        this.#app = app;
        this.#session = session;
        this.#pick = pick;
        this.#moves.append(this.#count, this.#list);
        /* It unfolds below the edge of a phone. */
        this.#count.addEventListener('click', () => requestAnimationFrame(() =>
            this.#moves.open && this.#moves.scrollIntoView({ behavior:
                isCalm() ? 'instant' : 'smooth' })));
        this.element.append(this.#log, this.#moves);
        this.speak();
    }

    /** What is drawn only once, in the words of now. */
    speak() {
        const { words } = this.#app;

        this.element.setAttribute('aria-label', words.the('page.side'));
        this.#list.setAttribute('aria-label', words.the('page.moves'));
        this.#log.setAttribute('aria-label', words.the('page.log'));
        this.#logged = '';
    }

    /** @param {import('./scene.js').Scene} scene */
    draw(scene) {
        this.drawMoves(scene);
        this.#drawLog();
    }

    /** @param {import('./scene.js').Scene} scene */
    drawMoves({ choosing, hints }) {
        const { words } = this.#app;
        const { names, phase } = this.#session;
        const left = phase === 'choose' ? choosing.left : [];
        /* Where nothing is seen of it, asking would only cost time. */
        const scrolled = this.#moves.open ? this.#list.scrollTop : 0;
        const { chosen } = choosing;
        const focused = focusedKey(this.#moves, 'move');

        this.#moves.hidden = left.length === 0;
        this.#count.replaceChildren(icon('words'),
            words.the('page.moves.words', { n: left.length }));
        this.#list.replaceChildren(...left.map((move) => h('li', {},
            h('button', { type: 'button', 'data-move': move.move,
                class: move === chosen ? 'picked'
                    : hints.isBest(move) ? 'hinted' : '',
                'aria-pressed': String(move === chosen),
                click: () => this.#pick(move) },
            h('span', {}, words.say(move.say, names)),
            move.gain !== 0 && h('b', {}, words.signed(move.gain))))));
        if (scrolled > 0)
            this.#list.scrollTo(0, scrolled);
        refocus(this.#moves, 'move', focused);
    }

    #drawLog() {
        const { words } = this.#app;
        const { match, names, looking, turn } = this.#session;
        const logged = [looking, turn.steps, ...names].join();

        /* A touch adds nothing to it. */
        if (logged === this.#logged)
            return;
        this.#logged = logged;
        const steps = match.history(looking,
            Math.max(0, turn.steps - LOG_STEPS));

        this.#log.replaceChildren(h('h2', {}, words.the('page.log')),
            drawLog(steps, words, names, words.the('page.log'),
                { newestFirst: true }));
    }
}
