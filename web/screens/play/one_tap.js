/* After the first game: does a touch that makes a whole move play it? */
import { h } from '../../elements/dom.js';

/** @param {import('../../app.js').App} app @returns {HTMLElement | null} */
export function offerOneTap({ words, settings }) {
    if (settings.values.oneTap !== undefined)
        return null;
    /** @param {string} word @param {boolean} oneTap */
    const answer = (word, oneTap) => h('button', { type: 'button', click: () => {
        settings.change({ oneTap });
        offer.remove();
    } }, words.the(word));
    const offer = h('section', { class: 'paper one-tap' },
        h('h2', {}, words.the('page.one_tap')),
        h('p', {}, words.the('page.one_tap.why')),
        h('div', { class: 'actions' }, answer('page.one_tap.yes', true),
            answer('page.one_tap.no', false)));

    return offer;
}
