/* A game at a table of the server, while it is played and when it is over. */
import { attempt } from '../../online/asking.js';
import { awake } from '../../device/awake.js';
import { h } from '../../elements/dom.js';
import { namesOf } from '../../game/player_names.js';
import { keepRecord, pointsSince } from '../../online/keeping.js';
import { TableSession } from '../../online/session.js';
import { Viewed } from '../../online/viewed.js';
import { icon } from '../../elements/icons.js';
import { End } from '../end.js';
import { firstInRow } from '../end/row.js';
import { openLog, openPoints } from '../play/menu.js';
import { openTableMenu } from './people.js';
import { Play } from '../play.js';
import { Talk } from './talk.js';
import { Whisper } from './whisper.js';

/**
 * @typedef {import('../../app.js').App} App
 * @typedef {import('../../app.js').Screen} Screen
 * @typedef {import('../../online/guest.js').Guest} Guest
 * @typedef {import('../../online/guest.js').Table} Table
 */

/** @param {App} app @param {Guest} guest @returns {Screen} */
export function playAt(app, guest) {
    const whisper = new Whisper(app, guest);
    const session = new TableSession(app, guest);
    const play = new Play(app, session, {
        openMenu: () => openTableMenu(app, guest, [{ word: 'page.menu.log',
            click: () => openLog(app, session, false) },
        { word: 'page.menu.points', click: () => openPoints(app, session) }]),
        buttons: [whisper.button] });

    const screen = {
        element: play.element,
        get title() {
            return play.title;
        },
        get isBusy() {
            return play.isBusy;
        },
        speak: () => {
            whisper.speak();
            play.speak();
        },
        close: () => {
            play.close();
            whisper.close();
        },
    };
    return guest.table?.real ? awake(screen) : screen;
}

/** @param {App} app @param {Guest} guest @returns {Screen} */
export function endAt(app, guest) {
    const { words } = app;
    const table = /** @type {Table} */ (guest.table);
    const talk = new Talk(app, guest);
    const end = new End(app, { look: lastLook(app, guest, table),
        about: aboutOf(app, table), me: guest.you });
    const again = h('span', { class: 'again' });
    const draw = () => {
        again.replaceChildren(...rematch(app, guest));
        talk.draw();
    };
    const off = [guest.on('change', draw), guest.on('talk', () => talk.draw())];

    talk.element.classList.add('paper');
    end.next.append(h('button', { type: 'button', class: 'icon',
        'data-people': true, 'aria-label': words.the('page.people'),
        click: () => openTableMenu(app, guest) }, icon('people')), again);
    end.element.querySelector('.papers-below')?.append(talk.element);
    draw();
    keepRecord(app, guest).then((one) => one && end.show(one));
    showRow(app, guest, end, table);
    requestAnimationFrame(() => end.celebrate());
    return { element: end.element, title: words.the(`game.${table.game}`),
        close: () => off.forEach((stop) => stop()) };
}

/**
 * Rematches are games in a row, with a total.
 * @param {App} app
 * @param {Guest} guest
 * @param {End} end
 * @param {Table} table
 */
async function showRow(app, guest, end, { number }) {
    const before = await pointsSince(app, guest, firstInRow(number))
        .catch(() => []); // a lost line: the end shows without them

    if (before.length > 0)
        end.showRow(before);
}

/** @param {App} app @param {Table} table */
function aboutOf({ words }, table) {
    return { game: table.game, sheet: table.sheet, seats: table.seats,
        first: table.first,
        options: table.options, names: namesOf(words, table), bots: [] };
}

/** @param {App} app @param {Guest} guest @param {Table} table */
function lastLook(app, { you, steps }, table) {
    const viewed = new Viewed(app.engine,
        { ...aboutOf(app, table), names: [] }, you);

    viewed.show(steps, steps.length);
    const look = viewed.look(you);
    viewed.close();
    return look;
}

/**
 * The opener opens the next game, the others wait for it.
 * @param {App} app
 * @param {Guest} guest
 */
function rematch({ words }, guest) {
    const { table, you } = guest;
    const said = h('p', { class: 'said', role: 'alert' });

    if (table?.opener !== you)
        return [h('p', { class: 'soft' }, words.the('page.rematch.waits',
            { seat: table?.opener }, namesOf(words, table)))];
    return [h('button', { type: 'button', class: 'lit', 'data-rematch': true,
        click: () => attempt(words, said, () => guest.ask('rematch')) },
    icon('again'), words.the('page.rematch')), said];
}
