/* What people do at a table of the server before they play and when it is over,
 * each in a page of their own. */
import { PATIENCE } from './help.mjs';

/** @typedef {import('playwright-core').Page} Page */

export const NAMES = ['Ann', 'Bob', 'Cem', 'Dora'];

/**
 * @param {Page} page
 * @param {string} name
 * @param {{game: string, seats: number, together: boolean}} plan
 * @returns {Promise<string>} the table's id
 */
export async function openTable(page, name, { game, seats, together }) {
    await page.evaluate(() => {
        location.hash = '#/together';
    });
    await page.selectOption('#table-game', game);
    await page.selectOption('#table-seats', String(seats));
    await page.fill('#my-name', name);
    await page.$eval('.new-table details', (more) => {
        /** @type {HTMLDetailsElement} */ (more).open = true;
    });
    await page.setChecked('#table-together', together);
    await page.click('[data-open]');
    await page.waitForSelector('.room');
    return (await page.evaluate(() => location.hash)).split('/')[2];
}

/** @param {Page} page @param {string} table */
export async function come(page, table) {
    await page.evaluate((id) => {
        location.hash = `#/table/${id}`;
    }, table);
    await page.waitForSelector('.room');
}

/** @param {Page} page @param {string} table @param {string} name */
export async function sitDown(page, table, name) {
    await come(page, table);
    await page.fill('.sitting #my-name', name);
    await page.click('.sitting [data-sit]');
    await page.waitForSelector('.sitting', { state: 'hidden' });
}

/**
 * The first opens a table, the others sit down.
 * @param {Page[]} pages
 * @param {string} game
 * @param {boolean} [together] are the dice drawn together?
 */
export async function gather(pages, game, together = false) {
    const table = await openTable(pages[0], NAMES[0],
        { game, seats: pages.length, together });

    for (let i = 1; i < pages.length; i++)
        await sitDown(pages[i], table, NAMES[i]);
    return table;
}

/** @param {Page} page */
export async function startGame(page) {
    await page.click('[data-start]:not(:disabled)');
    await page.waitForSelector('.play[data-phase]', { timeout: PATIENCE });
}

/** What the end shows: names, points, winners. @param {Page} page */
export async function readEnd(page) {
    await page.click('.play[data-phase="over"] .bar button.main');
    await page.waitForSelector('.end .result');
    return readResult(page);
}

/** @param {Page} page */
export function readResult(page) {
    return page.$$eval('.result tr', (rows) => rows.map((row) =>
        [...row.children].map((cell) => cell.textContent)));
}
