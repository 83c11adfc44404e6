/* The page asks the engine little, while somebody plays by clicking. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { checkActs, count } from './counting.mjs';
import { playByClicking, start, visit } from './help.mjs';
import { GAMES, kept, partOf, wholeGame } from './positions.mjs';

const CLICKS = 40;

/** @type {Awaited<ReturnType<typeof start>>} */
let at;
before(async () => {
    at = await start();
});
after(() => at.stop());

describe('in the middle of a game against a bot', () => {
    for (const game of GAMES)
        test(game, async (t) => {
            const { page, context, errors } = await visit(at, {
                store: kept({ a: partOf(wholeGame(game), 0.5) }),
                prepare: (one) => one.addInitScript(count) });

            await page.goto(`${at.server.url}#/play/a`);
            await page.waitForSelector(
                '.play[data-phase]:not([data-phase=bots])');
            await page.evaluate('notes.splice(0)');
            await playByClicking(page,
                { until: async (_, clicks) => clicks >= CLICKS });
            const most = checkActs(await page.evaluate('notes'), 5);
            t.diagnostic(JSON.stringify(most));
            assert.deepEqual(errors, []);
            await context.close();
        });
});
