/* When something is not there or went wrong: what, and the way on. */
import { h } from '../elements/dom.js';
import { Refused } from '../engine/engine.js';

/**
 * @param {import('../app.js').App} app
 * @param {string} id of the sentence
 * @param {unknown} [error]
 * @param {string} [title] the name of its sentence
 * @returns {import('../app.js').Screen}
 */
export function lostScreen({ words }, id, error, title = 'page.lost') {
    return {
        title: words.the(title),
        element: h('div', { class: 'astray' },
            h('h1', { tabindex: '-1' }, words.the(title)),
            h('p', {}, words.the(id)),
            error ? h('p', { class: 'soft' }, errorWords(words, error)) : null,
            h('a', { class: 'button main', href: '#/' },
                words.the('page.to_games'))),
    };
}

/** @param {import('../engine/words.js').Words} words @param {unknown} error */
export function errorWords(words, error) {
    if (!(error instanceof Refused))
        return String(error);
    const reason = words.say(error.reason);
    return error.line > 0
        ? words.the('page.record.line', { n: error.line, word: reason })
        : reason;
}
