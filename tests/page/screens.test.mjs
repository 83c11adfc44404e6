/* Every screen at every size, light and dark: nothing to scroll across, no box
 * below 24 px, no barrier that axe knows of. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { checkAxe, checkFit } from './barriers.mjs';
import { launchWithLetters, playByClicking, sitDown, start, visit }
    from './help.mjs';


/** @type {Awaited<ReturnType<typeof start>>} */
let at;
before(async () => {
    at = await start();
});
after(() => at.stop());

const SCREENS = { choose: '#/', history: '#/history', settings: '#/settings',
    nothing: '#/play/none' };

describe('screens', () => {
    for (const dark of [false, true])
        test(dark ? 'dark' : 'light', async () => {
            const { page, context, errors } = await visit(at, { dark });
            for (const [name, path] of Object.entries(SCREENS)) {
                await page.goto(at.server.url + path);
                await page.waitForSelector('h1');
                await checkFit(page, name);
                await checkAxe(page, name);
            }
            await page.setViewportSize({ width: 360, height: 640 });
            assert.deepEqual(errors, []);
            await context.close();
        });
});

test('text twice as large', async () => {
    const context = await launchWithLetters(32);
    const page = await context.newPage();
    /** @param {string} what */
    const check = async (what) => {
        const over = await page.evaluate(() =>
            document.documentElement.scrollWidth - innerWidth);
        assert.ok(over <= 0, `${what}: scrolls across by ${over}`);
    };
    await page.goto(at.server.url);
    await page.waitForSelector('.games');
    await check('choose');
    await page.click('a[href="#/new/qwixx"]');
    await page.waitForSelector('.seats');
    await check('players');
    await page.click('button[type=submit]');
    await page.waitForSelector('.play[data-phase]');
    await check('play');
    await playByClicking(page, { until: async (_, clicks) => clicks > 8 });
    await check('play');
    const box = await page.locator('.mine .box text').first().boundingBox();
    assert.ok(box && box.height >= 24, `numbers of ${box?.height} px`);
    await page.goto(`${at.server.url}#/settings`);
    await page.waitForSelector('.settings');
    await check('settings');
    await context.close();
});

test('how to play, with the house rules of this game', async () => {
    const { page, context, errors } = await visit(at);
    await page.click('a[href="#/new/rainbow"]');
    await page.waitForSelector('.seats');
    await page.click('summary');
    await page.check('#option-part2_threshold');
    await page.click('button[type=submit]');
    await page.waitForSelector('.play[data-phase]');
    await page.click('[aria-label="How to play"]');
    await page.waitForSelector('dialog .explained p');
    assert.match(await page.innerText('dialog .explained'),
        /more than 15 points in Part 1 .* more than 15 in Part 2/);
    assert.deepEqual(errors, []);
    await context.close();
});

describe('tables', async () => {
    const games = ['qwixx', 'pretty-tricky', 'one-to-9', 'numeri', 'rainbow',
        'play-and-repeat', 'quick-and-tactic', 'bingo'];
    for (const [i, game] of games.entries())
        test(game, async () => {
            const { page, context, errors } = await visit(at,
                { dark: i % 2 === 1 });
            await page.goto(`${at.server.url}#/rules/${game}`);
            await page.waitForSelector('.explained p');
            assert.doesNotMatch(await page.innerText('.explained'), /[{|}]/);
            await checkFit(page, `rules of ${game}`);
            await checkAxe(page, `rules of ${game}`);
            await page.goto(`${at.server.url}#/`);
            await page.waitForSelector('.games');
            await sitDown(page, game, { people: 1, bots: 1 });
            await playByClicking(page, { until: async (_, clicks) =>
                clicks > 6 && await page.evaluate(() =>
                    document.querySelector('.play')?.getAttribute(
                        'data-phase') === 'choose') });
            await checkFit(page, game);
            await checkAxe(page, game);
            await checkNames(page, game);
            await page.emulateMedia({ colorScheme: i % 2 ? 'light' : 'dark' });
            await checkAxe(page, `${game}, other light`);
            assert.deepEqual(errors, []);
            await context.close();
        });
});

/**
 * Every piece has a name made of words, and those that differ in what they
 * show do not share one.
 * @param {import('playwright-core').Page} page
 * @param {string} what
 */
async function checkNames(page, what) {
    const names = await page.$$eval('.stage .piece', (pieces) =>
        pieces.map((piece) => piece.getAttribute('aria-label') ?? ''));

    assert.ok(names.length > 10, what);
    for (const name of names) {
        assert.ok(name.trim(), `${what}: a piece without a name`);
        assert.ok(!/page\.|undefined|NaN|[{}]/.test(name), `${what}: ${name}`);
    }
}
