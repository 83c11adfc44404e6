/* Every game from the first screen to the end screen, by clicking only. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { checkEnd, playByClicking, sitDown, start, visit } from './help.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let at;
before(async () => {
    at = await start();
});
after(() => at.stop());

const { page: first } = await (async () => {
    const once = await start();
    const { page } = await visit(once);
    const games = await page.$$eval('.games a', (links) =>
        links.map((link) => link.getAttribute('href')?.split('/')[2] ?? ''));
    await once.stop();
    return { page: games };
})();

describe('a whole game', () => {
    for (const game of first)
        test(game, async () => {
            const { page, context, errors } = await visit(at);
            await sitDown(page, game);
            await playByClicking(page);
            await checkEnd(page);
            assert.deepEqual(errors, []);
            await context.close();
        });
});
