/* Every game from the first screen to the end screen, by clicking only. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { checkEnd, playByClicking, sitDown, start, visit } from './help.mjs';

const games = ['qwixx', 'pretty-tricky', 'one-to-9', 'numeri', 'rainbow',
    'play-and-repeat', 'quick-and-tactic', 'bingo'];

/** @type {Awaited<ReturnType<typeof start>>} */
let at;
before(async () => {
    at = await start();
});
after(() => at.stop());

describe('a whole game', () => {
    for (const game of games)
        test(game, async () => {
            const { page, context, errors } = await visit(at);
            assert.equal(await page.locator('.games a').count(), games.length);
            await sitDown(page, game);
            await playByClicking(page);
            await checkEnd(page);
            assert.deepEqual(errors, []);
            await context.close();
        });
});
