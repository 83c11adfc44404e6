/* What can be done at a table of the server besides playing: who is here,
 * inviting, moving to another device, leaving, and what its opener may. */
import { askAgain, attempt } from '../../online/asking.js';
import { h, openDialog } from '../../elements/dom.js';
import { addressField, addressOf, addressOfSeat } from '../../online/invite.js';
import { namesOf } from '../../game/player_names.js';
import { languageChoice } from '../parts/language.js';
import { nameField } from './new_table.js';

/**
 * @typedef {import('../../app.js').App} App
 * @typedef {import('../../online/guest.js').Guest} Guest
 * @typedef {import('../../online/guest.js').Table} Table
 */

/**
 * @param {App} app
 * @param {Guest} guest
 * @param {{word: string, click: () => void}[]} [more] what else can be done
 */
export function openTableMenu(app, guest, more = []) {
    const { words } = app;
    let rights = '';
    const list = h('ul', { class: 'people' });
    const said = h('p', { class: 'said', role: 'alert' });
    const actions = h('ul', { class: 'menu' });
    const dialog = openDialog(words.the('page.people'), words.the('page.close'),
        list, said, actions, languageChoice(app, () => dialog.close()));
    const draw = () => {
        const now = `${guest.you} ${guest.table?.host} ${canSit(guest)}`;

        drawPeople(app, guest, list, said);
        if (now !== rights)
            actions.replaceChildren(...actionsOf(app, guest, more,
                () => dialog.close()));
        rights = now;
    };

    draw();
    dialog.addEventListener('close', guest.on('change', draw));
}

/* --- Who is here ----------------------------------------------------------- */

/**
 * @param {App} app
 * @param {Guest} guest
 * @param {HTMLElement} list
 * @param {HTMLElement} said
 */
function drawPeople({ words }, guest, list, said) {
    const { table } = guest;

    if (!table)
        return;
    const focused = document.activeElement instanceof HTMLElement &&
        list.contains(document.activeElement)
        ? document.activeElement.dataset.key : undefined;
    list.replaceChildren(...table.players.map((_, seat) =>
        personItem(words, guest, table, seat, said)));
    if (table.watchers > 0)
        list.append(h('li', { class: 'soft' },
            words.the('page.room.watchers', { n: table.watchers })));
    if (focused)
        /** @type {HTMLElement | null} */
        (list.querySelector(`[data-key="${focused}"]`))?.focus();
}

/**
 * @param {import('../../engine/words.js').Words} words
 * @param {Guest} guest
 * @param {Table} table
 * @param {number} seat
 * @param {HTMLElement} said
 */
function personItem(words, guest, table, seat, said) {
    const player = table.players[seat];
    const names = namesOf(words, table);
    const rights = rightsOver(guest, table, seat);
    /** @param {string} kind @param {Record<string, any>} members */
    const ask = (kind, members) => attempt(words, said,
        () => guest.ask(kind, members), names);
    /** @param {string} id @param {() => void} click */
    const button = (id, click) => h('button', { type: 'button',
        'data-key': `${id}${seat}`, [`data-${id}`]: seat, 'aria-label':
            words.the(`page.people.${id}.who`, { seat }, names), click },
    words.the(`page.people.${id}`));

    return h('li', {},
        h('span', { class: 'sitter' }, h('b', {}, player.kind === 'empty'
            ? words.the('page.room.free') : words.player(seat, names)),
        ' ', h('span', { class: 'soft' },
                personWords(words, guest, table, seat))),
        rights.hear && button(player.blocked ? 'unblock' : 'block', () =>
            ask('block', { seat, on: !player.blocked })),
        rights.report && button('report', async () => {
            if (await ask('report', { seat }))
                said.textContent = words.the('page.people.reported');
        }),
        rights.mute && button(player.muted ? 'unmute' : 'mute', () =>
            ask('mute', { seat, on: !player.muted })),
        rights.free && button('free', () => ask('free', { seat })),
        rights.remove && button('remove', () => ask('remove', { seat })));
}

/**
 * What this device may do about someone. Anyone who stands in for the host has
 * not all of the host's rights.
 * @param {Guest} guest
 * @param {Table} table
 * @param {number} seat
 */
function rightsOver({ you }, table, seat) {
    const { kind, here } = table.players[seat];
    const isOther = you >= 0 && seat !== you && kind === 'person';
    const talks = isOther && (table.chat || table.reactions);
    const rules = isOther && you === table.opener && seat !== table.host;
    const isOn = table.phase !== 'over';

    return { hear: talks, report: talks && seat !== table.host &&
        you !== table.opener, mute: talks && rules,
    free: rules && isOn && !here,
    remove: rules && isOn && you === table.host };
}

/**
 * @param {import('../../engine/words.js').Words} words
 * @param {Guest} guest
 * @param {Table} table
 * @param {number} seat
 */
function personWords(words, guest, table, seat) {
    const { kind, here, muted, blocked, reports, stand_in: standIn } =
        table.players[seat];

    if (kind !== 'person')
        return kind === 'empty' && table.phase === 'playing'
            ? words.the('page.people.bot_plays') : '';
    return [seat === guest.you && words.the('page.room.you'),
        seat === table.opener && words.the('page.room.keeps'),
        words.the(here ? 'page.people.here' : 'page.room.away'),
        standIn && words.the('page.people.bot_plays'),
        muted && words.the('page.people.muted'),
        blocked && words.the('page.people.blocked'),
        reports && words.the('page.people.reports', { n: reports })].filter(Boolean).join(' · ');
}

/* --- What can be done ------------------------------------------------------ */

/**
 * @param {App} app
 * @param {Guest} guest
 * @param {{word: string, click: () => void}[]} more
 * @param {() => void} close
 */
function actionsOf(app, guest, more, close) {
    const { words } = app;
    const { table, you } = guest;
    /**
     * @param {string} word
     * @param {() => void} click
     * @param {Record<string, string>} [about]
     */
    const entry = (word, click, about = {}) => h('li', {}, h('button',
        { type: 'button', class: 'wide', ...about, click: () => {
            close();
            click();
        } }, words.the(word)));
    /** @param {string} id @param {() => void} click @param {string} [kind] */
    const item = (id, click, kind = '') => entry(`page.people.${id}`, click,
        { class: `wide ${kind}`, 'data-do': id });

    return [
        canSit(guest) && entry('page.room.sit', () => openSit(app, guest),
            { 'data-do': 'sit' }),
        item('invite', () => openInvitation(app, guest)),
        you >= 0 && item('hand', () => openHand(app, guest)),
        ...more.map(({ word, click }) => entry(word, click)),
        entry('page.menu.settings', () => app.go('settings')),
        item('pause', () => app.go('together')),
        you >= 0 && item('leave', () => openLeave(app, guest), 'danger'),
        you >= 0 && you === table?.host &&
            item('allow', () => guest.ask('allow').catch(() => {})),
        you >= 0 && you === table?.host &&
            item('close', () => openClose(app, guest), 'danger'),
    ].filter((one) => one instanceof HTMLElement);
}

/** Who watches may play on for someone who left. @param {Guest} guest */
function canSit({ table, you }) {
    return you < 0 && table?.phase !== 'over' &&
        table?.players.some(({ kind }) => kind === 'empty');
}

/** @param {App} app @param {Guest} guest */
function openSit(app, guest) {
    const { words } = app;
    const said = h('p', { class: 'said', role: 'alert' });
    const name = nameField(app, app.store.read('me') ?? '');
    const dialog = openDialog(words.the('page.room.sit'),
        words.the('page.close'), h('form', { submit: async (
            /** @type {Event} */ event) => {
            const seat = guest.table?.players.findIndex(
                ({ kind }) => kind === 'empty') ?? 0;

            event.preventDefault();
            if (await attempt(words, said, async () => {
                await guest.sit(name.value ||
                    words.the('seat', { n: seat + 1 }));
                return true;
            }))
                dialog.close();
        } }, name.element, h('button', { type: 'submit', class: 'main wide',
            'data-sit': true }, words.the('page.room.sit')), said));
}

/** @param {App} app @param {Guest} guest */
function openInvitation(app, guest) {
    const { words } = app;
    const address = addressOf(guest.id);

    openDialog(words.the('page.people.invite'), words.the('page.close'),
        h('p', {}, words.the(guest.table?.phase === 'open'
            ? 'page.invite.why' : 'page.invite.watch')),
        addressField(app, address, {
            title: words.the(`game.${guest.table?.game}`),
            label: words.the('page.invite.link') }));
}

/**
 * The address opens the seat once: it is asked for when it is wanted.
 * @param {App} app
 * @param {Guest} guest
 */
async function openHand(app, guest) {
    const { words } = app;
    const said = h('p', { class: 'said', role: 'alert' });
    const inside = h('div', {});

    openDialog(words.the('page.people.hand'), words.the('page.close'),
        h('p', {}, words.the('page.hand.why')), inside, said);
    const answer = await attempt(words, said, () => guest.ask('hand'));
    if (answer)
        inside.replaceChildren(addressField(app,
            addressOfSeat(guest.id, answer.token), {
                title: words.the(`game.${guest.table?.game}`),
                label: words.the('page.hand.link') }));
}

/** @param {App} app @param {Guest} guest */
function openLeave(app, guest) {
    const { words } = app;
    const phase = guest.table?.phase ?? 'open';

    askAgain(words, { title: words.the('page.people.leave'),
        why: words.the(`page.leave.${phase}`), act: async () => {
            await guest.leave();
            app.go('together');
        } });
}

/** @param {App} app @param {Guest} guest */
function openClose(app, guest) {
    const { words } = app;

    askAgain(words, { title: words.the('page.people.close'),
        why: words.the('page.close_table.why'), act: async () => {
            await guest.ask('close');
            app.seats.forget(guest.id);
            app.go('together');
        } });
}
