/* Pictures of the page, from positions in the middle of games of bots.
 * tests/page/run installs what this needs. */
import { fileURLToPath } from 'node:url';
import { start, visit } from '../../tests/page/help.mjs';
import { kept, partOf, wholeGame } from '../../tests/page/positions.mjs';

const PICTURES = [
    { name: 'home', width: 390, height: 844 },
    { name: 'phone', game: 'qwixx', part: 0.45, width: 390, height: 844 },
    { name: 'dark', game: 'one-to-9', part: 0.6, width: 390, height: 844,
        dark: true },
    { name: 'end', width: 390, height: 844 },
    { name: 'desk', game: 'play-and-repeat', part: 0.5, width: 1440,
        height: 900 },
];
/** @type {Record<string, string>} */
const WHERE = { home: '', end: 'end/over' };
/** @type {Record<string, string>} */
const SHOWN = { home: 'h1', end: '.end' };

/** @param {string} game @param {number} part how much of it is played */
function position(game, part) {
    return partOf(wholeGame(game), part)
        .replace(/^bot 1/m, 'name 0 Ann\nname 1 Finn\nbot 1');
}

/** A game that the person has won. */
function won() {
    return wholeGame('qwixx').replace(/^bot 0 .*\n/m, '')
        .replace(/^bot 1/m, 'name 0 Ann\nname 1 Finn\nbot 1');
}

const at = await start();
for (const { name, game = 'qwixx', part = 0.5, ...how } of PICTURES) {
    const { page, context } = await visit(at, { ...how,
        store: kept({ a: position(game, part), over: won() }) });

    await page.evaluate((path) => {
        location.hash = `#/${path}`;
    }, WHERE[name] ?? 'play/a');
    await page.waitForSelector(SHOWN[name] ??
        '.play[data-phase=choose], .play[data-phase=throw]');
    if (await page.$('.play[data-phase=throw]')) {
        await page.click('.bar .main');
        await page.waitForSelector('.play[data-phase=choose]');
    }
    if (!(name in SHOWN))
        await page.locator('.mine .piece.next').first().click({ force: true });
    await page.waitForTimeout(1500); /* what moves has come to rest */
    await page.screenshot({ path: fileURLToPath(
        new URL(`page-${name}.png`, import.meta.url)) });
    await context.close();
}
await at.stop();
