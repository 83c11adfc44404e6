/* When something is not there or went wrong: what, and the way on. */
import { h } from '../elements/dom.js';
import { Refused } from '../engine/engine.js';

/**
 * @param {import('../app.js').App} app
 * @param {string} id of the sentence
 * @param {unknown} [error]
 * @returns {import('../app.js').Screen}
 */
export function lostScreen({ words }, id, error) {
    return {
        title: words.the('page.lost'),
        element: h('div', { class: 'astray' },
            h('h1', { tabindex: '-1' }, words.the('page.lost')),
            h('p', {}, words.the(id)),
            error ? h('p', { class: 'soft' }, errorWords(words, error)) : null,
            h('a', { class: 'button main', href: '#/' },
                words.the('page.to_games'))),
    };
}

/**
 * What was never here cannot be loaded without a network.
 * @param {import('../app.js').App} app
 * @returns {import('../app.js').Screen}
 */
export function awayScreen({ words }) {
    return {
        title: words.the('page.lost.away'),
        element: h('div', { class: 'astray' },
            h('h1', { tabindex: '-1' }, words.the('page.lost.away')),
            h('p', {}, words.the('page.lost.start')),
            h('button', { type: 'button', class: 'button main',
                click: () => location.reload() },
            words.the('page.together.again')),
            h('a', { class: 'button', href: '#/' },
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
