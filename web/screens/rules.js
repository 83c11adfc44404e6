/* How a game is played, in our words and with its picture. */
import { hued, lid } from '../elements/cloth.js';
import { h, openDialog } from '../elements/dom.js';
import { icon } from '../elements/icons.js';
import { drawLog } from '../game/log.js';
import { namesIn } from '../game/player_names.js';
import { chosenSheet } from '../device/sheets.js';
import { guideLink } from '../guide/place.js';
import { drawPicture, pictureOf } from '../table/picture.js';
import { banner, head } from './parts/head.js';
import { lostScreen } from './lost.js';

/**
 * @typedef {import('../engine/words.js').Words} Words
 * @typedef {Record<string, number[]>} Facts
 */

/** Headings in their order; their paragraphs are howto.GAME.SECTION.1 … */
const SECTIONS = ['goal', 'setup', 'turn', 'end', 'points', 'example', 'ours'];

/**
 * @param {import('../app.js').App} app
 * @param {string} game
 * @param {Record<string, string>} [options] house rules
 * @param {string} [sheet] where it is not the usual one
 */
async function explain(app, game, options = {}, sheet = undefined) {
    const { words, engine } = app;
    const element = h('div', { class: 'explained' },
        h('div', { class: 'picture' },
            drawPicture(engine, engine.game(game), words, sheet)));

    try {
        const howto = await app.howto();
        const facts = engine.facts(game, options, sheet);
        const example = await drawExample(app, game);
        element.append(...SECTIONS.map((section) =>
            drawSection(howto, game, section, facts, example)));
    } catch {
        element.append(h('p', {}, words.the('page.rules.offline')));
    }
    return element;
}

/**
 * @param {Words} howto
 * @param {string} game
 * @param {string} section
 * @param {Facts} facts
 * @param {HTMLElement} example
 */
function drawSection(howto, game, section, facts, example) {
    const parts = [];

    for (let i = 1; howto.has(`howto.${game}.${section}.${i}`); i++) {
        const text = howto.explain(`howto.${game}.${section}.${i}`, facts);
        if (text)
            parts.push(h('p', {}, text));
        if (section === 'points')
            parts.push(...drawTable(howto, game, i, facts));
    }
    if (section === 'example')
        parts.push(example);
    return parts.length === 0 ? '' : h('section', { 'data-part': section },
        h('h2', {}, howto.the(`howto.${section}`)), ...parts);
}

const COLUMNS = 6; // of a table that has its room on a phone

/**
 * Two rows: howto.GAME.table.1 heads .2, and so on. A long one goes on below.
 * @param {Words} howto
 * @param {string} game
 * @param {number} number
 * @param {Facts} facts
 */
function drawTable(howto, game, number, facts) {
    const [head, row] = [2 * number - 1, 2 * number].map((i) =>
        cellsOf(howto, `howto.${game}.table.${i}`, facts));

    if (!head || !row)
        return [];
    const count = Math.ceil((head.length - 1) / COLUMNS);
    const most = Math.ceil((head.length - 1) / count);
    return [h('div', { class: 'scroll', tabindex: '0' },
        h('table', { class: 'points' },
            ...Array.from({ length: count }, (_, i) => drawRows(
                ...[head, row].map(([name, ...cells]) =>
                    [name, ...cells.slice(i * most, (i + 1) * most)])))))];
}

/** @param {string[][]} rows */
function drawRows(...[[title, ...titles], [name, ...cells]]) {
    return h('tbody', {},
        h('tr', {}, h('th', { scope: 'row' }, title),
            ...titles.map((cell) => h('th', { scope: 'col' }, cell))),
        h('tr', {}, h('th', { scope: 'row' }, name),
            ...cells.map((cell) => h('td', {}, cell))));
}

/**
 * Of "Points: 1, 3, 6".
 * @param {Words} howto
 * @param {string} id
 * @param {Facts} facts
 */
function cellsOf(howto, id, facts) {
    return howto.has(id)
        ? howto.explain(id, facts).split(/\s*:\s*|, /) : null;
}

/**
 * A few steps of a real game: what happens, and the sheet after it.
 * @param {import('../app.js').App} app
 * @param {string} game
 */
async function drawExample({ words, engine }, game) {
    const response = await fetch(`examples/${game}.record`);

    if (!response.ok)
        throw new Error(`${response.status} examples/${game}.record`);
    const match = engine.open(await response.text());
    const names = namesIn(words, match.about);
    const steps = match.history(0);
    const { view } = match.look(0);
    match.close();
    return h('figure', { class: 'example' },
        drawLog(steps.slice(steps.findIndex(({ draw }) => !draw)), words,
            names, words.the('page.log'), { short: true }),
        pictureOf(view, words));
}

/**
 * @param {import('../app.js').App} app
 * @param {string} game
 * @returns {Promise<import('../app.js').Screen>}
 */
export async function openRules(app, game) {
    const { words, engine } = app;

    if (!game)
        return listOfRules(app);
    const found = engine.games.find(({ id }) => id === game);
    if (!found)
        return lostScreen(app, 'page.lost.page');
    const title = words.the('page.rules_of',
        { word: words.the(`game.${game}`) });
    return {
        title,
        element: hued(h('div', { class: 'rules' },
            banner(words, found, { way: { label: words.the('page.back') },
                title }),
            h('section', { class: 'paper' }, await explain(app, game, {},
                chosenSheet(app, game)?.text), sheetsLink(app, found),
            printButton(app, game)),
            h('footer', { class: 'ledge' }, guideLink(app, found, ''),
                h('a', { class: 'button main',
                href: `#/new/${game}` }, icon('play'), words.the('page.play')))),
        found),
    };
}

/** @param {import('../app.js').App} app @param {import('../engine/engine.js').Game} game */
function sheetsLink({ words }, { id, sheets }) {
    return sheets > 0 && h('p', {}, h('a', { class: 'button plain',
        href: `#/sheets/${id}` }, words.the('page.sheet.others'), icon('on')));
}

/** @param {import('../app.js').App} app @param {string} game */
function printButton(app, game) {
    return h('p', {}, h('button', { type: 'button', class: 'plain',
        'data-print': true, click: async () => (await import('./print.js'))
            .openPrint(app, game, chosenSheet(app, game)?.text) },
    icon('print'), app.words.the('page.print')));
}

/** All games, to read about. @param {import('../app.js').App} app */
function listOfRules({ words, engine }) {
    return {
        title: words.the('page.rules'),
        element: h('div', { class: 'rules' },
            head({ href: '#/', label: words.the('page.to_games') },
                words.the('page.rules')),
            h('ul', { class: 'past' }, ...engine.games.map((game) => h('li', {},
                h('a', { class: 'line', href: `#/rules/${game.id}` }, lid(game),
                    h('span', {}, h('b', {}, words.the(`game.${game.id}`)),
                        h('span', { class: 'soft' },
                            words.the(`about.${game.id}`)))))))),
    };
}

/**
 * Of a game that is being played, or about to be: with its house rules.
 * @param {import('../app.js').App} app
 * @param {{game: string, options: Record<string, string>, sheet?: string}} about
 */
export async function openRulesDialog(app, { game, options, sheet }) {
    const { words } = app;

    openDialog(words.the('page.rules_of', { word: words.the(`game.${game}`) }),
        words.the('page.close'), await explain(app, game, options, sheet));
}
