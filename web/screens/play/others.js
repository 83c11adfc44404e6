/* The places of the other players; a touch opens what they have. */
import { seatAreas } from '../../table/areas.js';
import { avatar } from '../../elements/cloth.js';
import { h, openDialog } from '../../elements/dom.js';
import { fitLater, windowSize } from '../../elements/fitting.js';
import { drawMinis } from '../../table/mini.js';
import { redraw, takeOver } from '../../table/redraw.js';
import { drawArea, isBlockOf } from '../../table/table.js';
import { frameOf, kindOf, sumIn } from './blocks.js';
import { toldIn } from './scene.js';

/**
 * @typedef {import('./scene.js').Scene} Scene
 * @typedef {import('../../engine/engine.js').View} View
 * @typedef {import('../../app.js').App} App
 * @typedef {import('../../game/face.js').Face} Face
 */

const FULL = 1100; // px: a screen so wide shows whole sheets
const BESIDE = 340; // px: so wide is a place there
const LOWEST = 280; // px: a sheet of blocks needs as much
const HIGH = 480; // px: and so much with its small blocks two abreast
const SMALLER = 1.6; // times: what does not fit then is a mini
const MOST = 0.56; // of the screen, for the sheet of another
const LOW = 700; // px: as in style/low.css and tablet.css
const ROOMY = 900; // px: so high has room for others above a tall sheet
const TALL = 11; // rows: such a sheet needs the room of the others' places

/**
 * @typedef {object} Place of another player, as it is drawn
 * @property {HTMLButtonElement} button
 * @property {unknown[]} head what its line says
 * @property {Element} sheets
 * @property {unknown[]} seen what they show
 */

/** @type {WeakMap<HTMLElement, Map<number, Place>>} by seat */
const drawn = new WeakMap();

/**
 * What did not change stays as it is drawn.
 * @param {HTMLElement} nav
 * @param {App} app
 * @param {Face} session
 * @param {Scene} scene
 * @param {(seat: number) => void} [open] what a touch does
 */
export function drawPlayers(nav, app, session, scene,
    open = (seat) => openSeat(app, session, seat)) {
    const others = session.names.map((_, seat) => seat)
        .filter((seat) => seat !== scene.whose);
    const before = drawn.get(nav) ?? new Map();
    const places = new Map(others.map((seat) => [seat, before.get(seat) ?? {
        button: h('button', { type: 'button', 'data-seat': seat,
            click: () => open(seat) }),
        head: [], sheets: h('span'), seen: [] }]));
    const buttons = [...places.values()].map(({ button }) => button);
    const focused = document.activeElement;

    drawn.set(nav, places);
    for (const [seat, place] of places)
        drawPlace(place, app, session, scene, seat, others.length);
    nav.hidden = others.length === 0;
    nav.classList.toggle('crowd', others.length > 2);
    nav.style.setProperty('--others', String(others.length));
    if (buttons.length !== nav.childElementCount ||
        buttons.some((button, i) => button !== nav.children[i]))
        nav.replaceChildren(...buttons);
    nav.classList.toggle('low', nav.querySelector('.mini') !== null &&
        nav.querySelector('.mini:not(.counts)') === null);
    nav.classList.toggle('bare', nav.querySelector('.mini, .whole') === null);
    fitNames(nav, [...places.values()]);
    if (focused instanceof HTMLElement && nav.contains(focused))
        focused.focus();
}

/**
 * Chips without room for a name show the initial.
 * @param {HTMLElement} nav
 * @param {Place[]} places
 */
function fitNames(nav, places) {
    /* All digits are of one width. */
    const says = [nav.parentElement?.className,
        ...places.flatMap(({ head }) => head.slice(1))].join('\n')
        .replace(/\d/g, '0');

    for (const { button } of places) {
        const name = button.querySelector('.name');
        if (name instanceof HTMLElement)
            fitLater(name, says, {
                write: () => nav.classList.remove('nameless'),
                shorter: () => {
                    if (name.scrollWidth > name.clientWidth)
                        nav.classList.add('nameless');
                    return false;
                } });
    }
}

/** @param {unknown[]} a @param {unknown[]} b */
function isSame(a, b) {
    return a.length === b.length && a.every((one, i) => one === b[i]);
}

/** Is there no room for the others but in the first line? @param {View} view */
export function areChips(view) {
    const { width, height } = windowSize();

    return height < LOW ||
        (isTall(view) && (width < LOW || (width < FULL && height < ROOMY)));
}

/** Or is there nothing to show of them? @param {View} view */
function isTall(view) {
    const sheets = view.areas.filter(({ role }) => role === 'sheet');

    const shown = view.areas.filter(({ role, seat }) => seat !== undefined &&
        role !== 'supply');

    return sheets.some(({ height }) => height >= TALL) ||
        sheets.length > 3 * view.seats || shown.length === 0;
}

/**
 * @param {Place} place
 * @param {App} app
 * @param {Face} session
 * @param {Scene} scene
 * @param {number} seat
 * @param {number} count of the others
 */
function drawPlace(place, app, session, scene, seat, count) {
    const { words } = app;
    const { names, turn, phase, asked } = session;
    const { view } = scene.look;
    const { button } = place;
    const name = words.player(seat, names);
    const gained = scene.gained.get(seat) ?? 0;
    const isThinking = phase === 'bots' && asked === seat;
    const acted = toldIn(scene, phase)?.seat === seat;
    const state = stateOf(app, session, seat);
    const head = [words, name, gained, view.points[seat], state, isThinking];
    const isFull = windowSize().width >= FULL;
    const seen = seenOf(scene, seat, [words, windowSize(), count, isFull]);
    const isNew = !isSame(seen, place.seen);

    button.className = ['player', `player-${seat}`,
        seat === turn.active && 'active', isThinking && 'thinking',
        acted && 'acted'].filter(Boolean).join(' ');
    button.title = name;
    if (isNew)
        putSheets(place, isFull ? drawFull(app, session, scene, seat, count)
            : drawMinis(view, seat, words, scene.news));
    if (isNew || !isSame(head, place.head))
        redraw(button, h('span', { class: 'who' },
            avatar(names[seat], seat, 'small'),
            h('span', { class: 'name' }, name),
            gained !== 0 ? h('span', { class: 'gained' }, words.signed(gained))
                : '',
            h('b', {}, words.number(view.points[seat]))),
        state ? h('span', { class: 'state' }, state) : '',
        isThinking ? h('span', { class: 'busy', 'aria-hidden': 'true' },
            h('i'), h('i'), h('i')) : '', place.sheets);
    Object.assign(place, { head, seen });
}

/** Of minis, only dots change. @param {Place} place @param {Element} fresh */
function putSheets(place, fresh) {
    if (place.sheets.matches('.minis') && fresh.matches('.minis'))
        takeOver(place.sheets, fresh);
    else
        place.sheets = fresh;
}

/**
 * All that a seat's sheets are drawn from.
 * @param {Scene} scene
 * @param {number} seat
 * @param {unknown[]} more
 */
function seenOf({ look: { view }, news }, seat, more) {
    return [...more, ...view.pieces.flatMap((piece) =>
        (view.areas[piece.area].seat === seat ? [piece, news.get(piece)] : []))];
}

/**
 * Whole sheets where there is room for them.
 * @param {App} app
 * @param {Face} session
 * @param {Scene} scene
 * @param {number} seat
 * @param {number} count
 */
function drawFull({ words }, { names }, { look: { view }, news, just }, seat,
    count) {
    const areas = seatAreas(view, seat).filter(
        (index) => view.areas[index].seat === seat);
    const sheet = areas.find((index) => view.areas[index].role === 'sheet');

    const height = (windowSize().height - 100) / count - 64;
    const blocks = areas.filter((index) => isBlock(view, index));

    if (blocks.length > 1 && height > LOWEST)
        return h('span', { class: height > HIGH ? 'blocks whole'
            : 'blocks whole four', 'aria-hidden': 'true' },
            ...blocks.map((index) => frameOf(view, index, words,
                h('b', { class: 'sum' },
                    words.number(sumIn(view, index)?.value ?? 0)),
                drawArea(view, index, { words, names, news, just, me: -1,
                    room: roomOf(kindOf(view, index), height) }))));
    if (areas.length > 1 || sheet === undefined || count > 4)
        return drawMinis(view, seat, words, news);
    /* No sheet is larger than one's own. */
    const most = Math.min(height, MOST * windowSize().height);
    const drawn = drawArea(view, sheet, { words, names, news, just, me: -1,
        room: { width: BESIDE, height: most } });

    /* A little smaller it can still be read. */
    if (Number(drawn.getAttribute('height')) > most * SMALLER)
        return drawMinis(view, seat, words, news);
    drawn.style.maxHeight = `${Math.round(most)}px`;
    drawn.classList.add('whole');
    drawn.setAttribute('aria-hidden', 'true');
    drawn.removeAttribute('role');
    return drawn;
}

/**
 * Long parts above each other, the others two abreast, or four where it is low.
 * @param {{isLong: boolean, isShared: boolean}} kind
 * @param {number} height of all of it
 */
function roomOf({ isLong, isShared }, height) {
    if (isLong)
        return { width: BESIDE - 24, height: 150 };
    return height > HIGH
        ? { width: BESIDE / 2 - 12, height: isShared ? 150 : 130 }
        : { width: BESIDE / 3 - 12, height: isShared ? 125 : 105 };
}

/** @param {View} view @param {number} index */
function isBlock(view, index) {
    return isBlockOf(view.areas[index],
        view.pieces.filter((piece) => piece.area === index));
}

/**
 * What is not seen at the place itself.
 * @param {App} app
 * @param {Face} session
 * @param {number} seat
 */
function stateOf({ words }, session, seat) {
    const { turn, asked, phase } = session;

    if (session.hasStandIn(seat))
        return words.the('page.state.stand_in');
    if (session.isAway(seat))
        return words.the('page.state.away');
    if (turn.what === 'decide' && turn.asked.includes(seat) &&
        !session.isBot(seat))
        return words.the('page.state.choosing');
    if (turn.answered.includes(seat) && !session.isBot(seat))
        return words.the('page.state.done');
    return phase === 'throw' && asked === seat
        ? words.the('page.state.throws') : '';
}

/**
 * @param {App} app
 * @param {Face} session
 * @param {number} seat
 */
function openSeat(app, session, seat) {
    const { words } = app;
    const { names } = session;
    const { view, parts } = session.match.look(session.looking);
    const width = Math.min(windowSize().width - 56, 640);
    const areas = seatAreas(view, seat)
        .filter((index) => view.areas[index].seat === seat);
    const blocks = areas.filter((index) => isBlock(view, index));
    const label = words.the('page.table_of', { seat }, names);

    openDialog(words.player(seat, names), words.the('page.close'),
        h('div', { class: 'papers' },
            ...areas.filter((index) => !blocks.includes(index)).map((index) =>
                h('div', { class: 'paper' }, drawArea(view, index,
                    { words, names, label, room: roomOfPaper(view, index, width) }))),
            blocks.length === 0 ? '' : h('div', { class: 'blocks' },
                ...blocks.map((index) => frameOf(view, index, words,
                    h('b', { class: 'sum' },
                        words.number(sumIn(view, index)?.value ?? 0)),
                    drawArea(view, index, { words, names, label,
                        room: kindOf(view, index).isLong
                            ? { width: width - 8, height: 150 }
                            : { width: width / 2 - 12, height: 160 } }))))),
        partsList(parts[seat], view.points[seat], words));
}

/**
 * A narrow sheet has boxes no wider than they need be.
 * @param {View} view
 * @param {number} index
 * @param {number} width
 */
function roomOfPaper(view, index, width) {
    const columns = view.areas[index].width;

    return { width: columns < 8 ? Math.min(width, columns * 48) : width,
        height: 500 };
}

/**
 * The points as people add them up.
 * @param {{id: string, points: number}[]} parts
 * @param {number} total
 * @param {import('../../engine/words.js').Words} words
 */
export function partsList(parts, total, words) {
    return h('table', { class: 'parts' }, h('tbody', {},
        ...parts.map(({ id, points }) => h('tr', {},
            h('th', { scope: 'row' }, words.the(id)),
            h('td', {}, words.number(points)))),
        h('tr', { class: 'total' }, h('th', { scope: 'row' },
            words.the('points')), h('td', {}, words.number(total)))));
}
