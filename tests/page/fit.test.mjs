/* Every language on a narrow phone, and English with longer words: every text
 * of every screen has its room. One page, nothing is loaded twice. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { start, visit } from './help.mjs';
import { GAMES, kept, partOf, wholeGame } from './positions.mjs';
import { readCatalogue } from '../../tools/po/file.mjs';
import { folder } from './serve.mjs';

const LANGUAGES = readdirSync(`${folder}words`)
    .filter((name) => name.endsWith('.words.json'))
    .map((name) => name.split('.')[0]);

/** @type {Awaited<ReturnType<typeof start>>} */
let at;
/** @type {Awaited<ReturnType<typeof visit>>} */
let visitor;
before(async () => {
    at = await start();
    visitor = await visit(at, { settings: { onlyMove: false },
        store: kept({ crowd: partOf(wholeGame('qwixx', 5), 0.6),
            ...Object.fromEntries(GAMES.flatMap((game) => {
                const whole = wholeGame(game);
                return [[`end-${game}`, whole],
                    [`half-${game}`, partOf(whole, 0.6)]];
            })) }) });
});
after(() => at.stop());

/** Runs in the page. @param {string[]} games */
async function lookAround(games) {
    const { looking } = /** @type {any} */ (globalThis);
    /** @type {Set<string>} */
    const found = new Set();
    /** @param {string} where */
    const look = (where) => looking.problems().forEach(
        (/** @type {string} */ problem) => found.add(`${where}: ${problem}`));

    for (const path of ['settings', '', 'history', 'play/none',
        'together', 'privacy', 'table/none', 'play/crowd']) {
        await looking.goTo(path);
        look(path);
    }
    for (const game of games) {
        for (const path of [`new/${game}`, `rules/${game}`, `end/end-${game}`,
            `replay/end-${game}`, `play/half-${game}`]) {
            await looking.goTo(path);
            look(path);
            for (const table of document.querySelectorAll('.explained .scroll'))
                if (table.scrollWidth > table.clientWidth)
                    found.add(`${path}: a table of points is cut`);
        }
        await looking.touch('.player');
        look(`the other player of ${game}`);
    }
    for (const button of [1, 3, 4]) {
        document.querySelector('dialog')?.close();
        await looking.touch(`.top button:nth-of-type(${button})`);
        look(`dialog ${button}`);
    }
    document.querySelector('dialog')?.close();
    return [...found];
}

describe('every text has its room', () => {
    for (const language of LANGUAGES)
        test(language, async () => {
            const { page, errors } = visitor;
            await page.goto(`${at.server.url}?lang=${language}`);
            await page.waitForSelector(`html[lang=${language}] h1`);
            assert.deepEqual(await page.evaluate(lookAround, GAMES), []);
            assert.deepEqual(errors, []);
        });
});

/** Runs in the page: what stands in places that cannot grow. @param {string} record */
async function labelsOf(record) {
    const { loadEngine } = await import(`${location.origin}/engine/engine.js`);
    const engine = await loadEngine(`${location.origin}/parlour.wasm`);
    const { view } = engine.open(record).look(0);
    const sheets = view.areas.filter(
        (/** @type {any} */ area) => area.flow === 'grid');
    const pieces = view.pieces.filter(
        (/** @type {any} */ piece) => sheets.includes(view.areas[piece.area]));

    return [...sheets.map((/** @type {any} */ area) => area.title),
        ...pieces.map((/** @type {any} */ piece) => piece.label)].filter(Boolean);
}

test('every label of a sheet has a limit in en.po', async () => {
    const { entries } = readCatalogue('en');

    for (const game of GAMES) {
        const labels = await visitor.page.evaluate(labelsOf, wholeGame(game));
        for (const id of new Set(labels))
            assert.match(entries.get(id)?.notes.join('\n') ?? '',
                /^#\. At most \d+ characters/, id);
    }
});
