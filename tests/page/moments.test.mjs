/* What makes the page worth opening: a game at one touch, sounds and silence,
 * an end that tells what happened and can be shown around. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { checkAxe } from './barriers.mjs';
import { keptGames, playByClicking, sitDown, start, visit } from './help.mjs';
import { kept, partOf, wholeGame } from './positions.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let at;
before(async () => {
    at = await start();
});
after(() => at.stop());

describe('home', () => {
    test('play now asks for nothing; the first bot is easy, the next is not',
        async () => {
            const { page, context, errors } = await visit(at);
            await page.click('[data-now]');
            await page.waitForSelector('.play[data-phase]');
            const [first] = await keptGames(page);
            assert.match(first.record, /^bot 1 easy$/m);

            await page.goto(`${at.server.url}#/`);
            await page.waitForSelector(`.hero a[href="#/play/${first.id}"]`);
            await page.evaluate(() => localStorage.removeItem(
                Object.keys(localStorage).find((key) =>
                    key.startsWith('parlour.plan.')) ?? ''));
            await page.reload();
            await page.click('[data-now]');
            await page.waitForSelector('.play[data-phase]');
            const second = (await keptGames(page)).find(
                ({ id }) => id !== first.id);
            assert.match(second.record, /^bot 1 medium$/m);
            assert.deepEqual(errors, []);
            await context.close();
        });

    test('a game that is over offers its result', async () => {
        const { page, context } = await visit(at, { store: kept({
            a: wholeGame('qwixx').replace(/^bot 0 .*\n/m, '')
                .replace(/^result .*\n/m, '') }) });
        await page.click('.hero a[href="#/end/a"]');
        await page.waitForSelector('.end');
        await context.close();
    });

    test('how many play leaves the games that so many can play', async () => {
        const { page, context } = await visit(at);
        const tiles = page.locator('.games li:not([hidden])');
        assert.equal(await tiles.count(), 8);
        await page.selectOption('#how-many', '1');
        const alone = await tiles.count();
        assert.ok(alone > 0 && alone < 8, `${alone} games for one`);
        await page.selectOption('#how-many', '0');
        assert.equal(await tiles.count(), 8);
        await context.close();
    });
});

/** @param {import('playwright-core').Page} page @param {string} what */
async function checkBothLights(page, what) {
    for (const colorScheme of /** @type {const} */ (['dark', 'light'])) {
        await page.emulateMedia({ colorScheme });
        await checkAxe(page, `${what}, ${colorScheme}`);
    }
}

describe('the end', () => {
    /** The bot with that place becomes a person. @param {string} record @param {boolean} won */
    const played = (record, won) => {
        const [, a, b] = /^result (\S+) (\S+)/m.exec(record) ?? [];
        const seat = (Number(a) > Number(b)) === won ? 0 : 1;
        return record.replace(new RegExp(`^bot ${seat} .*\n`, 'm'), '');
    };
    const records = { won: played(wholeGame('qwixx'), true),
        lost: played(wholeGame('rainbow'), false) };
    const games = kept(records);

    for (const [id, record] of Object.entries(records))
        test(`${id}: it looks like it, and says by how much`, async () => {
            const { page, context, errors } = await visit(at,
                { store: games, url: `${at.server.url}#/end/${id}` });
            await page.waitForSelector(`.end.${id}`);
            const points = await page.$$eval('.result tfoot td', (cells) =>
                cells.map((cell) => Number(cell.textContent)));
            const mine = /^bot 0 /m.test(record) ? 1 : 0;
            assert.equal(points[mine] > points[1 - mine], id === 'won');
            const margin = Math.abs(points[0] - points[1]);
            assert.match(await page.innerText('.winners'),
                new RegExp(`by ${margin} point`));
            assert.equal(await page.locator('.final li').count(), 2);
            assert.equal(await page.locator('.curve .way').count(), 2);
            await checkBothLights(page, id);
            assert.deepEqual(errors, []);
            await context.close();
        });

    test('a picture of it is drawn here, and saved', async () => {
        const { page, context, errors } = await visit(at,
            { store: games, url: `${at.server.url}#/end/won` });
        await page.click('[data-share]');
        const image = page.locator('.preview img');
        await image.waitFor();
        assert.equal(await image.evaluate((/** @type {HTMLImageElement} */ one) =>
            one.decode().then(() => one.naturalWidth)), 1080);
        assert.match(await image.getAttribute('alt') ?? '', /Qwixx\nYou win!/);
        await checkBothLights(page, 'share');
        const [file] = await Promise.all([page.waitForEvent('download'),
            page.click('[data-picture]')]);
        assert.equal(file.suggestedFilename(), 'qwixx.png');
        assert.deepEqual(errors, []);
        await context.close();
    });
});

describe('sound', () => {
    /** Tones that are started, and devices that are opened. */
    const spy = () => {
        /** @type {AudioContext[]} */
        const opened = [];
        Object.assign(globalThis, { opened, AudioContext:
            class extends AudioContext {
                constructor() {
                    super();
                    opened.push(this);
                }
            } });
        Object.assign(globalThis, { tones: 0, OscillatorNode:
            class extends OscillatorNode {
                /** @param {number} when */
                start(when) {
                    /** @type {any} */ (globalThis).tones++;
                    super.start(when);
                }
            } });
    };
    /** @param {object} settings */
    const listen = async (settings) => {
        const visitor = await visit(at, { settings, prepare: (context) =>
            context.addInitScript(spy) });
        /** @type {string[]} */
        const loaded = [];
        visitor.page.on('request', (request) => loaded.push(request.url()));
        return { ...visitor, loaded, tones: () => visitor.page.evaluate(() =>
            /** @type {any} */ (globalThis).tones) };
    };
    /** Runs in the page: a module of its own, woken by a touch. */
    const win = async () => {
        const { Sound } = await import(`${location.origin}/device/sound.js`);
        const values = JSON.parse(
            localStorage.getItem('parlour.settings') ?? '{}');
        const sound = new Sound({ values: { sound: true, ...values } });

        dispatchEvent(new PointerEvent('pointerdown'));
        await import(`${location.origin}/device/synthesis.js`);
        await new Promise((done) => {
            setTimeout(done, 300);
        });
        sound.win();
        Object.assign(globalThis, { sound });
    };
    /** Until one is heard: what comes too late for the eye is left out.
     * @param {import('playwright-core').Page} page @param {number} [before] */
    const hear = (page, before = 0) => page.waitForFunction((n) => {
        const { sound, tones } = /** @type {any} */ (globalThis);
        sound.choose();
        return tones > n;
    }, before, { polling: 100 });
    /** Runs in the page: the states of what is opened. */
    const isOpen = (/** @type {string} */ state) => {
        const { opened } = /** @type {any} */ (globalThis);
        return opened.length > 0 && opened.every(
            (/** @type {AudioContext} */ one) => one.state === state);
    };

    test('comes with the first touch, and not before', async () => {
        const { page, context, loaded } = await listen({});
        await page.waitForLoadState('networkidle');
        assert.ok(!loaded.some((url) => url.includes('synthesis')));
        await page.click('h1');
        await page.evaluate(win);
        await hear(page);
        await context.close();
    });

    test('is off by one touch, and stays off', async () => {
        const { page, context, tones } = await listen({});
        await page.goto(`${at.server.url}#/settings`);
        await page.uncheck('#sound');
        await page.reload();
        await page.waitForSelector('#sound:not(:checked)');
        await page.click('h1');
        await page.evaluate(win);
        assert.equal(await tones(), 0);
        assert.equal(await page.evaluate(() =>
            /** @type {any} */ (globalThis).opened.length), 0);
        await context.close();
    });

    test('lets the device go after a silence, and comes back', async () => {
        const { page, context, tones } = await listen({});
        await page.click('h1');
        await page.evaluate(win);
        await hear(page);
        await page.waitForFunction(isOpen, 'suspended');
        await hear(page, await tones());
        await page.waitForFunction(isOpen, 'suspended');
        await context.close();
    });
});

test('the rules and the points open over a running game, and no choice is lost',
    async () => {
        const { page, context, errors } = await visit(at);
        await sitDown(page, 'qwixx');
        await playByClicking(page, { until: (now) => now.evaluate(() =>
            document.querySelector('.play[data-phase=choose] .mine .piece.next')
                !== null) });
        await page.locator('.mine .piece.next').first().click();
        const chosen = await page.locator('.bar .main').innerText();
        assert.equal(await page.locator('.mine .piece.touched').count(), 1);

        await page.click('.on-question');
        await page.waitForSelector('dialog .explained table.points');
        await page.keyboard.press('Escape');
        await page.click('.on-menu');
        await page.click('dialog .menu button:has-text("points")');
        await page.waitForSelector('dialog table');
        await page.keyboard.press('Escape');
        await page.waitForSelector('dialog', { state: 'detached' });
        assert.equal(await page.locator('.mine .piece.touched').count(), 1);
        assert.equal(await page.locator('.bar .main').innerText(), chosen);
        assert.deepEqual(errors, []);
        await context.close();
    });

describe('the screen stays awake', () => {
    /** Runs in the page: locks that are held. */
    const spy = () => {
        Object.assign(globalThis, { held: 0 });
        Object.defineProperty(navigator, 'wakeLock', { value: {
            request: async () => {
                /** @type {any} */ (globalThis).held++;
                return { release: () => /** @type {any} */ (globalThis).held-- };
            } } });
    };

    for (const real of [true, false])
        test(real ? 'while real dice are used' : 'for no other game', async () => {
            const { page, context, errors } = await visit(at, { prepare:
                (context) => context.addInitScript(spy) });
            /** @param {number} n */
            const hold = (n) => page.waitForFunction((count) =>
                /** @type {any} */ (globalThis).held === count, n);
            await sitDown(page, 'qwixx', { people: 1, bots: 0, real });
            await page.waitForSelector(real ? '.pad' : '[data-phase=throw]');
            await hold(Number(real));
            await page.evaluate(() => {
                location.hash = '#/';
            });
            await page.waitForSelector('.games');
            await hold(0);
            assert.deepEqual(errors, []);
            await context.close();
        });
});

describe('other ways to look at it', () => {
    const games = kept({ a: partOf(wholeGame('qwixx'), 0.5),
        hand: partOf(wholeGame('one-to-9'), 0.5), end: wholeGame('qwixx') });
    const SCREENS = { home: '#/', table: '#/play/a', end: '#/end/end',
        rules: '#/rules/qwixx', settings: '#/settings' };

    test('forced colours: every button has an edge, every box its number',
        async () => {
            const { page, context, errors } = await visit(at, { store: games });
            await page.emulateMedia({ forcedColors: 'active' });
            for (const [name, path] of Object.entries(SCREENS)) {
                await page.goto(at.server.url + path);
                await page.waitForSelector(
                    'main button:visible, main a.button:visible');
                const flat = await page.$$eval('main button, main a.button',
                    (all) => all.filter((one) => one.checkVisibility() &&
                        !one.matches('.plain, .pad *, .player') &&
                        getComputedStyle(one).borderTopStyle === 'none' &&
                        getComputedStyle(one).outlineStyle === 'none')
                        .map((one) => one.outerHTML.slice(0, 80)));
                assert.deepEqual(flat, [], name);
            }
            await page.goto(`${at.server.url}#/play/hand`);
            await page.waitForSelector('.hand-of');
            assert.equal(await page.$eval('.hand-of .counter .text', (text) =>
                getComputedStyle(text).fill), await page.evaluate(() =>
                getComputedStyle(document.body).color), 'what one holds');
            assert.deepEqual(errors, []);
            await context.close();
        });

    test('print: paper is white, and what can only be touched is left out',
        async () => {
            const { page, context } = await visit(at, { store: games });
            for (const path of [SCREENS.end, SCREENS.rules]) {
                await page.goto(at.server.url + path);
                await page.waitForSelector('.ledge');
                await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
                assert.ok(!await page.isVisible('.ledge'));
                assert.equal(await page.evaluate(() => getComputedStyle(
                    document.documentElement).backgroundColor),
                'rgb(255, 255, 255)');
                await page.emulateMedia({ media: 'screen' });
            }
            await page.goto(at.server.url + SCREENS.table);
            await page.waitForSelector('.bar');
            await page.emulateMedia({ media: 'print' });
            assert.ok(!await page.isVisible('.bar'));
            assert.equal(await page.evaluate(() => getComputedStyle(
                /** @type {Element} */ (document.querySelector('.asked')),
                '::before').display), 'none', 'no cloth under the question');
            await context.close();
        });
});

describe('a game that is deleted', () => {
    test('of the history comes back by one touch', async () => {
        const { page, context, errors } = await visit(at, { store: kept(
            { a: wholeGame('qwixx'), b: wholeGame('numeri') }),
        url: `${at.server.url}#/history` });
        const ids = async () => (await keptGames(page)).map(({ id }) => id).sort();

        await page.click('.past li:first-child .icon');
        assert.equal((await ids()).length, 1);
        assert.equal(await page.locator('.past a.line').count(), 1);
        await checkAxe(page, 'deleted');
        await page.click('.past [data-key=back]');
        assert.deepEqual(await ids(), ['a', 'b']);
        assert.equal(await page.locator('.past a.line').count(), 2);
        assert.deepEqual(errors, []);
        await context.close();
    });

    test('of the first screen is gone when the list is closed', async () => {
        const { page, context } = await visit(at, { store: kept(
            { a: partOf(wholeGame('qwixx'), 0.3),
                b: partOf(wholeGame('numeri'), 0.3) }) });

        const more = await page.textContent('[data-more]');
        await page.click('[data-more]');
        await page.click('.unfinished li:first-child .icon');
        await page.click('dialog header button');
        await page.waitForFunction((old) => document.querySelector(
            '[data-more]')?.textContent !== old, more);
        assert.equal((await keptGames(page)).length, 1);
        await context.close();
    });
});
