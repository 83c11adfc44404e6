/* The middle of the table: the dice, what is asked, what is mine to fill. */
import { isToDo, seatAreas } from '../../areas.js';
import { h } from '../../dom.js';
import { drawArea } from '../../table.js';
import { DicePad } from '../pad.js';

/** @typedef {import('./scene.js').Scene} Scene */

export class Stage {
    #app;
    #session;
    #pad;
    #dice = h('div', { class: 'dice' });
    #ask = h('p', { class: 'ask', 'aria-live': 'polite' });
    #note = h('p', { class: 'note' });
    #clock = h('p', { class: 'clock', role: 'timer', hidden: true });
    #asked = h('section', { class: 'asked' });
    #toDo = h('div', { class: 'to-do' });
    #mine = h('section', { class: 'mine' });
    element = h('div', { class: 'stage' });

    /**
     * @param {import('../../app.js').App} app
     * @param {import('../../face.js').Face} session
     */
    constructor(app, session) {
        this.#app = app;
        this.#session = session;
        this.#pad = new DicePad(app.words, (faces) => session.typed(faces));
        this.#asked.append(this.#dice, h('div', { class: 'question' },
            this.#ask, this.#note, this.#clock), this.#toDo);
        this.element.append(this.#asked, this.#mine);
        this.speak();
    }

    /** What is drawn only once, in the words of now. */
    speak() {
        const { words } = this.#app;

        this.#mine.setAttribute('aria-label', words.the('page.your_table'));
        this.#asked.setAttribute('aria-label', words.the('page.asked'));
        this.#pad.speak(words);
    }

    /** Whose width tells how large the table is drawn. */
    get mine() {
        return this.#mine;
    }

    /** New dice are to be typed. */
    askForDice() {
        this.#pad.ask(this.#session.turn.chance);
    }

    /** @param {Scene} scene */
    draw(scene) {
        this.#drawQuestion(scene);
        this.#drawToDo(scene);
        this.#drawMine(scene);
        this.drawClock();
    }

    drawClock() {
        const { words } = this.#app;
        const { deadline } = this.#session;
        const left = Math.max(0, Math.ceil((deadline - Date.now()) / 1000));

        this.#clock.hidden = deadline === 0;
        this.#clock.classList.toggle('short', left <= 10);
        this.#clock.textContent = deadline === 0 ? ''
            : words.the('page.clock', { n: left });
    }

    /* --- The question ------------------------------------------------------ */

    /** @param {Scene} scene */
    #drawQuestion(scene) {
        const { words } = this.#app;
        const { phase, names, turn } = this.#session;
        const { view, ask } = scene.look;
        const said = words.say(ask, names);

        if (this.#ask.textContent !== said)
            this.#ask.textContent = said;
        this.#note.textContent = this.#noteWords();
        this.#dice.classList.toggle('rolling', phase === 'rolling');
        if (phase === 'type' && turn.chance) {
            this.#dice.hidden = false;
            this.#dice.replaceChildren(this.#pad.element);
            return;
        }
        const index = view.areas.findIndex(({ role }) => role === 'throw');
        this.#dice.hidden = index < 0;
        if (index >= 0)
            this.#dice.replaceChildren(this.#drawArea(scene, index,
                { label: words.the('page.dice') }));
    }

    /** @param {Scene} scene */
    #drawToDo(scene) {
        const { words } = this.#app;
        const { view } = scene.look;

        this.#toDo.replaceChildren(...seatAreas(view, scene.whose)
            .filter((index) => isToDo(view, index))
            .map((index) => this.#drawArea(scene, index,
                { label: words.the(view.areas[index].title ?? '') })));
    }

    /** Who else is at it. */
    #noteWords() {
        const { words } = this.#app;
        const { turn, names, phase, asked, people } = this.#session;
        const others = turn.asked.filter((seat) => seat !== asked)
            .map((seat) => words.player(seat, names));

        if (phase === 'bots' && asked >= 0 && turn.what === 'decide')
            return words.the('page.note.thinks', { seat: asked }, names);
        if (phase !== 'choose' || others.length === 0)
            return asked >= 0 && phase === 'choose' && people.length > 1
                ? words.the('page.note.asked', { seat: asked }, names) : '';
        return words.the('page.note.too',
            { n: others.length, word: words.list(others) });
    }

    /* --- What is mine ------------------------------------------------------ */

    /** @param {Scene} scene */
    #drawMine(scene) {
        const { words } = this.#app;
        const { names, people } = this.#session;
        const { whose, look } = scene;
        const areas = seatAreas(look.view, whose).filter(
            (index) => !isToDo(look.view, index));
        const several = areas.filter((index) =>
            look.view.areas[index].role === 'sheet').length > 2;

        this.#mine.replaceChildren(
            people.length === 1 && whose === people[0] ? ''
                : h('h2', { class: 'whose' }, words.player(whose, names)),
            h('div', { class: several ? 'papers many' : 'papers' },
                ...areas.map((index) =>
                    this.#drawPaper(scene, index, several))));
    }

    /**
     * @param {Scene} scene
     * @param {number} index
     * @param {boolean} several stand side by side
     */
    #drawPaper(scene, index, several) {
        const { words } = this.#app;
        const area = scene.look.view.areas[index];
        const title = area.title ? words.the(area.title) : '';
        const width = this.#width;

        return h('div', { class: `paper ${area.role}` },
            title && h('p', { class: 'title' }, title),
            this.#drawArea(scene, index, {
                label: title || words.the('page.table_of',
                    { seat: scene.whose }, this.#session.names),
                width: several && area.flow === 'grid'
                    ? Math.min(width, area.width * 34) : width,
            }));
    }

    /**
     * @param {Scene} scene
     * @param {number} index
     * @param {{label?: string, width?: number}} more
     */
    #drawArea(scene, index, { label, width = this.#width }) {
        const { choosing } = scene;

        return drawArea(scene.look.view, index, {
            words: this.#app.words, names: this.#session.names, label,
            room: { width, height: roomBelow() },
            touchable: choosing.touchable,
            next: choosing.next,
            touched: choosing.touched,
            fresh: scene.fresh,
            ahead: scene.ahead?.view,
        });
    }

    get #width() {
        return Math.max(240, this.#mine.clientWidth - 6);
    }
}

/** What is left of the screen for what is mine. */
function roomBelow() {
    return Math.max(260, innerHeight - (innerWidth < 1000 ? 420 : 330));
}
