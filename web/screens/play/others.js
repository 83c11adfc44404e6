/* The places of the other players; a touch opens what they have. */
import { seatAreas } from '../../table/areas.js';
import { avatar } from '../../elements/cloth.js';
import { fitText, h, openDialog } from '../../elements/dom.js';
import { drawMinis } from '../../table/mini.js';
import { drawArea, isBlockOf } from '../../table/table.js';
import { toldIn } from './scene.js';

/**
 * @typedef {import('./scene.js').Scene} Scene
 * @typedef {import('../../engine/engine.js').View} View
 * @typedef {import('../../app.js').App} App
 * @typedef {import('../../game/face.js').Face} Face
 */

const FULL = 1100; // px: a screen so wide shows whole sheets
const SMALLER = 1.6; // times: what does not fit then is a mini
const LOW = 700; // px: as in style/low.css and tablet.css
const TALL = 11; // rows: such a sheet needs the room of the others' places

/**
 * @param {HTMLElement} nav
 * @param {App} app
 * @param {Face} session
 * @param {Scene} scene
 * @param {(seat: number) => void} [open] what a touch does
 */
export function drawPlayers(nav, app, session, scene,
    open = (seat) => openSeat(app, session, seat)) {
    const { names } = session;
    const others = names.map((_, seat) => seat)
        .filter((seat) => seat !== scene.whose);
    const shown = [app.words, scene.look.view, scene.whose, scene.event,
        session.phase, session.asked, session.turn, ...scene.gained.values(),
        ...others.map((seat) => stateOf(app, session, seat)),
        innerWidth, innerHeight, nav.clientWidth,
        document.fonts.status, ...names];

    /* A touch on the own sheet changes nothing here. */
    if (isSame(nav, shown))
        return;
    const focused = document.activeElement instanceof HTMLElement &&
        nav.contains(document.activeElement)
        ? document.activeElement.dataset.seat : undefined;

    nav.hidden = others.length === 0;
    nav.classList.toggle('crowd', others.length > 2);
    nav.style.setProperty('--others', String(others.length));
    nav.replaceChildren(...others.map((seat) => drawPlace(app, session, scene,
        seat, others.length, () => open(seat))));
    nav.classList.toggle('low', nav.querySelector('.mini') !== null &&
        nav.querySelector('.mini:not(.counts)') === null);
    nav.classList.toggle('bare', nav.querySelector('.mini, .whole') === null);
    fitNames(nav);
    if (focused)
        /** @type {HTMLElement | null} */
        (nav.querySelector(`[data-seat="${focused}"]`))?.focus();
}

/** @type {WeakMap<HTMLElement, unknown[]>} what is drawn there */
const drawn = new WeakMap();

/** Is it drawn there already? @param {HTMLElement} nav @param {unknown[]} shown */
function isSame(nav, shown) {
    const was = drawn.get(nav);

    drawn.set(nav, shown);
    return was !== undefined && was.length === shown.length &&
        was.every((one, i) => one === shown[i]);
}

/** Is there no room for the others but in the first line? @param {View} view */
export function areChips(view) {
    return innerHeight < LOW || (innerWidth < LOW && isTall(view));
}

/** Or is there nothing to show of them? @param {View} view */
function isTall(view) {
    const sheets = view.areas.filter(({ role }) => role === 'sheet');

    const shown = view.areas.filter(({ role, seat }) => seat !== undefined &&
        role !== 'supply');

    return sheets.some(({ height }) => height >= TALL) ||
        sheets.length > 3 * view.seats || shown.length === 0;
}

/** Chips without room for a name show the initial. @param {HTMLElement} nav */
function fitNames(nav) {
    const names = [...nav.querySelectorAll('.name')]
        .filter((name) => name instanceof HTMLElement);

    nav.classList.remove('nameless');
    names.forEach(fitText);
    nav.classList.toggle('nameless', names.some((name) =>
        name.scrollWidth > name.clientWidth));
}

/**
 * @param {App} app
 * @param {Face} session
 * @param {Scene} scene
 * @param {number} seat
 * @param {number} count of the others
 * @param {() => void} click
 */
function drawPlace(app, session, scene, seat, count, click) {
    const { words } = app;
    const { names, turn, phase, asked } = session;
    const { view } = scene.look;
    const gained = scene.gained.get(seat) ?? 0;
    const isThinking = phase === 'bots' && asked === seat;
    const acted = toldIn(scene, phase)?.seat === seat;
    const state = stateOf(app, session, seat);

    return h('button', { type: 'button', 'data-seat': seat,
        class: ['player', `player-${seat}`, seat === turn.active && 'active',
            isThinking && 'thinking', acted && 'acted'].filter(Boolean).join(' '),
        title: words.player(seat, names), click },
    h('span', { class: 'who' }, avatar(names[seat], seat, 'small'),
        h('span', { class: 'name' }, words.player(seat, names)),
        gained !== 0 && h('span', { class: 'gained' }, words.signed(gained)),
        h('b', {}, words.number(view.points[seat]))),
    state && h('span', { class: 'state' }, state),
    isThinking && h('span', { class: 'busy', 'aria-hidden': 'true' },
        h('i'), h('i'), h('i')),
    innerWidth >= FULL ? drawFull(app, session, scene, seat, count)
        : drawMinis(view, seat, words, scene.news));
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

    if (areas.length > 1 || sheet === undefined || count > 4)
        return drawMinis(view, seat, words, news);
    const height = (innerHeight - 100) / count - 64;
    const drawn = drawArea(view, sheet, { words, names, news, just, me: -1,
        room: { width: 340, height } });

    /* A little smaller it can still be read. */
    if (Number(drawn.getAttribute('height')) > height * SMALLER)
        return drawMinis(view, seat, words, news);
    drawn.style.maxHeight = `${Math.round(height)}px`;
    drawn.classList.add('whole');
    drawn.setAttribute('aria-hidden', 'true');
    drawn.removeAttribute('role');
    return drawn;
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
    const width = Math.min(innerWidth - 56, 640);

    openDialog(words.player(seat, names), words.the('page.close'),
        h('div', { class: 'papers' }, ...seatAreas(view, seat)
            .filter((index) => view.areas[index].seat === seat)
            .map((index) => {
                const { title } = view.areas[index];
                return h('div', { class: paperClass(view, index) },
                    title && h('p', { class: 'title' }, words.the(title)),
                    drawArea(view, index, { words, names,
                        label: words.the('page.table_of', { seat }, names),
                        room: { width: view.areas[index].width < 8
                            ? Math.min(width, view.areas[index].width * 40)
                            : width, height: 500 } }));
            })),
        partsList(parts[seat], view.points[seat], words));
}

/**
 * A part of a sheet in one colour lies on it.
 * @param {import('../../engine/engine.js').View} view
 * @param {number} index
 */
function paperClass(view, index) {
    const pieces = view.pieces.filter((piece) => piece.area === index);
    const box = pieces.find((piece) => piece.kind === 'box');

    return isBlockOf(view.areas[index], pieces) ? `paper block ${box?.colour}`
        : 'paper';
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
