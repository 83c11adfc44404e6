/* A seat comes over from another device of the same person. */
import { refusalWords } from '../asking.js';
import { h } from '../dom.js';
import { Guest } from '../online/guest.js';

/**
 * @param {import('../app.js').App} app
 * @param {string} id TABLE.TOKEN
 * @returns {Promise<import('../app.js').Screen>}
 */
export async function openTake(app, id) {
    const { words, line, seats } = app;
    const [table, token] = id.split('.');
    let why = words.the('page.take.none');

    /* The token stays in no address, no history and no bookmark. */
    history.replaceState(null, '', '#/take');
    try {
        if (token) {
            await Guest.take(line, seats, table, token);
            app.replace(`table/${table}`);
            why = words.the('page.take.came');
        }
    } catch (error) {
        why = refusalWords(words, error);
    }
    return {
        title: words.the('page.take'),
        element: h('div', { class: 'astray' },
            h('h1', { tabindex: '-1' }, words.the('page.take')),
            h('p', {}, why),
            h('a', { class: 'button main', href: '#/together' },
                words.the('page.together'))),
    };
}
