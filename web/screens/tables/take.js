/* Seats come over from another device of the same person: one that it hands
 * over, or all that a key opens. */
import { refusalWords } from '../../online/asking.js';
import { h } from '../../elements/dom.js';
import { Guest } from '../../online/guest.js';

/**
 * @param {import('../../app.js').App} app
 * @param {string} id TABLE.TOKEN
 * @returns {import('../../app.js').Screen}
 */
export function openTake(app, id) {
    const { words, line } = app;
    const [table, token] = id.split('.');
    const said = h('p', { role: 'status' }, words.the('page.loading'));
    let isHere = true;

    const off = line.on('link', ({ state }) => {
        said.textContent = words.the(state === 'lost' ? 'page.net.lost'
            : 'page.loading');
    });
    take(app, table, token).then((why) => {
        said.textContent = why;
        if (!why && isHere)
            app.replace(`table/${table}`);
    });
    return { ...screenThatSays(words, said), close: () => {
        isHere = false;
        off();
    } };
}

/**
 * @param {import('../../app.js').App} app
 * @param {string} key as Seats.toLink makes it
 * @returns {import('../../app.js').Screen}
 */
export function openKey(app, key) {
    const { words, seats } = app;

    if (seats.addLink(key))
        app.replace('together');
    return screenThatSays(words, h('p', {}, words.the('page.take.none')));
}

/**
 * @param {import('../../engine/words.js').Words} words
 * @param {HTMLElement} said
 */
function screenThatSays(words, said) {
    return {
        title: words.the('page.take'),
        element: h('div', { class: 'astray' },
            h('h1', { tabindex: '-1' }, words.the('page.take')), said,
            h('a', { class: 'button main', href: '#/together' },
                words.the('page.together'))),
    };
}

/**
 * @param {import('../../app.js').App} app
 * @param {string} table
 * @param {string | undefined} token
 * @returns {Promise<string>} why it did not work, or ''
 */
async function take({ words, line, seats }, table, token) {
    if (!token)
        return words.the('page.take.none');
    try {
        await Guest.take(line, seats, table, token);
        return '';
    } catch (error) {
        return refusalWords(words, error);
    }
}
