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
    { name: 'desk', game: 'play-and-repeat', part: 0.5, width: 1440,
        height: 900 },
];

/** @param {string} game @param {number} part how much of it is played */
function position(game, part) {
    return partOf(wholeGame(game), part)
        .replace(/^bot 1/m, 'name 0 Ann\nname 1 Finn\nbot 1');
}

const at = await start();
for (const { name, game = 'qwixx', part = 0.5, ...how } of PICTURES) {
    const { page, context } = await visit(at, { ...how,
        store: kept({ a: position(game, part) }),
        url: `${at.server.url}#/${name === 'home' ? '' : 'play/a'}` });

    if (name === 'home') {
        await page.waitForSelector('h1');
    } else {
        await page.waitForSelector('.play[data-phase=choose]');
        await page.locator('.mine .piece.next').first().click({ force: true });
    }
    await page.waitForTimeout(1500); /* what moves has come to rest */
    await page.screenshot({ path: fileURLToPath(
        new URL(`page-${name}.png`, import.meta.url)) });
    await context.close();
}
await at.stop();
