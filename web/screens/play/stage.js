/* The middle of the table: the dice, what is asked, what is mine to fill. */
import { isToDo, seatAreas } from '../../table/areas.js';
import { avatar } from '../../elements/cloth.js';
import { fitText, h, s } from '../../elements/dom.js';
import { SHAPES, SIGNS, shape } from '../../table/pieces/shapes.js';
import { drawArea, isBlockOf } from '../../table/table.js';
import { DicePad } from './pad.js';
import { fitPhrases } from './phrases.js';
import { risesIn, toldIn } from './scene.js';

/** @typedef {import('./scene.js').Scene} Scene */

const NOTICE = 2000; // ms that a notice stays
const LEGEND = 400; // px for a sheet: then there is room below it

export class Stage {
    #app;
    #session;
    #pad;
    #tray = h('div', { class: 'dice' });
    #slot = h('div', { class: 'question' });
    #ask = h('p', { class: 'ask', 'aria-live': 'polite' });
    #notice = h('p', { class: 'notice', role: 'status', hidden: true });
    #event = h('div', { class: 'event', hidden: true });
    #clock = h('p', { class: 'clock', role: 'timer', hidden: true });
    #asked = h('section', { class: 'asked' });
    #toDo = h('div', { class: 'to-do' });
    #mine = h('section', { class: 'mine' });
    #timer = 0;
    #picks = false;
    /** The question that has its size, and the window's. */
    #fitted = '';
    #width = 0;
    /** Called when a person says what a real die shows. */
    onPicked = () => {};
    element = h('div', { class: 'stage' });

    /**
     * @param {import('../../app.js').App} app
     * @param {import('../../game/face.js').Face} session
     */
    constructor(app, session) {
        this.#app = app;
        this.#session = session;
        this.#pad = new DicePad(app.words, () => this.onPicked());
        this.#slot.append(this.#ask, this.#clock, this.#toDo,
            this.#event, this.#notice);
        this.#asked.append(this.#tray, this.#slot);
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

    /** In the place of the question. @param {HTMLElement} bubble of a guide */
    ask(bubble) {
        this.#ask.replaceWith(bubble);
    }

    /** Whose width tells how large the table is drawn. */
    get mine() {
        return this.#mine;
    }

    /** What all real dice show; null: not yet. */
    get typed() {
        return this.#pad.faces;
    }

    /** New dice are to be typed. */
    askForDice() {
        this.#pad.ask(this.#session.turn.chance);
    }

    /** @param {Scene} scene */
    draw(scene) {
        /* Asked before anything is drawn, it costs no time. */
        const room = this.#roomBelow();
        const before = this.#layout;
        this.#width = this.#widthOfSheet();

        this.#drawDice(scene);
        this.#drawQuestion(scene);
        this.#drawMine(scene,
            before === this.#layout ? room : this.#roomBelow());
        this.drawClock();
    }

    /** What the room for the sheet depends on. */
    get #layout() {
        return `${this.#tray.className} ${this.#tray.hidden}`;
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

    /** Says something for a moment in the place of the question. @param {string} text */
    say(text) {
        clearTimeout(this.#timer);
        this.#notice.textContent = text;
        this.#showNotice(true);
        fitText(this.#notice);
        this.#timer = window.setTimeout(() => this.hush(), NOTICE);
    }

    /** The notice has been read. */
    hush() {
        clearTimeout(this.#timer);
        this.#showNotice(false);
    }

    /** @param {boolean} shown */
    #showNotice(shown) {
        this.#notice.hidden = !shown;
        this.#slot.classList.toggle('noticed', shown);
    }

    /* --- The dice ------------------------------------------------------------ */

    /** @param {Scene} scene */
    #drawDice(scene) {
        const { words } = this.#app;
        const { phase, turn } = this.#session;
        const event = toldIn(scene, phase);
        const isSpent = event !== null && event.dice.length > 0;
        const view = isSpent ? event.before : scene.look.view;

        this.#tray.classList.toggle('rolling', phase === 'rolling');
        this.#tray.classList.toggle('spent', isSpent);
        /* Where dice are picked once, they always lie so. */
        this.#picks ||= scene.answers.picksDice;
        this.#tray.classList.toggle('picks', this.#picks);
        if (phase === 'type' && turn.chance) {
            this.#tray.hidden = false;
            this.#tray.classList.add('typing');
            this.#tray.replaceChildren(this.#pad.element);
            return;
        }
        this.#tray.classList.remove('typing');
        const index = view.areas.findIndex(({ role }) => role === 'throw');
        const isEver = index >= 0 || !this.#tray.hidden;
        /* Where dice come and go, their tray stays. */
        this.#tray.hidden = !isEver || this.#isCardGame(scene);
        this.#tray.replaceChildren(...(index < 0 ? []
            : [this.#drawArea({ ...scene, look: { ...scene.look, view } }, index,
                { label: words.the('page.dice'), height:
                    this.#tray.clientHeight - (this.#picks ? 18 : 8) })]));
    }

    /** @param {Scene} scene */
    #isCardGame({ look: { view } }) {
        return !view.areas.some(({ role }) => role === 'throw') &&
            view.areas.some(({ role }) => role === 'hand');
    }

    /* --- The question ------------------------------------------------------ */

    /** @param {Scene} scene */
    #drawQuestion(scene) {
        const { words } = this.#app;
        const { phase } = this.#session;
        const said = this.#waitWords() ||
            words.say(scene.look.ask, this.#session.names);
        /* What is not shown yet, or in another typeface, has another size. */
        const fitted = [innerWidth, innerHeight, this.element.isConnected,
            document.fonts.status, said].join(' ');
        const event = toldIn(scene, phase);

        this.#drawToDo(scene);
        this.#event.hidden = !event;
        this.#slot.classList.toggle('eventful', event !== null);
        if (event)
            this.#drawEvent(event);
        if (fitted !== this.#fitted)
            fitPhrases(this.#ask, said);
        this.#fitted = fitted;
    }

    /** Who is at it: what others are asked is no question to the reader. */
    #waitWords() {
        const { phase, asked, turn, names } = this.#session;

        if (phase !== 'bots' || asked < 0)
            return '';
        return this.#app.words.the(turn.what === 'chance' && !turn.chance?.draw
            ? 'page.rolling' : 'page.bar.waits', { seat: asked }, names);
    }

    /** @param {import('./scene.js').Event} event */
    #drawEvent({ seat, lines: [first, ...rest], gain }) {
        const { words } = this.#app;
        const { names } = this.#session;
        const text = h('p', { class: 'told-lines' }, h('b', {}, first),
            rest.length > 0 && h('small', {}, rest.join(' ')));

        this.#event.className = seat >= 0 ? `event player-${seat}` : 'event';
        this.#event.replaceChildren(
            ...(seat >= 0 ? [avatar(names[seat], seat)] : []), text,
            gain !== 0 ? h('span', { class: 'gained' }, words.signed(gain))
                : '');
        fitText(text);
        /* What follows from it is in the log as well. */
        if (rest.length > 0 && text.scrollHeight > text.clientHeight) {
            text.lastElementChild?.remove();
            fitText(text);
        }
    }

    /** @param {Scene} scene */
    #drawToDo(scene) {
        const { words } = this.#app;
        const { view } = scene.look;
        const areas = seatAreas(view, scene.whose)
            .filter((index) => isToDo(view, index));

        this.#toDo.hidden = areas.length === 0;
        /* In one line: two would be too small to read. */
        this.#toDo.replaceChildren(...areas.map((index) => this.#drawArea(
            scene, index, { label: words.the(view.areas[index].title ?? ''),
                width: 4 * this.#width })));
    }

    /* --- What is mine ------------------------------------------------------ */

    /**
     * The pad of paper: what is filled first, what lies beside it in lines
     * below, the hand on the cloth. The first gets the room that the others
     * leave.
     * @param {Scene} scene
     * @param {number} below what is left of the screen
     */
    #drawMine(scene, below) {
        const { words } = this.#app;
        const { names, people } = this.#session;
        const { whose, look: { view } } = scene;
        const areas = seatAreas(view, whose)
            .filter((index) => !isToDo(view, index));
        const hands = areas.filter((i) => view.areas[i].role === 'hand');
        const blocks = areas.filter((i) => this.#isBlock(scene, i));
        const lines = areas.filter((i) => !hands.includes(i) &&
            !blocks.includes(i) && this.#isLine(scene, i));
        const main = areas.filter((i) => !hands.includes(i) &&
            !blocks.includes(i) && !lines.includes(i));
        const under = [...lines, ...main.slice(1)].map(
            (index) => this.#drawPart(scene, index, 60));
        const hand = hands.map((index) => h('div', { class: 'hand-of' },
            this.#drawArea(scene, index, { label: words.the('page.your_table'),
                height: innerHeight < 700 ? 80 : 120 })));
        const room = below - heightOf([...under, ...hand]);
        const whoseName = people.length === 1 && whose === people[0] ? ''
            : h('h2', { class: 'whose' }, avatar(names[whose], whose, 'small'),
                words.player(whose, names));

        this.#mine.replaceChildren(whoseName,
            h('div', { class: 'pad-of-paper paper sheet' },
                ...main.slice(0, 1).map(
                    (index) => this.#drawPart(scene, index, room)),
                /* A sheet of many parts shows first what it adds up to. */
                ...(blocks.length > 0 ? [...under, h('div', { class: 'blocks' },
                    ...blocks.map((index) => this.#drawBlock(scene, index)))]
                    : under)),
            ...hand, this.#legend(hand.length > 0 ? room : 0));
    }

    /**
     * What the signs mean, where a hand leaves room for it; elsewhere a touch
     * on one says it.
     * @param {number} room that the sheet could have
     */
    #legend(room) {
        const { words } = this.#app;
        const signs = Object.entries(this.#session.match.game.signs);

        if (room < LEGEND)
            return '';
        return h('ul', { class: 'signs' }, ...signs.flatMap(([sign, meaning]) =>
            (SIGNS[sign] ? [h('li', {}, s('svg', { viewBox: '0 0 20 20',
                'aria-hidden': 'true' }, shape(SIGNS[sign], 10, 10, 17, sign)),
            words.the(meaning))] : [])));
    }

    /** @param {Scene} scene @param {number} index */
    #isBlock({ look: { view } }, index) {
        return isBlockOf(view.areas[index],
            view.pieces.filter((piece) => piece.area === index));
    }

    /** Does it stay a line or two? @param {Scene} scene @param {number} index */
    #isLine({ look: { view } }, index) {
        const { role, flow } = view.areas[index];

        return role === 'supply' || (flow === 'grid' && view.pieces.every(
            (piece) => piece.area !== index || piece.kind === 'label' ||
                piece.kind === 'counter'));
    }

    /** @param {Scene} scene @param {number} index @param {number} height */
    #drawPart(scene, index, height) {
        const { words } = this.#app;
        const area = scene.look.view.areas[index];
        const title = area.title ? words.the(area.title) : '';

        return h('div', { class: `part ${area.role} ${area.flow}` },
            this.#drawArea(scene, index, { height,
                label: title || words.the('page.table_of',
                    { seat: scene.whose }, this.#session.names) }));
    }

    /** A part of a sheet in one colour. @param {Scene} scene @param {number} index */
    #drawBlock(scene, index) {
        const { words } = this.#app;
        const { view } = scene.look;
        const area = view.areas[index];
        const box = view.pieces.find((piece) => piece.area === index &&
            piece.kind === 'box');
        const title = area.title ? words.the(area.title) : '';
        const isLong = area.height > 6;

        return h('div', { class: `block ${box?.colour} ${isLong ? 'long' : ''}` },
            h('p', { class: 'title' }, box && SHAPES[box.colour] ? s('svg',
                { viewBox: '0 0 20 20', 'aria-hidden': 'true' }, shape(
                    SHAPES[box.colour], 10, 10, 18, 'sign')) : '', title),
            this.#drawArea(scene, index, { label: title,
                ...this.#roomOfBlock(isLong) }));
    }

    /**
     * Long parts above each other, the others two or four abreast; on a low
     * screen long ones stand beside the others.
     * @param {boolean} isLong
     */
    #roomOfBlock(isLong) {
        const width = this.#width;
        const high = innerHeight - 90;

        if (isBeside())
            return isLong ? { width: 60, height: high }
                : { width: Math.min(190, (width - 160) / 2),
                    height: high / 2 - 16 };
        if (isLong)
            return { width: Math.min(width - 12, 640), height: 150 };
        return { width: Math.min(width > 600 ? (width - 18) / 4 - 10
            : (width - 8) / 2 - 10, 260), height: 150 };
    }

    /**
     * @param {Scene} scene
     * @param {number} index
     * @param {{label?: string, width?: number, height?: number}} more
     */
    #drawArea(scene, index, { label, width = this.#width, height = 300 }) {
        const { choosing, answers, ahead, shown } = scene;
        const { chosen } = choosing;
        const lit = chosen ?? shown;
        const { phase } = this.#session;
        const open = phase === 'choose';

        return drawArea(scene.look.view, index, {
            words: this.#app.words, names: this.#session.names, label,
            room: { width, height },
            touchable: choosing.touchable,
            next: choosing.next,
            rises: risesIn(scene, index),
            gains: open ? scene.gains : undefined,
            touched: scene.told?.played ?? choosing.touched,
            waits: scene.waits,
            ahead: ahead?.view,
            news: scene.news, just: scene.just, me: scene.whose,
            hinted: scene.told ? new Set(scene.told.better)
                : shown ? choosing.next : new Set(choosing.touched.length > 0 ? []
                    : scene.hints.best(scene.look.moves)?.touch),
            lit: new Set([...choosing.touched,
                ...(lit ? answers.dice(lit) : []),
                ...toldIn(scene, phase)?.dice ?? []]),
            fateOf: (die) => (open ? answers.fateOf(die, chosen) : ''),
        });
    }

    /** What a sheet has from edge to edge, inside its paper. */
    #widthOfSheet() {
        const most = innerWidth < 1100 ? 770 : 890;
        return Math.max(240, Math.min(most, this.#mine.clientWidth - 26));
    }

    /** What is left of the screen for the sheet. */
    #roomBelow() {
        const play = this.element.closest('.play');
        const bar = play?.querySelector('.bar');
        /* A pad for real dice is larger than the tray: the sheet stays as it is. */
        const least = parseFloat(getComputedStyle(this.#tray).minHeight);
        const pad = this.#tray.matches('.typing') && least > 0 && !isBeside()
            ? this.#tray.offsetHeight - least : 0;
        const top = this.#mine.getBoundingClientRect().top + scrollY - pad;
        const taken = isBeside() || !bar ? 0
            : bar.getBoundingClientRect().height;

        return Math.max(isBeside() ? 250 : 120,
            innerHeight - top - taken - (innerHeight < 700 ? 26 : 66));
    }
}

/** Does the sheet lie beside the dice? As in style/aside.css. */
function isBeside() {
    return innerHeight < 480 && innerWidth > innerHeight;
}

/** @param {Element[]} parts each with a drawing */
function heightOf(parts) {
    return parts.reduce((sum, part) => sum + 4 +
        Number(part.querySelector('svg')?.getAttribute('height') ?? 0), 0);
}
