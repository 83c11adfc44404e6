/* The points as people add them up, of all players. */
import { h } from '../../elements/dom.js';
import { icon } from '../../elements/icons.js';
import { namesIn } from '../../game/player_names.js';

/**
 * @param {import('../../engine/engine.js').Look} look
 * @param {import('../../engine/engine.js').About} about
 * @param {import('../../engine/words.js').Words} words
 */
export function resultTable(look, about, words) {
    const { parts, view, winners } = look;
    const names = namesIn(words, about);
    const seats = names.map((_, seat) => seat);
    const ids = [...new Set(parts.flat().map(({ id }) => id))];

    return h('table', { class: 'result' },
        h('thead', {}, h('tr', {}, h('td', {}),
            ...seats.map((seat) => h('th', { scope: 'col',
                class: winners.includes(seat) ? 'winner' : '' },
            winners.includes(seat) && icon('star'), names[seat])))),
        h('tbody', {}, ...ids.map((id) => h('tr', {},
            h('th', { scope: 'row' }, words.the(id)),
            ...seats.map((seat) => h('td', {}, words.number(parts[seat]
                .filter((part) => part.id === id)
                .reduce((sum, { points }) => sum + points, 0))))))),
        h('tfoot', {}, h('tr', {},
            h('th', { scope: 'row' }, words.the('points')),
            ...seats.map((seat) => h('td', {},
                words.number(view.points[seat]))))));
}
