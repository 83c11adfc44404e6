/* The middle of the table: the dice, what is asked, what is mine to fill. */
import { areaKey, isToDo, seatAreas } from '../../table/areas.js';
import { avatar } from '../../elements/cloth.js';
import { h, s } from '../../elements/dom.js';
import { fitLater, fitText, windowSize } from '../../elements/fitting.js';
import { redraw } from '../../table/redraw.js';
import { SIGNS, shape } from '../../table/pieces/shapes.js';
import { drawArea, isBlockOf } from '../../table/table.js';
import { frameOf, kindOf, sumIn, titleOf } from './blocks.js';
import { DicePad } from './pad.js';
import { fitPhrases } from './phrases.js';
import { risesIn, toldIn } from './scene.js';

/**
 * @typedef {import('./scene.js').Scene} Scene
 *
 * @typedef {object} Measures
 * @property {string} layout that they belong to
 * @property {number} width of a sheet
 * @property {number} below what is left of the screen
 * @property {number} tray its height
 *
 * @typedef {object} Left what is left of the screen
 * @property {number} below all of it
 * @property {number} room without the lines that go before
 */

const NOTICE = 2000; // ms that a notice stays
const LONG = 330; // px that two long parts and all titles take
const LOWEST = 98; // px: a small part with boxes of a finger's size
const ROWS = 250; // px that long parts and titles above small ones take
const MOVES = 36; // px for the line of moves in words
const WHOSE = 30; // px for the name over a sheet
const UPRIGHT = { long: 60, narrow: 54, title: 30, small: 25, gap: 4 };
const NARROW = 600; // px: a sheet so wide has small parts two abreast
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
    #told = h('p', { class: 'told-lines' });
    #clock = h('p', { class: 'clock', role: 'timer', hidden: true });
    #asked = h('section', { class: 'asked' });
    #toDo = h('div', { class: 'to-do' });
    #mine = h('section', { class: 'mine' });
    #timer = 0;
    #picks = false;
    /** @type {Measures | null} as they were before anything was drawn */
    #measured = null;
    #width = 0;
    /** @type {Map<string, Map<import('../../engine/engine.js').Piece,
     *     import('../../table/table.js').Drawn>>} by the key of the area */
    #drawn = new Map();
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
        this.#event.append(this.#told);
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
        this.#drawn.clear();
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

    /** @param {string} key on a keyboard */
    type(key) {
        this.#pad.type(key);
    }

    /** @param {Scene} scene */
    draw(scene) {
        this.#width = this.#measures.width;
        this.#drawDice(scene);
        this.#drawQuestion(scene);
        this.#drawMine(scene, this.#measures.below);
        this.drawClock();
        this.#measured = null;
    }

    /** Asked before anything is drawn, it costs no time. */
    measure() {
        this.#measured = { layout: this.#layout, width: this.#widthOfSheet(),
            below: this.#roomBelow(), tray: this.#tray.clientHeight };
    }

    /** As they are now. */
    get #measures() {
        if (this.#measured?.layout !== this.#layout)
            this.measure();
        return /** @type {Measures} */ (this.#measured);
    }

    /** What the room for the sheet depends on. */
    get #layout() {
        const around = this.element.parentElement;
        const nav = around?.querySelector('.players');
        return [around?.className, nav?.hasAttribute('hidden'),
            nav?.childElementCount,
            ...['.crowd', '.low', '.bare'].map((kind) => nav?.matches(kind)),
            around?.querySelector('.trouble')?.textContent,
            this.#tray.matches('.typing'), this.#tray.matches('.picks'),
            this.#tray.hidden].join();
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
        const high = this.#measures.tray - (this.#picks ? 18 : 8);
        redraw(this.#tray, ...(index < 0 ? []
            : [this.#drawArea({ ...scene, look: { ...scene.look, view } }, index,
                { label: words.the('page.dice'), height: high })]));
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
        const said = this.#waitWords(scene) ||
            words.say(scene.look.ask, this.#session.names);
        const event = toldIn(scene, phase);

        this.#drawToDo(scene);
        this.#event.hidden = !event;
        this.#slot.classList.toggle('eventful', event !== null);
        if (event)
            this.#drawEvent(event);
        fitPhrases(this.#ask, said);
    }

    /** Who is at it: what others are asked is no question to the reader.
     * @param {Scene} scene */
    #waitWords({ look: { view } }) {
        const { phase, asked, turn, names, people } = this.#session;
        /* While dice still fall, the next question is known already: it would
         * say what they will show. */
        const isFalling = phase === 'rolling' && people.length > 0 &&
            view.areas.some(({ role }) => role === 'throw');

        if ((phase !== 'bots' && !isFalling) || asked < 0)
            return '';
        return this.#app.words.the(isFalling || (turn.what === 'chance' &&
            !turn.chance?.draw) ? 'page.rolling' : 'page.bar.waits',
        { seat: asked }, names);
    }

    /** @param {import('./scene.js').Event} event */
    #drawEvent({ seat, lines: [first, ...rest], gain }) {
        const { words } = this.#app;
        const { names } = this.#session;
        const text = this.#told;

        this.#event.className = seat >= 0 ? `event player-${seat}` : 'event';
        fitLater(text, [names[seat], first, ...rest, gain].join('\n'), {
            write: () => {
                text.replaceChildren(h('b', {}, first), rest.length > 0
                    ? h('small', {}, rest.join(' ')) : '');
                this.#event.replaceChildren(
                    ...(seat >= 0 ? [avatar(names[seat], seat)] : []), text,
                    gain !== 0 ? h('span', { class: 'gained' },
                        words.signed(gain)) : '');
            },
            /* What follows from it is in the log as well. */
            shorter: () => {
                text.querySelector('small')?.remove();
                return true;
            },
        });
    }

    /** @param {Scene} scene */
    #drawToDo(scene) {
        const { words } = this.#app;
        const { view } = scene.look;
        const areas = seatAreas(view, scene.whose)
            .filter((index) => isToDo(view, index));

        this.#toDo.hidden = areas.length === 0;
        /* In one line: two would be too small to read. */
        redraw(this.#toDo, ...areas.map((index) => this.#drawArea(
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
        /** What a part adds up to stands beside its name.
         * @param {import('../../engine/engine.js').Piece} piece */
        const isInTitle = (piece) => blocks.some((index) =>
            sumIn(view, index) === piece);
        const under = [...lines, ...main.slice(1)].map(
            (index) => this.#drawPart(scene, index,
                windowSize().height < 700 ? 51 : 63, isInTitle));
        const hand = hands.map((index) => h('div', { class: 'hand-of' },
            this.#drawArea(scene, index, { label: words.the('page.your_table'),
                height: windowSize().height < 700 ? 80 : 120 })));
        const whoseName = people.length === 1 && whose === people[0] ? ''
            : h('h2', { class: 'whose' }, avatar(names[whose], whose, 'small'),
                words.player(whose, names));
        const left = whoseName ? below - WHOSE : below;
        const room = left - heightOf([...under, ...hand]);

        redraw(this.#mine, whoseName,
            h('div', { class: 'pad-of-paper paper sheet' },
                ...main.slice(0, 1).map(
                    (index) => this.#drawPart(scene, index, room)),
                /* A sheet of many parts shows first what it adds up to. */
                ...(blocks.length > 0
                    ? [...under, this.#drawBlocks(scene, blocks,
                        { below: left, room })]
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

    /**
     * @param {Scene} scene
     * @param {number} index
     * @param {number} height
     * @param {(piece: import('../../engine/engine.js').Piece) => boolean}
     *     [isElsewhere]
     */
    #drawPart(scene, index, height, isElsewhere) {
        const { words } = this.#app;
        const area = scene.look.view.areas[index];
        const title = area.title ? words.the(area.title) : '';

        return h('div', { class: `part ${area.role} ${area.flow}` },
            this.#drawArea(scene, index, { height, isElsewhere,
                label: title || words.the('page.table_of',
                    { seat: scene.whose }, this.#session.names) }));
    }

    /**
     * The parts of a sheet that are in one colour each.
     * @param {Scene} scene
     * @param {number[]} blocks
     * @param {Left} left
     */
    #drawBlocks(scene, blocks, left) {
        return h('div', { class: this.#isUpright(left) ? 'blocks upright'
            : 'blocks' }, ...blocks.map(
            (index) => this.#drawBlock(scene, index, left)));
    }

    /**
     * Do long parts stand beside the others? On a phone they do if not all of
     * it can be seen otherwise.
     * @param {Left} left
     */
    #isUpright({ room }) {
        return isBeside() || (this.#width <= NARROW &&
            room + spare() < ROWS + 2 * LOWEST);
    }

    /**
     * @param {Scene} scene
     * @param {number} index
     * @param {Left} left
     */
    #drawBlock(scene, index, left) {
        const { words } = this.#app;
        const { view } = scene.look;
        const title = titleOf(view, index, words);
        const kind = kindOf(view, index);

        return frameOf(view, index, words, this.#sumOf(scene, index),
            this.#drawArea(scene, index, { label: title,
                ...this.#roomOfBlock(kind, left) }));
    }

    /** What it adds up to, or would by the choice. @param {Scene} scene
     * @param {number} index */
    #sumOf({ look: { view }, ahead }, index) {
        const { words } = this.#app;
        const sum = sumIn(view, index);
        const key = areaKey(view.areas[index]);
        const at = ahead?.view.areas.findIndex((area) => areaKey(area) === key);
        const later = ahead && at !== undefined && at >= 0
            ? sumIn(ahead.view, at) : sum;

        return sum && h('b', { class: sum.value === later?.value ? 'sum'
            : 'sum will' }, words.number(later?.value ?? 0));
    }

    /**
     * Long parts above each other, the others two or four abreast.
     * @param {{isLong: boolean, isShared: boolean}} block
     * @param {Left} left
     */
    #roomOfBlock({ isLong, isShared }, left) {
        const width = this.#width;

        if (this.#isUpright(left))
            return this.#roomUpright({ isLong, isShared }, left.room);
        if (isLong)
            return { width: Math.min(width - 12, 640), height: 150 };
        return width > NARROW ? { width: Math.min((width - 18) / 4 - 8, 260),
            height: Math.max(130, Math.min(240, left.below - LONG)) +
                (isShared ? 20 : 0) }
            : { width: Math.min((width - 6) / 2 - 8, 260),
                height: Math.min(140, (left.room + spare() - ROWS) / 2) +
                    (isShared ? 10 : 0) };
    }

    /**
     * Long parts beside the others, all as high as there is room.
     * @param {{isLong: boolean, isShared: boolean}} block
     * @param {number} room
     */
    #roomUpright({ isLong, isShared }, room) {
        const { title, small, gap } = UPRIGHT;
        const long = this.#width < 380 ? UPRIGHT.narrow : UPRIGHT.long;

        return isLong ? { width: long, height: room - title }
            : { width: (this.#width - 2 * long - 3 * gap - 12) / 2,
                height: (room - gap) / 2 - small + (isShared ? 20 : 0) };
    }

    /**
     * @param {Scene} scene
     * @param {number} index
     * @param {{label?: string, width?: number, height?: number, isElsewhere?:
     *     (piece: import('../../engine/engine.js').Piece) => boolean}} more
     */
    #drawArea(scene, index, { label, width = this.#width, height = 300,
        isElsewhere }) {
        const { choosing, answers, ahead, shown } = scene;
        const { chosen } = choosing;
        const lit = chosen ?? shown;
        const { phase } = this.#session;
        const open = phase === 'choose';

        return drawArea(scene.look.view, index, {
            drawn: this.#drawnIn(areaKey(scene.look.view.areas[index])),
            words: this.#app.words, names: this.#session.names, label,
            room: { width, height }, isElsewhere,
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
            resting: new Set(open ? answers.resting : []),
            fateOf: (die) => (open ? answers.fateOf(die, chosen) : ''),
        });
    }

    /** @param {string} area by its key */
    #drawnIn(area) {
        const drawn = this.#drawn.get(area) ?? new Map();

        this.#drawn.set(area, drawn);
        return drawn;
    }

    /** What a sheet has from edge to edge, inside its paper. */
    #widthOfSheet() {
        const most = windowSize().width < 1100 ? 770 : 890;
        return Math.max(240, Math.min(most, this.#mine.clientWidth - 26));
    }

    /** What is left of the screen for the sheet. */
    #roomBelow() {
        const { height } = windowSize();
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
            height - top - taken - (height < 700 ? 26 : 66));
    }
}

/** Does the sheet lie beside the dice? As in style/aside.css. */
function isBeside() {
    const { width, height } = windowSize();

    return height < 480 && width > height;
}

/** What a long sheet may take from the line below it: moves in words. */
function spare() {
    return windowSize().width < 1100 ? MOVES : 0;
}

/** @param {Element[]} parts each with a drawing */
function heightOf(parts) {
    return parts.reduce((sum, part) => sum + 4 +
        Number(part.querySelector('svg')?.getAttribute('height') ?? 0), 0);
}
