/*
 * The page as a whole: what every screen can use, and which screen is shown.
 * The address after the # says which: #/play/ID, #/history … A seat that comes
 * over from another device has an address of its own: #take=TABLE.TOKEN; so has
 * a key to seats: #key=STORE.SEATS.
 */
import { h } from './elements/dom.js';
import { Growing } from './elements/growing.js';
import { ENGINE, loadEngine } from './engine/engine.js';
import { chosenLanguage } from './device/language.js';
import { renewPage, servesAnother } from './device/offline.js';
import { Line } from './online/line.js';
import { Seats } from './online/seats.js';
import { awayScreen, lostScreen } from './screens/lost.js';
import { Settings } from './device/settings.js';
import { Sound } from './device/sound.js';
import { Store } from './device/store.js';
import { Thinker } from './engine/bots.js';
import { loadWords } from './engine/words.js';

const MINUTE = 60_000; // ms
/** Until it looks for another page again, in ms; then twice as long, and so on. */
const FIRST_LOOK = 5000;

/**
 * @typedef {object} Screen
 * @property {HTMLElement} element
 * @property {string} title
 * @property {boolean} [isBusy] would a reload lose something?
 * @property {() => void} [close] called before it goes
 * @property {() => void} [speak] says everything again in the app's words; a
 *     screen that has nothing to lose is opened again instead
 *
 * @typedef {(app: App, id: string) => Screen | Promise<Screen>} Opener
 */

export class App {
    /** @type {Record<string, Opener>} */
    #screens;
    #root;
    /** @type {Screen | null} */
    #now = null;
    #opening = 0;
    #growing = new Growing();
    /** @type {Promise<import('./engine/words.js').Words> | null} */
    #howto = null;
    /** @type {string} the address that is shown */
    #shown = '';
    /** @type {Thinker | null} */
    #thinker = null;
    /** @type {Thinker | null} */
    #adviser = null;
    /** @type {Line | null} */
    #line = null;
    /**
     * This device at a table (online/guest.js): it can be at one at a time.
     * @type {import('./online/guest.js').Guest | null}
     */
    guest = null;
    /** What the operator tells everyone; closes: 0: it does not. */
    #house = { text: '', closes: 0 };
    /** @type {ReturnType<typeof setInterval> | undefined} */
    #clock;
    /** How a newer page is let in; null: there is none. @type {(() => void) | null} */
    #newer = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #look;

    /**
     * @param {HTMLElement} root
     * @param {Record<string, Opener>} screens
     * @param {{engine: import('./engine/engine.js').Engine, words:
     *     import('./engine/words.js').Words, store: Store, settings: Settings}} parts
     */
    constructor(root, screens, { engine, words, store, settings }) {
        this.#root = root;
        this.#screens = screens;
        this.engine = engine;
        this.words = words;
        this.store = store;
        this.settings = settings;
        this.sound = new Sound(settings);
        this.seats = new Seats(store);
        store.onProblem = () => this.showProblem();
    }

    /** Bots have no need of a worker before they are asked. */
    get thinker() {
        this.#thinker ??= new Thinker();
        return this.#thinker;
    }

    /** Who gives hints does not wait for a bot that thinks. */
    get adviser() {
        this.#adviser ??= new Thinker();
        return this.#adviser;
    }

    /** The socket to the server; it opens when it is first asked something. */
    get line() {
        if (!this.#line) {
            this.#line = new Line();
            this.#line.on('house', (house) => this.#hearHouse(house));
            this.#line.on('speech', (speech) => this.#renewOnce(speech));
            if (this.#newer)
                this.#renew(this.#newer);
        }
        return this.#line;
    }

    /**
     * There is a newer page. At tables of the server all must have the same:
     * there it comes in by itself.
     * @param {() => void} letIn
     * @returns {boolean} will it?
     */
    offerNewer(letIn) {
        this.#newer = letIn;
        if (this.#line)
            this.#renew(letIn);
        return this.#line !== null;
    }

    /**
     * A server that speaks otherwise has a newer page, or an older one, or will
     * have it soon. Behind a proxy both may be there for a while: who has heard
     * both stays.
     * @param {string} speech
     * @param {number} [pause] until it looks again, in ms
     */
    async #renewOnce(speech, pause = FIRST_LOOK) {
        const { speech: first, greeting } = this.line;
        const isAnother = await servesAnother();
        const heard = sessionStorage.getItem('renewed')?.split(' ') ?? [];

        clearTimeout(this.#look);
        if (heard.includes(speech))
            return;
        if (!isAnother) {
            this.#look = setTimeout(() => this.#renewOnce(speech, pause * 2), pause);
            return;
        }
        sessionStorage.setItem('renewed', greeting.nodes
            ? [...heard, first, speech].join(' ') : speech);
        this.#renew(() => renewPage());
    }

    /** Lets a newer page in when that disturbs no one. @param {() => void} letIn */
    #renew(letIn) {
        if (this.#now?.isBusy || isTyping() || document.querySelector('dialog'))
            setTimeout(() => this.#renew(letIn), 1000);
        else
            letIn();
    }

    /** @param {string} path */
    go(path) {
        if (location.hash === `#/${path}`)
            this.open();
        else
            location.hash = `#/${path}`;
    }

    /**
     * In place of what is shown, so that going back skips it.
     * @param {string} path
     */
    replace(path) {
        location.replace(`#/${path}`);
    }

    /**
     * Another language, at once: nothing that a person has begun is lost.
     * @param {string} language
     */
    async speak(language) {
        this.words = await loadWords(language);
        this.#howto = null;
        this.settings.change({ language });
        document.documentElement.lang = language;
        if (!this.#now?.speak) {
            await this.#openAgain();
            return;
        }
        this.#now.speak();
        document.title = this.#now.title;
        this.showProblem();
        this.showHouse();
    }

    /** The same screen, where it was. */
    async #openAgain() {
        const focused = document.activeElement?.id;
        const { scrollY } = window;

        await this.open();
        scrollTo(0, scrollY);
        if (focused)
            document.getElementById(focused)?.focus({ preventScroll: true });
    }

    /** How the games are played, loaded when someone wants to know. */
    howto() {
        this.#howto ??= loadWords(this.words.language, 'howto');
        this.#howto.catch(() => {
            this.#howto = null;
        });
        return this.#howto;
    }

    /**
     * The words of the coach and of statistics, loaded when someone wants them:
     * then they stand among all others.
     */
    async learnCoach() {
        const { words } = this;

        if (!words.has('coach.move'))
            words.add(await loadWords(words.language, 'coach'));
    }

    /** Opens what the address says. */
    async open() {
        const opening = ++this.#opening;
        const [name, id] = readAddress();
        const opener = this.#screens[name] ?? this.#screens[''];

        document.querySelectorAll('dialog').forEach((one) => one.close());
        this.#now?.close?.();
        this.#now = null;
        const screen = await this.#tryToOpen(opener, id);
        if (opening !== this.#opening) {
            screen.close?.();
            return;
        }
        this.#now = screen;
        this.#root.replaceChildren(screen.element);
        document.title = screen.title;
        this.showProblem();
        this.showHouse();
        scrollTo(0, 0);
        this.#growing.into(screen.element);
        if (this.#shown)
            screen.element.querySelector('h1')?.focus();
        this.#shown = location.hash || '#/';
        this.#tint(screen.element);
    }

    /**
     * The device's own bars take the colour of what is shown.
     * @param {HTMLElement} element
     */
    #tint(element) {
        const cloth = element.matches('.hued') || element.querySelector('.banner');
        const style = getComputedStyle(cloth instanceof Element ? cloth : element);

        document.querySelectorAll('meta[name=theme-color]').forEach((meta) =>
            meta.setAttribute('content', style.getPropertyValue(
                cloth ? '--cloth' : '--room').trim()));
    }

    /**
     * Whatever is wrong with one screen, there is a way on from it.
     * @param {Opener} opener
     * @param {string} id
     */
    async #tryToOpen(opener, id) {
        try {
            return await opener(this, id);
        } catch (error) {
            return navigator.onLine
                ? lostScreen(this, 'page.lost.record', error)
                : awayScreen(this);
        }
    }

    /** @param {import('./online/line.js').House} house */
    #hearHouse({ minutes, text }) {
        clearInterval(this.#clock);
        this.#house = { text, closes: minutes === undefined ? 0
            : Date.now() + minutes * MINUTE };
        if (minutes !== undefined)
            this.#clock = setInterval(() => this.showHouse(), MINUTE / 2);
        this.showHouse();
    }

    /** A calm line about the server, on every screen. */
    showHouse() {
        const { text, closes } = this.#house;
        const left = Math.max(1, Math.ceil((closes - Date.now()) / MINUTE));
        const said = [closes > 0 && this.words.the('page.house.closing',
            { n: left }), text && this.words.the('page.house.said',
            { word: text })].filter(Boolean).join(' ');
        const old = document.querySelector('.house-line');

        if (old && said)
            old.textContent = said;
        else if (said)
            this.#root.prepend(h('p', { class: 'problem house-line',
                role: 'status' }, said));
        else
            old?.remove();
    }

    /** Where nothing can be kept, the page says so once and for all. */
    showProblem() {
        const { problem } = this.store;
        const old = document.querySelector('.problem:not(.house-line)');

        old?.remove();
        if (problem)
            this.#root.prepend(h('p', { class: 'problem', role: 'status' },
                this.words.the(`page.storage.${problem}`)));
    }
}

/** @param {HTMLElement} root @param {Record<string, Opener>} screens */
export async function startApp(root, screens) {
    const store = new Store();
    const settings = new Settings(store);
    const language = chosenLanguage(settings);
    const [engine, words] = await Promise.all([
        loadEngine(new URL(ENGINE, import.meta.url)),
        loadWords(language)]);
    const app = new App(root, screens, { engine, words, store, settings });

    document.documentElement.lang = language;
    addEventListener('hashchange', () => app.open());
    await app.open();
    return app;
}

/**
 * The screen that is meant, and what of. A token that opens a seat stays in no
 * address, no history and no bookmark.
 * @returns {[string, string]}
 */
function readAddress() {
    const { hash } = location;
    const [name = '', id = ''] = hash.replace(/^#(take|key)=/, '#/$1/')
        .replace(/^#\/?/, '').split('/').map(decodeURIComponent);

    if (/^#(take|key)=/.test(hash))
        history.replaceState(null, '', `#/${name}`);
    return [name, id];
}

/** Would a reload lose what someone is typing? */
function isTyping() {
    return document.activeElement instanceof HTMLInputElement &&
        document.activeElement.value !== '';
}
