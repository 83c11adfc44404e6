/*
 * Chat beside a running game: a button that opens it, and a line that was just
 * said, shown for a moment where it covers nothing that is asked.
 */
import { h, openDialog } from '../../elements/dom.js';
import { icon } from '../../elements/icons.js';
import { namesOf } from '../../game/player_names.js';
import { drawLine, Talk } from './talk.js';

/** ms that a line stays */
const MOMENT = 5000;

export class Whisper {
    #app;
    #guest;
    #off;
    #open = false;
    #lines = h('ol', {});
    #log = h('div', { class: 'whispers', role: 'log' }, this.#lines);
    button;

    /**
     * @param {import('../../app.js').App} app
     * @param {import('../../online/guest.js').Guest} guest
     */
    constructor(app, guest) {
        this.#app = app;
        this.#guest = guest;
        this.button = h('button', { type: 'button', class: 'plain icon',
            'data-chat': true,
            hidden: !guest.table?.chat && !guest.table?.reactions,
            click: () => this.#openTalk() },
        icon('chat'));
        this.speak();
        document.body.append(this.#log);
        this.#off = guest.on('talk', (lines) => this.#heard(lines));
    }

    /** What is drawn only once, in the words of now. */
    speak() {
        const { words } = this.#app;

        this.#log.setAttribute('aria-label', words.the('page.chat.lines'));
        this.button.setAttribute('aria-label', words.the('page.chat'));
        this.button.title = words.the('page.chat');
    }

    close() {
        this.#off();
        this.#log.remove();
    }

    /** @param {import('../../online/guest.js').Talk[]} lines */
    #heard(lines) {
        const { words } = this.#app;
        const { table, you, talk } = this.#guest;
        const names = namesOf(words, table);

        /* All that was said before comes at once, when one comes back. */
        if (this.#open || lines.length === talk.length && lines.length > 1)
            return;
        for (const line of lines.filter(({ seat }) => seat !== you)) {
            const item = drawLine(words, names, line);
            this.#lines.append(item);
            setTimeout(() => item.remove(), MOMENT);
            this.button.classList.add('unread');
        }
    }

    #openTalk() {
        const { words } = this.#app;
        const talk = new Talk(this.#app, this.#guest);
        const dialog = openDialog(words.the('page.chat'), words.the('page.close'),
            talk.element);
        const off = [this.#guest.on('talk', () => talk.draw()),
            this.#guest.on('change', () => talk.draw())];

        this.#open = true;
        this.#lines.replaceChildren();
        this.button.classList.remove('unread');
        dialog.addEventListener('close', () => {
            this.#open = false;
            off.forEach((end) => end());
        });
    }
}
