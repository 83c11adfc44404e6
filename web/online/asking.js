/* Asking the server: a refusal is a sentence beside what was tried. */
import { h, openDialog } from '../elements/dom.js';
import { Refused } from '../engine/engine.js';

/**
 * @param {import('../engine/words.js').Words} words
 * @param {unknown} error
 * @param {import('../engine/words.js').Names} [names] of the seats
 */
export function refusalWords(words, error, names = []) {
    return error instanceof Refused
        ? asSentence(words.say(error.reason, names), words.language)
        : words.the('page.net.lost');
}

/**
 * Reasons also stand after a colon; alone, they begin and end like sentences.
 * @param {string} text
 * @param {string} language
 */
export function asSentence(text, language) {
    const whole = text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
    return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
}

/**
 * @template T
 * @param {import('../engine/words.js').Words} words
 * @param {HTMLElement} said where a refusal is shown
 * @param {() => Promise<T>} ask
 * @param {import('../engine/words.js').Names} [names]
 * @returns {Promise<T | undefined>} undefined: it was refused
 */
export async function attempt(words, said, ask, names) {
    said.textContent = '';
    try {
        return await ask();
    } catch (error) {
        said.textContent = refusalWords(words, error, names);
        return undefined;
    }
}

/**
 * Asks again before something that cannot be taken back.
 * @param {import('../engine/words.js').Words} words
 * @param {{title: string, why: string, act: () => Promise<unknown>}} about
 */
export function askAgain(words, { title, why, act }) {
    const said = h('p', { class: 'said', role: 'alert' });
    const yes = h('button', { type: 'button', class: 'danger',
        'data-sure': true, click: async () => {
            yes.disabled = true;
            if (await attempt(words, said, async () => {
                await act();
                return true;
            }))
                dialog.close();
            yes.disabled = false;
        } }, title);
    const dialog = openDialog(title, words.the('page.close'),
        h('p', {}, why),
        h('div', { class: 'actions' }, yes,
            h('button', { type: 'button', click: () => dialog.close() },
                words.the('page.sure.no'))), said);
}
