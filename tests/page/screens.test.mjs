/* Every screen at every size, light and dark: nothing to scroll across, no box
 * below 24 px, no barrier that axe knows of. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { checkAxe, checkFit } from './barriers.mjs';
import { launchWithLetters, openMoves, playByClicking, sitDown, start,
    visit } from './help.mjs';
import { recordOf } from './kept.mjs';
import { kept, partOf, wholeGame } from './positions.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let at;
before(async () => {
    at = await start();
});
after(() => at.stop());

/**
 * All of it, light and dark.
 * @param {import('playwright-core').Page} page
 * @param {string} what
 */
async function checkAll(page, what) {
    await checkFit(page, what);
    await page.setViewportSize({ width: 360, height: 640 });
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
        await page.emulateMedia({ colorScheme });
        await checkAxe(page, `${what}, ${colorScheme}`);
    }
}

const SCREENS = { choose: '#/', players: '#/new/qwixx', history: '#/history',
    settings: '#/settings', nothing: '#/play/none', howtos: '#/rules',
    rules: '#/rules/qwixx', privacy: '#/privacy', together: '#/together' };

describe('screens', () => {
    for (const [name, path] of Object.entries(SCREENS))
        test(name, async () => {
            const { page, context, errors } = await visit(at,
                { url: at.server.url + path });
            await checkAll(page, name);
            assert.deepEqual(errors, []);
            await context.close();
        });

    test('after a game: end, replay, judged decisions, history', async () => {
        const { page, context, errors } = await visit(at);
        await sitDown(page, 'numeri');
        await playByClicking(page);
        await page.click('.bar button.main');
        await page.waitForSelector('.end');
        await checkAll(page, 'end');
        await page.click('.end a[href^="#/replay"]');
        await page.waitForSelector('.reviewed [role=status]');
        await checkAll(page, 'replay');
        await page.goto(`${at.server.url}#/history`);
        await page.click('.history summary');
        await page.waitForSelector('.statistics');
        await checkAll(page, 'history of a game');
        await page.click('.games.own a');
        await page.waitForSelector('.stamps');
        await checkAll(page, 'statistics of a game');
        assert.deepEqual(errors, []);
        await context.close();
    });
});

describe('a table', () => {
    /** What opens a dialog, while it is my choice. */
    const DIALOGS = { menu: 'header .icon >> nth=0',
        log: 'header .icon >> nth=1', rules: 'header .icon >> nth=2',
        sheet: '.player' };

    test('its dialogs, hints and the roll', async () => {
        const { page, context, errors } = await visit(at);
        await sitDown(page, 'qwixx');
        await playByClicking(page, { until: async () =>
            await page.$('.play[data-phase=throw]') !== null });
        await checkAll(page, 'throw');
        await page.click('header >> role=button[name="Hint"]');
        await checkAll(page, 'no hint');
        await page.keyboard.press('Escape');
        await playByClicking(page, { until: async () =>
            await page.locator('.moves li').count() > 1 });
        for (const [name, opener] of Object.entries(DIALOGS)) {
            await page.click(opener);
            await page.waitForSelector('dialog[open] h2');
            await checkAll(page, name);
            await page.keyboard.press('Escape');
            await page.waitForSelector('dialog', { state: 'detached' });
        }
        await page.locator('.moves').evaluate((moves) =>
            moves.removeAttribute('open'));
        await page.click('header >> role=button[name="Hint"]');
        await page.waitForSelector('.coach-says');
        await checkAll(page, 'a hint');
        await page.click('.compare');
        await page.waitForSelector('.compared small');
        await checkAll(page, 'all moves compared');
        await page.keyboard.press('Escape');
        await page.click('[data-key=myself]');
        await openMoves(page);
        await page.click('.moves li:last-child button');
        await checkAll(page, 'a choice before it is confirmed');
        assert.deepEqual(errors, []);
        await context.close();
    });

    test('the curtain', async () => {
        const { page, context } = await visit(at);
        await sitDown(page, 'one-to-9', { people: 2, bots: 0 });
        await page.waitForSelector('.play[data-phase=curtain]');
        await checkAll(page, 'curtain');
        await context.close();
    });

    test('real dice', async () => {
        const { page, context } = await visit(at);
        await sitDown(page, 'qwixx', { people: 1, bots: 0, real: true });
        await page.waitForSelector('.pad');
        await page.click('[data-face="0 3"]');
        await checkAll(page, 'typing dice');
        await context.close();
    });

    test('taken by another tab', async () => {
        const { page, context } = await visit(at);
        await sitDown(page, 'qwixx', { people: 1, bots: 0 });
        await page.waitForSelector('.play[data-phase=throw]');
        const other = await context.newPage();
        await other.goto(page.url());
        await page.waitForSelector('.play[data-phase=taken]');
        await other.close();
        await checkAll(page, 'taken');
        await context.close();
    });
});

test('a new table shows the lid of its game', async () => {
    const { page, context } = await visit(at,
        { url: `${at.server.url}#/together/numeri` });
    const lid = page.locator('.new-table .lid img');
    const drawn = await lid.getAttribute('src');
    await page.selectOption('#table-game', 'bingo');
    assert.notEqual(await lid.getAttribute('src'), drawn);
    await context.close();
});

test('what is beside each other ends together, and nothing is blown up', async () => {
    const { page, context } = await visit(at);
    /** @param {string} selector */
    const box = async (selector) => await page.locator(selector).boundingBox() ??
        assert.fail(selector);

    await page.setViewportSize({ width: 820, height: 1180 });
    const [hero, way, daily] = [await box('.hero'), await box('.way'),
        await box('.daily')];
    assert.ok(way.height < daily.height, `a way of ${way.height} px`);
    assert.equal(daily.x, way.x);
    assert.ok(Math.abs(hero.y + hero.height - daily.y - daily.height) < 1);
    await page.goto(`${at.server.url}#/history`);
    await page.waitForSelector('.everything');
    for (const width of [360, 820, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const [none, all] = [await box('.nobody'), await box('.everything')];
        assert.equal(none.width, all.width, `${width} px wide`);
        assert.equal(width > 1000 ? none.y : none.x,
            width > 1000 ? all.y : all.x, `${width} px wide`);
    }
    await context.close();
});

test('light and dark by choice', async () => {
    const { page, context } = await visit(at, { dark: true,
        url: `${at.server.url}#/settings` });
    const ground = () => page.evaluate(() =>
        getComputedStyle(document.documentElement).backgroundColor);
    const dark = await ground();
    await page.check('#theme-light');
    assert.notEqual(await ground(), dark);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.check('#theme-dark');
    assert.equal(await ground(), dark);
    await page.reload();
    await page.waitForSelector('#theme-dark:checked');
    assert.equal(await ground(), dark);
    await context.close();
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

test('what was played here, in text twice as large', async () => {
    const people = { names: ['Ann', 'Bo'], bots: ['', ''],
        plays: ['easy', 'easy'] };
    const records = await Promise.all([1, 2, 3].map((seed) =>
        recordOf('numeri', { ...people, seed })));
    const { page, context } = await visit(at, { store: kept({
        half: partOf(wholeGame('qwixx'), 0.5), ...records }) });

    for (const path of ['', 'history', 'history/numeri']) {
        await page.goto('about:blank');
        await page.goto(`${at.server.url}#/${path}`);
        await page.waitForSelector('h1');
        await page.evaluate(() => {
            document.documentElement.style.fontSize = '200%';
        });
        assert.equal(await page.evaluate(() =>
            document.documentElement.scrollWidth - innerWidth), 0, path);
    }
    await context.close();
});

test('what is read on a cloth is read on white paper too', async () => {
    const { page, context } = await visit(at, { height: 900,
        url: `${at.server.url}#/rules/qwixx` });

    await page.waitForSelector('.banner .about');
    await page.emulateMedia({ media: 'print' });
    assert.deepEqual(await page.$$eval('.banner h1, .banner p', (all) =>
        all.map((one) => getComputedStyle(one).color)),
    Array(3).fill('rgb(0, 0, 0)'));
    await context.close();
});

test('what has the focus is not hidden by the button at the bottom', async () => {
    const { page, context } = await visit(at,
        { url: `${at.server.url}#/new/rainbow` });

    await page.click('details summary');
    await page.focus('h1');
    let passed = 0;
    for (let isThere = false; !isThere; passed++) {
        await page.keyboard.press('Tab');
        const { hidden, what, atButton } = await page.evaluate(() => {
            const has = document.activeElement ?? document.body;
            const ledge = document.querySelector('.ledge') ?? document.body;
            return { what: has.outerHTML, atButton: ledge.contains(has),
                hidden: has.getBoundingClientRect().bottom -
                    ledge.getBoundingClientRect().top };
        });
        isThere = atButton;
        assert.ok(isThere || hidden <= 0, `${what} by ${hidden} px`);
    }
    assert.ok(passed > 12, `${passed}`);
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
    /** What pieces are called when a game begins. */
    const NAMES = {
        'qwixx': ['red 7', 'green, lock', '−5, Penalties'],
        'pretty-tricky': ['blue, 4', 'box, 12', 'Points, 0'],
        'one-to-9': ['0, big star'],
        'numeri': ['Ann, token 3', 'yellow 30'],
        'rainbow': ['Ones', 'red, 4 of a kind', 'purple 3'],
        'play-and-repeat': ['blue, b 5', 'yellow 1, coin'],
        'quick-and-tactic': ['orange 7', 'orange 2, lock'],
        'bingo': ['purple, cross', 'orange 12'],
    };
    /** What the titles of its parts say, and their sums. @type {Record<string, string[]>} */
    const TITLES = { bingo: ['Blue0', 'Yellow0', 'Purple0', 'Orange0', 'White0',
        'Red0'] };
    for (const [game, names] of Object.entries(NAMES))
        test(game, async () => {
            const { page, context, errors } = await visit(at);
            await page.goto(`${at.server.url}#/rules/${game}`);
            await page.waitForSelector('.explained p');
            assert.doesNotMatch(await page.innerText('.explained'), /[{|}]/);
            await checkFit(page, `rules of ${game}`);
            await page.goto(`${at.server.url}#/`);
            await page.waitForSelector('.games');
            await sitDown(page, game, { people: 1, bots: 1 });
            for (const name of names)
                assert.ok(await page.$(`.stage .piece[aria-label="${name}"]`),
                    `no piece of ${game} is called ${name}`);
            assert.deepEqual(await page.locator('.mine .block .title')
                .allTextContents(), TITLES[game] ?? []);
            await playByClicking(page, { until: async (_, clicks) =>
                clicks > 6 && await page.evaluate(() =>
                    document.querySelector('.play')?.getAttribute(
                        'data-phase') === 'choose') });
            await checkAll(page, game);
            await checkNames(page, game);
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
