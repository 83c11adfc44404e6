/*
 * Chat and quick reactions at a table that has them. Text is text: it only
 * ever becomes a text node.
 */
import { attempt } from '../../online/asking.js';
import { h } from '../../elements/dom.js';
import { namesOf } from '../../game/player_names.js';
import { drawReaction, REACTIONS, reactionWords } from '../../online/reactions.js';

/** Bytes of a line, as the wire takes it. */
const LONGEST = 200;
/** From here on the person is told how much is left. */
const NEARLY = 150;

export class Talk {
    #app;
    #guest;
    /** @type {string[]} */
    #drawn = [];
    #lines = h('ol', {});
    #log = h('div', { class: 'lines', role: 'log', tabindex: '0' },
        this.#lines);
    #none = h('p', { class: 'soft' });
    #said = h('p', { class: 'said', role: 'alert' });
    #muted = h('p', { class: 'soft muted', role: 'status' });
    #left = h('p', { class: 'note', 'aria-live': 'polite' });
    #text = h('input', { id: 'chat', autocomplete: 'off', enterkeyhint: 'send' });
    #form;
    #pictures = h('div', { class: 'pictures' });
    element = h('section', { class: 'talk' });

    /**
     * @param {import('../../app.js').App} app
     * @param {import('../../online/guest.js').Guest} guest
     */
    constructor(app, guest) {
        const { words } = app;

        this.#app = app;
        this.#guest = guest;
        this.#text.setAttribute('aria-label', words.the('page.chat.text'));
        this.#text.setAttribute('placeholder', words.the('page.chat.text'));
        this.#text.addEventListener('input', () => this.#count());
        this.#log.setAttribute('aria-label', words.the('page.chat.lines'));
        this.#none.textContent = words.the('page.chat.none');
        this.#form = h('form', { class: 'say', submit: this.#send },
            this.#text, h('button', { type: 'submit' },
                words.the('page.chat.send')));
        this.#pictures.append(...Array.from({ length: REACTIONS }, (_, n) =>
            h('button', { type: 'button', class: 'plain', 'data-reaction': n,
                'aria-label': reactionWords(words, n),
                title: reactionWords(words, n),
                click: () => this.#react(n) }, drawReaction(n))));
        this.element.setAttribute('aria-label', words.the('page.chat'));
        this.element.append(h('h2', {}, words.the('page.chat')), this.#none,
            this.#log, this.#pictures, this.#form, this.#left, this.#muted,
            this.#said);
        this.draw();
    }

    /** Draws what the guest knows now; what is typed stays. */
    draw() {
        const { table, you } = this.#guest;
        const talk = heardOf(this.#guest);
        const seated = you >= 0;
        const muted = seated && table?.players[you]?.muted === true;

        this.element.hidden = !table?.chat && !table?.reactions;
        this.#form.hidden = !table?.chat || !seated || muted;
        this.#pictures.hidden = !table?.reactions || !seated || muted;
        this.#none.hidden = talk.length > 0;
        this.#muted.textContent = muted
            ? this.#app.words.the('page.chat.muted') : '';
        this.#drawLines();
    }

    /** Only new lines are added, so that screen readers hear only those. */
    #drawLines() {
        const { words } = this.#app;
        const talk = heardOf(this.#guest);
        const names = namesOf(words, this.#guest.table);
        const keys = talk.map((line) => JSON.stringify(line));
        let gone = 0;

        while (this.#drawn.slice(gone).some((key, i) => key !== keys[i]))
            gone++;
        for (let i = 0; i < gone; i++)
            this.#lines.firstElementChild?.remove();
        const fresh = talk.slice(this.#drawn.length - gone);
        this.#drawn = keys;
        this.#lines.append(...fresh.map((line) => drawLine(words, names, line)));
        if (fresh.length > 0)
            this.#log.scrollTop = this.#log.scrollHeight;
    }

    #count() {
        const bytes = new TextEncoder().encode(this.#text.value.trim()).length;

        this.#left.textContent = bytes < NEARLY ? ''
            : this.#app.words.the('page.chat.left', { n: LONGEST - bytes });
        this.#left.classList.toggle('over', bytes > LONGEST);
        return bytes;
    }

    #send = async (/** @type {Event} */ event) => {
        const { words } = this.#app;
        const text = this.#text.value.replace(/\p{Cc}/gu, ' ').trim();

        event.preventDefault();
        if (!text)
            return;
        if (this.#count() > LONGEST) {
            this.#said.textContent = words.the('page.chat.long');
            return;
        }
        if (await attempt(words, this.#said,
            () => this.#guest.ask('chat', { text }))) {
            this.#text.value = '';
            this.#count();
        }
    };

    /** @param {number} reaction */
    #react(reaction) {
        return attempt(this.#app.words, this.#said,
            () => this.#guest.ask('react', { reaction }));
    }
}

/**
 * Without those whom this device has blocked.
 * @param {import('../../online/guest.js').Guest} guest
 */
export function heardOf({ table, talk }) {
    return talk.filter(({ seat }) => !table?.players[seat]?.blocked);
}

/**
 * @param {import('../../engine/words.js').Words} words
 * @param {string[]} names of the seats
 * @param {import('../../online/guest.js').Talk} line
 */
export function drawLine(words, names, { seat, text, reaction }) {
    return h('li', {},
        h('b', {}, words.player(seat, names)), ' ',
        reaction === undefined ? h('span', {}, text)
            : h('span', { class: 'picture-line' }, drawReaction(reaction),
                h('span', { class: 'unseen' },
                    reactionWords(words, reaction))));
}
