/* A kept game goes by one touch, and comes back by one more. */
import { h } from '../../elements/dom.js';
import { icon } from '../../elements/icons.js';

/**
 * The line of a game in a list, with a button that deletes it.
 * @param {import('../../app.js').App} app
 * @param {import('../../device/store.js').Kept} kept
 * @param {string} what game it is
 * @param {HTMLElement} line
 */
export function deletableItem({ words, store }, kept, what, line) {
    const item = h('li', {});
    const button = h('button', { type: 'button', class: 'plain icon',
        'aria-label': words.the('page.delete_game', { word: what }),
        click: () => {
            store.deleteGame(kept.id);
            item.replaceChildren(gone, back);
            back.focus();
        } }, icon('close'));
    const back = h('button', { type: 'button', 'data-key': 'back',
        click: () => {
            store.putGame(kept);
            item.replaceChildren(line, button);
            button.focus();
        } }, icon('undo'), words.the('page.take_back'));
    const gone = h('p', { class: 'gone soft', role: 'status' },
        h('b', {}, what), ' ', words.the('page.deleted'));

    item.append(line, button);
    return item;
}
