/*
 * The waiting room of a table: who sits where, who is still missing, and how
 * others come here.
 */
import { attempt } from '../../online/asking.js';
import { avatar, hued } from '../../elements/cloth.js';
import { h } from '../../elements/dom.js';
import { icon } from '../../elements/icons.js';
import { addressField, addressOf, codeField } from '../../online/invite.js';
import { botName, namesOf } from '../../game/player_names.js';
import { sheetName } from '../../device/sheets.js';
import { unusualRules } from '../parts/house_rules.js';
import { clockWords, nameField } from './new_table.js';
import { openTableMenu } from './people.js';
import { openRulesDialog } from '../rules.js';
import { Talk } from './talk.js';

/** @typedef {import('../../online/guest.js').Table} Table */

export class Room {
    #app;
    #guest;
    #talk;
    #name;
    /** @type {(() => void)[]} */
    #off;
    #seats = h('ol', { class: 'seats' });
    #sitting = h('section', { class: 'paper sitting' });
    #code = h('div', {});
    #facts = h('p', { class: 'soft facts' });
    #said = h('p', { class: 'said', role: 'alert' });
    #missing = h('p', { class: 'said', 'aria-live': 'polite' });
    #start = h('button', { type: 'button', class: 'main', 'data-start': true });
    element = h('div', { class: 'room on-cloth' });

    /**
     * @param {import('../../app.js').App} app
     * @param {import('../../online/guest.js').Guest} guest who has come to it
     */
    constructor(app, guest) {
        this.#app = app;
        this.#guest = guest;
        this.#talk = new Talk(app, guest);
        this.#talk.element.classList.add('paper');
        this.#name = nameField(app, app.store.read('me') ?? '');
        this.title = app.words.the('page.room',
            { word: app.words.the(`game.${guest.table?.game}`) });
        hued(this.element, app.engine.game(guest.table?.game ?? ''));
        this.#build();
        this.#draw();
        this.#off = [guest.on('change', () => this.#draw()),
            guest.on('talk', () => this.#talk.draw())];
    }

    close() {
        this.#off.forEach((off) => off());
    }

    #build() {
        const { words } = this.#app;

        this.#start.textContent = words.the('page.start');
        this.#start.addEventListener('click', () => this.#ask('start'));
        this.#sitting.append(h('h2', {}, words.the('page.room.sit')),
            this.#name.element, h('button', { type: 'button', class: 'main wide',
                'data-sit': true, click: () => this.#sit() },
            words.the('page.room.sit')));
        this.element.append(this.#head(),
            h('div', { class: 'columns' },
                h('div', { class: 'column' }, this.#sitting,
                    h('section', { class: 'paper' },
                        h('h2', {}, words.the('page.room.seats')), this.#seats,
                        this.#facts, this.#sheet(), this.#houseRules())),
                this.#invitation(), this.#talk.element),
            h('footer', { class: 'ledge' },
                h('div', { class: 'words' }, this.#missing, this.#said),
                h('div', { class: 'buttons' }, this.#start)));
    }

    #head() {
        const { words } = this.#app;

        return h('header', { class: 'top' },
            h('button', { type: 'button', class: 'plain icon',
                'aria-label': words.the('page.menu'),
                click: () => openTableMenu(this.#app, this.#guest) }, icon('menu')),
            h('h1', { tabindex: '-1' }, this.title),
            h('button', { type: 'button', class: 'plain icon',
                'aria-label': words.the('page.rules'), click: () =>
                    this.#openRules() },
            icon('question')));
    }

    #openRules() {
        const { table } = this.#guest;

        if (table)
            openRulesDialog(this.#app, table);
    }

    /** They do not change while a table is there. */
    #houseRules() {
        const { words, engine } = this.#app;
        const { game = '', options = {} } = this.#guest.table ?? {};
        const rules = unusualRules(words, engine.game(game), options);

        return rules.length > 0 && h('div', { class: 'facts' },
            h('h3', {}, words.the('page.house_rules')),
            h('ul', { class: 'dotted' },
                ...rules.map((rule) => h('li', {}, rule))));
    }

    #invitation() {
        const { words } = this.#app;

        return h('section', { class: 'paper invitation' },
            h('h2', {}, words.the('page.people.invite')), this.#code,
            addressField(this.#app, addressOf(this.#guest.id),
                { title: this.title, label: words.the('page.invite.link') }));
    }

    /* --- Drawing ----------------------------------------------------------- */

    #draw() {
        const { table, you } = this.#guest;

        if (!table || table.phase !== 'open')
            return;
        const free = table.players.some(({ kind }) => kind === 'empty');

        this.#sitting.hidden = you >= 0 || !free;
        this.#drawSeats(table);
        this.#drawCode(table.code ?? '');
        this.#facts.textContent = this.#factWords(table);
        this.#start.hidden = you !== table.opener;
        const missing = this.#missingWords(table);
        this.#start.disabled = missing !== '';
        const said = missing || this.#waitWords(table);
        if (this.#missing.textContent !== said)
            this.#missing.textContent = said;
        this.#talk.draw();
    }

    /** Anyone who is at a seat with the keyboard stays there. @param {Table} table */
    #drawSeats(table) {
        const focused = document.activeElement instanceof HTMLElement &&
            this.#seats.contains(document.activeElement)
            ? document.activeElement : null;
        const key = focused?.dataset.key;
        const seat = focused?.closest('li')?.dataset.seat;

        this.#seats.replaceChildren(...table.players.map((_, at) =>
            this.#seat(table, at)));
        if (!focused)
            return;
        /** @type {HTMLElement | null} */
        (this.#seats.querySelector(`[data-key="${key}"]`) ??
            this.#seats.querySelector(`[data-seat="${seat}"] [data-key]`) ??
            this.element.querySelector('h1'))?.focus();
    }

    /** @param {string} code */
    #drawCode(code) {
        if (this.#code.dataset.code === code)
            return;
        this.#code.dataset.code = code;
        this.#code.replaceChildren(codeField(this.#app.words, code));
    }

    /** @param {Table} table @param {number} seat */
    #seat(table, seat) {
        const { words } = this.#app;
        const { you } = this.#guest;
        const player = table.players[seat];
        const names = namesOf(words, table);
        const keeps = you === table.opener;

        if (keeps && player.kind !== 'person')
            return h('li', { class: player.kind, 'data-seat': seat },
                avatar(player.kind === 'empty' ? '' : names[seat], seat),
                this.#botChoice(seat, player));
        return h('li', { class: player.kind, 'data-seat': seat },
            avatar(player.kind === 'empty' ? '' : words.player(seat, names), seat),
            h('span', { class: 'sitter' },
                h('b', {}, player.kind === 'empty' ? words.the('page.room.free')
                    : words.player(seat, names)), ' ',
                h('span', { class: 'soft' }, this.#seatWords(table, seat))),
            player.here && readyMark(words, player),
            you === table.host && seat !== you &&
                h('button', { type: 'button', class: 'plain icon',
                    'data-key': `remove${seat}`, 'data-remove': seat,
                    'aria-label': words.the('page.people.remove.who',
                        { seat }, names),
                    click: () => this.#ask('remove', { seat }) },
                icon('close')),
            you < 0 && player.kind === 'empty' && h('button', { type: 'button',
                'data-key': `sit${seat}`, 'data-sit': seat,
                click: () => this.#sit(seat) }, words.the('page.room.sit_here')));
    }

    /** @param {Table} table @param {number} seat */
    #seatWords(table, seat) {
        const { words } = this.#app;
        const { kind, here } = table.players[seat];

        if (kind !== 'person')
            return '';
        return [seat === this.#guest.you && words.the('page.room.you'),
            seat === table.opener && words.the('page.room.keeps'),
            !here && words.the('page.room.away')].filter(Boolean).join(' · ');
    }

    /**
     * @param {number} seat
     * @param {import('../../online/guest.js').Player} player
     */
    #botChoice(seat, player) {
        const { words, engine } = this.#app;
        const select = h('select', { 'data-key': `bot${seat}`,
            'data-bot': seat,
            'aria-label': words.the('page.room.who', { n: seat + 1 }),
            change: () => (select.value
                ? this.#ask('bot', { seat, bot: select.value })
                : this.#ask('remove', { seat })) },
        h('option', { value: '', selected: player.kind === 'empty' },
            words.the('page.room.wait')),
        ...engine.bots.map((bot) => h('option', { value: bot,
            selected: player.bot === bot }, botName(words, bot))));

        return select;
    }

    /** It does not change either. */
    #sheet() {
        const { words, engine } = this.#app;
        const { sheet } = this.#guest.table ?? {};

        return sheet && h('p', { class: 'facts on-sheet' }, words.the('page.sheet'),
            ' ', h('b', {}, h('bdi', {}, sheetName(words, engine.sheet(sheet)))));
    }

    /** @param {Table} table */
    #factWords(table) {
        const { words } = this.#app;

        return [words.the(table.listed ? 'page.room.listed' : 'page.room.unlisted'),
            table.clock > 0 && words.the('page.room.clock',
                { word: clockWords(words, table.clock) }),
            table.real && words.the('page.room.real'),
            table.together && !table.real && words.the('page.room.together'),
            words.the(table.hints ? 'page.room.hints' : 'page.room.no_hints'),
            table.watchers > 0 &&
                words.the('page.room.watchers', { n: table.watchers })]
            .filter(Boolean).join(' · ');
    }

    /** What keeps the game from starting, or ''. @param {Table} table */
    #missingWords(table) {
        const { words } = this.#app;
        const names = namesOf(words, table);
        const free = table.players.filter(({ kind }) => kind === 'empty').length;
        const late = table.players.flatMap((player, seat) =>
            (player.here && !player.ready ? [words.player(seat, names)] : []));

        if (this.#guest.link.state === 'lost')
            return words.the('page.net.lost');
        if (free > 0)
            return words.the('page.room.seats_free', { n: free });
        return late.length === 0 ? '' : words.the('page.room.not_ready',
            { word: words.list(late) });
    }

    /** @param {Table} table */
    #waitWords(table) {
        const { words } = this.#app;
        const names = namesOf(words, table);
        const away = table.players.flatMap(({ kind, here }, seat) =>
            (kind === 'person' && !here ? [words.player(seat, names)] : []));

        if (away.length > 0)
            return words.the('page.room.without', { word: words.list(away) });
        return table.opener === this.#guest.you
            ? words.the('page.room.all_here')
            : words.the('page.room.opener_starts', { seat: table.opener },
                names);
    }

    /* --- Asking ------------------------------------------------------------ */

    /** @param {string} kind @param {Record<string, any>} [members] */
    async #ask(kind, members) {
        const { words } = this.#app;

        await attempt(words, this.#said,
            () => this.#guest.ask(kind, members),
            namesOf(words, this.#guest.table));
        this.#draw();
    }

    /** @param {number} [seat] absent: any that is free */
    async #sit(seat) {
        const { words } = this.#app;
        const { table } = this.#guest;
        const at = seat ?? table?.players.findIndex(
            ({ kind }) => kind === 'empty') ?? 0;

        await attempt(words, this.#said, () => this.#guest.sit(
            this.#name.value || words.the('seat', { n: at + 1 }), seat),
        namesOf(words, table));
        if (document.activeElement === document.body)
            this.element.querySelector('h1')?.focus();
    }
}

/**
 * @param {import('../../engine/words.js').Words} words
 * @param {import('../../online/guest.js').Player} player
 */
function readyMark(words, { ready }) {
    return h('span', { class: ready ? 'mark ready' : 'mark' },
        ready && icon('check'),
        words.the(ready ? 'page.room.ready' : 'page.room.unready'));
}
