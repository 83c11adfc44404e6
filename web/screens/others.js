/* The other players at a glance; a touch opens what they have. */
import { seatAreas } from '../areas.js';
import { h, openDialog } from '../dom.js';
import { drawMinis } from '../mini.js';
import { drawArea } from '../table.js';

/**
 * @param {HTMLElement} nav
 * @param {import('../app.js').App} app
 * @param {import('../face.js').Face} session
 * @param {import('./play/scene.js').Scene} scene
 */
export function drawPlayers(nav, app, session, { look, whose, fresh }) {
    const { names, turn } = session;
    const { view } = look;
    const others = names.map((_, seat) => seat).filter((seat) => seat !== whose);
    const focused = document.activeElement instanceof HTMLElement &&
        nav.contains(document.activeElement)
        ? document.activeElement.dataset.seat : undefined;

    nav.hidden = others.length === 0;
    nav.classList.toggle('crowd', others.length > 2);
    nav.replaceChildren(...others.map((seat) =>
        h('button', { type: 'button', 'data-seat': seat,
            class: seat === turn.active ? 'player active' : 'player',
            click: () => openSeat(app, session, seat) },
        h('span', { class: 'name' }, app.words.player(seat, names)),
        h('span', { class: 'state' }, h('b', {},
            app.words.number(view.points[seat])), ' ',
        stateOf(app, session, seat)),
        drawMinis(view, seat, app.words, fresh))));
    if (focused)
        /** @type {HTMLElement | null} */
        (nav.querySelector(`[data-seat="${focused}"]`))?.focus();
}

/**
 * @param {import('../app.js').App} app
 * @param {import('../face.js').Face} session
 * @param {number} seat
 */
function stateOf({ words }, session, seat) {
    const { turn, asked, phase } = session;

    if (session.hasStandIn(seat))
        return words.the('page.state.stand_in');
    if (session.isAway(seat))
        return words.the('page.state.away');
    if (turn.what === 'decide' && turn.asked.includes(seat))
        return words.the('page.state.choosing');
    if (turn.answered.includes(seat))
        return words.the('page.state.done');
    if (phase === 'throw' && asked === seat)
        return words.the('page.state.throws');
    return session.isBot(seat) ? words.the('page.state.bot') : '';
}

/**
 * @param {import('../app.js').App} app
 * @param {import('../face.js').Face} session
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
                return h('div', { class: 'paper' },
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
 * The points as people add them up.
 * @param {{id: string, points: number}[]} parts
 * @param {number} total
 * @param {import('../words.js').Words} words
 */
export function partsList(parts, total, words) {
    return h('table', { class: 'parts' }, h('tbody', {},
        ...parts.map(({ id, points }) => h('tr', {},
            h('th', { scope: 'row' }, words.the(id)),
            h('td', {}, words.number(points)))),
        h('tr', { class: 'total' }, h('th', { scope: 'row' },
            words.the('points')), h('td', {}, words.number(total)))));
}
