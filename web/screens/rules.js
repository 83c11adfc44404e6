/* How a game is played, in our words and with its picture. */
import { h, openDialog } from '../dom.js';
import { drawPicture } from '../picture.js';
import { lostScreen } from './lost.js';

/**
 * @param {import('../app.js').App} app
 * @param {string} game
 * @param {Record<string, string>} [options] house rules
 */
async function explain(app, game, options = {}) {
    const { words, engine } = app;
    const facts = engine.facts(game, options);
    const paragraphs = [];

    try {
        const howto = await app.howto();
        for (let i = 1; howto.has(`howto.${game}.${i}`); i++)
            paragraphs.push(howto.explain(`howto.${game}.${i}`, facts));
    } catch {
        paragraphs.push(words.the('page.rules.offline'));
    }
    return h('div', { class: 'explained' },
        h('div', { class: 'picture' },
            drawPicture(engine, engine.game(game), words)),
        ...paragraphs.filter((text) => text).map((text) => h('p', {}, text)));
}

/**
 * @param {import('../app.js').App} app
 * @param {string} game
 * @returns {Promise<import('../app.js').Screen>}
 */
export async function openRules(app, game) {
    const { words, engine } = app;

    if (!engine.games.some(({ id }) => id === game))
        return lostScreen(app, 'page.lost.page');
    return {
        title: words.the('page.rules_of', { word: words.the(`game.${game}`) }),
        element: h('div', { class: 'rules' },
            h('header', { class: 'top' },
                h('a', { class: 'button plain icon', href: `#/new/${game}`,
                    'aria-label': words.the('page.back') }, '‹'),
                h('h1', { tabindex: '-1' }, words.the('page.rules_of',
                    { word: words.the(`game.${game}`) }))),
            h('section', { class: 'paper' }, await explain(app, game))),
    };
}

/**
 * Of a game that is being played, or about to be: with its house rules.
 * @param {import('../app.js').App} app
 * @param {{game: string, options: Record<string, string>}} about
 */
export async function openRulesDialog(app, { game, options }) {
    const { words } = app;

    openDialog(words.the('page.rules_of', { word: words.the(`game.${game}`) }),
        words.the('page.close'), await explain(app, game, options));
}
