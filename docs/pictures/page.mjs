/* Pictures of the page, from positions in the middle of games of bots.
 * tests/page/run installs what this needs. */
import { fileURLToPath } from 'node:url';
import { start, visit } from '../../tests/page/help.mjs';
import { kept, partOf, wholeGame } from '../../tests/page/positions.mjs';

const PICTURES = [
    { name: 'phone', game: 'qwixx', part: 0.5, width: 390, height: 780 },
    { name: 'dark', game: 'one-to-9', part: 0.6, width: 390, height: 780,
        dark: true },
    { name: 'desk', game: 'play-and-repeat', part: 0.5, width: 1280,
        height: 800 },
];

const at = await start();
for (const { name, game, part, ...how } of PICTURES) {
    const record = partOf(wholeGame(game), part)
        .replace(/^bot 1/m, 'name 0 Ann\nname 1 Finn\nbot 1');
    const { page, context } = await visit(at, { ...how,
        store: kept({ a: record }), url: `${at.server.url}#/play/a` });
    await page.waitForSelector('.play[data-phase=choose]');
    await page.screenshot({ path: fileURLToPath(
        new URL(`page-${name}.png`, import.meta.url)) });
    await context.close();
}
await at.stop();
