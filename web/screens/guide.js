/*
 * The first game of a kind: a few turns on the real table, with a guide who
 * says one thing at a time and shows where to touch. It stands where it was
 * left until it is over.
 */
import { isCalm } from '../device/settings.js';
import { lid } from '../elements/cloth.js';
import { h } from '../elements/dom.js';
import { fitText } from '../elements/fitting.js';
import { Script } from '../guide/script.js';
import { GuideSession } from '../guide/session.js';
import { icon } from '../elements/icons.js';
import { coneOfLight, confetti, CURVES, move, skippable } from '../elements/motion.js';
import { keepPlace, placeIn } from '../guide/place.js';
import { lastPlan, startGame } from '../game/plans.js';
import { lostScreen } from './lost.js';
import { Play } from './play.js';

/**
 * @param {import('../app.js').App} app
 * @param {string} id of the game
 * @returns {Promise<import('../app.js').Screen>}
 */
export async function openGuide(app, id) {
    const game = app.engine.games.find((one) => one.id === id);

    if (!game)
        return lostScreen(app, 'page.lost.page');
    const [response, words] = await Promise.all([
        fetch(`guides/${id}.guide`), app.howto()]);
    if (!response.ok)
        throw new Error(`${response.status} guides/${id}.guide`);
    return new Guide(app, game, new Script(await response.text()), words);
}

class Guide {
    #app;
    #game;
    #script;
    #words;
    #facts;
    #session;
    #play;
    #title = h('h2', {});
    #text = h('p', {});
    #bubble = h('div', { class: 'bubble paper', 'aria-live': 'polite' });
    #step = h('span', {});
    #dots = h('span', { class: 'places', 'aria-hidden': 'true' });

    /**
     * @param {import('../app.js').App} app
     * @param {import('../engine/engine.js').Game} game
     * @param {Script} script
     * @param {import('../engine/words.js').Words} words
     */
    constructor(app, game, script, words) {
        this.#app = app;
        this.#game = game;
        this.#script = script;
        this.#words = words;
        this.#facts = app.engine.facts(game.id, {});
        this.#bubble.append(h('span', { class: 'lamp' }, icon('lamp')),
            h('div', { class: 'saying' }, this.#title, this.#text));
        this.#session = new GuideSession(app, script,
            placeIn(app, game, script.steps.length));
        this.#session.onStep = () => this.#stepped();
        this.#play = new Play(app, this.#session, { buttons: [],
            openMenu: () => {}, guide: { top: () => this.#top(),
                bubble: this.#bubble } });
    }

    get element() {
        return this.#play.element;
    }

    get title() {
        return this.#app.words.the(`game.${this.#game.id}`);
    }

    /** In other words, once they are there. */
    async speak() {
        this.#words = await this.#app.howto();
        this.#say();
        this.#play.speak();
    }

    close() {
        this.#play.close();
    }

    /* --- Drawing ------------------------------------------------------------- */

    #top() {
        const { words } = this.#app;

        return [h('button', { type: 'button', class: 'plain icon', 'aria-label':
            words.the('page.guide.later'), title: words.the('page.guide.later'),
        click: () => this.#leave() }, icon('close')),
        h('h1', { tabindex: '-1' }, this.#step, this.#dots),
        h('button', { type: 'button', class: 'quiet skip', 'data-skip': true,
            click: () => this.#skip() }, words.the('page.guide.skip'))];
    }

    #say() {
        const { words } = this.#app;
        const { step } = this.#session;
        const { steps } = this.#script;
        const { say } = steps[step];

        this.#title.textContent = this.#words.explain(`${say}.title`, this.#facts);
        this.#text.textContent = this.#words.explain(say, this.#facts);
        this.#step.textContent = words.the('page.guide.step',
            { n: step + 1, m: steps.length });
        this.#dots.replaceChildren(...steps.map((_, i) => h('i', { class:
            i < step ? 'gone' : i === step ? 'now' : '' })));
    }

    #stepped() {
        const { step, isOver } = this.#session;

        this.#say();
        keepPlace(this.#app, this.#game, isOver ? { done: true } : { step });
        requestAnimationFrame(() => {
            fitText(this.#bubble);
            this.#showWhere();
            if (isOver)
                this.#celebrate();
        });
    }

    /** What is to be touched is in sight. */
    #showWhere() {
        const next = this.element.querySelector('.mine .piece.next');
        const { bottom = 0 } = this.element.querySelector('.asked')
            ?.getBoundingClientRect() ?? {};
        const { top = innerHeight } = this.element.querySelector('.bar')
            ?.getBoundingClientRect() ?? {};
        const box = next?.getBoundingClientRect();

        if (box && (box.top < bottom || box.bottom > top))
            scrollBy({ top: (box.top + box.bottom - bottom - top) / 2,
                behavior: isCalm() ? 'instant' : 'smooth' });
    }

    /* --- The way out --------------------------------------------------------- */

    #leave() {
        if (history.length > 1)
            history.back();
        else
            this.#app.go('');
    }

    /** Anyone who skips is not asked again. */
    #skip() {
        keepPlace(this.#app, this.#game, { done: true });
        this.#app.replace(`new/${this.#game.id}`);
    }

    /** The last thing that is said, in lamplight, and the way to a real game. */
    #celebrate() {
        const { words, sound } = this.#app;
        const face = lid(this.#game);
        const go = h('button', { type: 'button', class: 'lit', 'data-play': true,
            click: () => this.#app.replace(`play/${startGame(this.#app,
                this.#game, lastPlan(this.#app, this.#game))}`) },
        icon('play'), words.the('page.guide.play'));
        const finale = h('section', { class: 'finale cloth' }, coneOfLight(),
            face, h('h2', { tabindex: '-1' }, this.#title.textContent),
            h('p', {}, this.#text.textContent), go,
            h('p', { class: 'more' },
                h('a', { class: 'button quiet', href: `#/rules/${this.#game.id}` },
                    icon('question'), words.the('page.rules')),
                h('a', { class: 'button quiet', href: '#/' },
                    words.the('page.home'))));

        for (const part of this.element.children)
            if (part instanceof HTMLElement)
                part.inert = true;
        this.element.append(finale);
        skippable(finale, [confetti(finale, false), move(face,
            [{ transform: 'translateY(24px) scale(.7)', opacity: 0 },
                { transform: 'none', opacity: 1 }],
            { ms: 260, delay: 100, curve: CURVES.spring })]);
        go.focus({ preventScroll: true });
        sound.win();
    }
}
