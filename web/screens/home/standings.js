/* Who has won how often at this device: a line each, beside a wide home. */
import { avatar } from '../../elements/cloth.js';
import { h } from '../../elements/dom.js';
import { namesIn } from '../../game/player_names.js';

const GAMES = 40; // that are counted
const LINES = 5;

/** @param {import('../../app.js').App} app */
export function drawStandings(app) {
    const { words } = app;

    if (!matchMedia('(min-width: 1000px)').matches)
        return null;
    const wins = countWins(app).slice(0, LINES);
    const most = wins[0]?.[1] ?? 0;

    return most > 0 && h('section', { class: 'paper standings' },
        h('h3', {}, words.the('page.people')),
        h('ul', {}, ...wins.map(([name, n], i) => {
            const bar = h('span', { class: `length player-${i % 6}` });
            bar.style.inlineSize = `${Math.round(n / most * 100)}%`;
            return h('li', {}, avatar(name, i), h('b', {}, name),
                h('span', { class: 'rail' }, bar),
                h('span', { class: 'soft' }, words.the('page.wins', { n })));
        })));
}

/**
 * By name, most wins first.
 * @param {import('../../app.js').App} app
 */
function countWins({ store, engine, words }) {
    /** @type {Map<string, number>} */
    const wins = new Map();

    for (const { record, over } of store.games().slice(0, GAMES)) {
        if (!over)
            continue;
        try {
            const match = engine.open(record);
            const { winners } = match.look(-1);
            namesIn(words, match.about).forEach((name, seat) =>
                match.about.seats > 1 && wins.set(name, (wins.get(name) ?? 0) +
                    Number(winners.includes(seat))));
            match.close();
        } catch {
            /* a damaged game counts for no one */
        }
    }
    return [...wins].filter(([, n]) => n > 0).sort((a, b) => b[1] - a[1]);
}
