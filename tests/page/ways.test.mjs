/* Ways to play, and what may get in the way. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { checkEnd, keptGames, nativePoints, newContext, playByClicking,
    sitDown, start, visit } from './help.mjs';
import { serveChanging } from './serve.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof start>>} */
let at;
before(async () => {
    at = await start();
});
after(() => at.stop());

/** @param {Page} page */
const phaseOf = (page) => page.evaluate(() =>
    document.querySelector('.play')?.getAttribute('data-phase'));

/** @param {Page} page @param {string} phase */
const waitForPhase = (page, phase) => page.waitForSelector(
    `.play[data-phase="${phase}"]`);

/** @param {Page} page @param {string} text */
const openFile = (page, text) => page.setInputFiles('#record',
    { name: 'a.parlour', mimeType: 'text/plain', buffer: Buffer.from(text) });

/**
 * Waits until what was laid out no longer moves.
 * @param {Page} page
 * @param {string} selector
 */
async function waitUntilStill(page, selector) {
    const place = () => page.locator(selector).first().boundingBox();
    let before, now = await place();

    do {
        before = now;
        await page.waitForTimeout(200);
        now = await place();
    } while (JSON.stringify(now) !== JSON.stringify(before));
}

/**
 * Presses Tab until what has the focus fits.
 * @param {Page} page
 * @param {string} selector
 */
async function tabTo(page, selector) {
    for (let i = 0; i < 200; i++) {
        if (await page.evaluate((wanted) =>
            document.activeElement?.matches(wanted), selector))
            return;
        await page.keyboard.press('Tab');
    }
    assert.fail(`the tab key does not lead to ${selector}`);
}

describe('ways to play', () => {
    test('by keyboard alone', async () => {
        const { page, context, errors } = await visit(at);
        await tabTo(page, 'a[href="#/new/qwixx"]');
        await page.keyboard.press('Enter');
        await page.waitForSelector('.seats');
        await tabTo(page, 'button[type=submit]');
        await page.keyboard.press('Enter');
        await page.waitForSelector('.play[data-phase]');
        for (let i = 0; i < 2000; i++) {
            const phase = await phaseOf(page);
            if (phase === 'over')
                break;
            if (phase === 'throw') {
                await tabTo(page, '.bar button.main');
                await page.keyboard.press('Enter');
            } else if (phase === 'choose') {
                const pieces = await page.$('.stage [data-touch]') !== null &&
                    i % 7 !== 0;
                await tabTo(page, pieces ? '.stage [data-touch]'
                    : '.bar [data-key^="piece"]');
                if (pieces && i % 3 === 0)
                    await page.keyboard.press('ArrowDown');
                await page.keyboard.press('Enter');
                if (pieces)
                    await page.keyboard.press('Enter');
            } else {
                await page.waitForTimeout(10);
            }
        }
        assert.equal(await phaseOf(page), 'over');
        await checkEnd(page);
        assert.deepEqual(errors, []);
        await context.close();
    });

    test('through the accessibility tree alone', async () => {
        const { page, context, errors } = await visit(at);
        const tree = await context.newCDPSession(page);
        await tree.send('Accessibility.enable');
        await sitDown(page, 'numeri');
        let over = false;
        for (let i = 0; i < 3000 && !over; i++) {
            const button = await pickButton(tree);
            if (button === 'over')
                over = true;
            else if (button)
                await press(tree, button);
            else
                await page.waitForTimeout(10);
        }
        assert.ok(over);
        await checkEnd(page);
        assert.deepEqual(errors, []);
        await context.close();
    });

    test('with real dice', async () => {
        const { page, context, errors } = await visit(at);
        await sitDown(page, 'qwixx', { people: 2, bots: 1, real: true });
        await waitForPhase(page, 'type');
        for (const [die, face] of [4, 2, 0, 0, 3, 1].entries())
            await page.click(`[data-face="${die} ${face}"]`);
        await page.click('.slot >> nth=3'); // it showed a six
        await page.click('[data-face="3 5"]');
        await page.click('.bar .main');
        const [{ record }] = await keptGames(page);
        assert.match(record, /^chance 5 3 1 6 4 2$/m);
        await waitForPhase(page, 'choose');
        assert.equal(await page.locator('.piece.touched').count(), 0,
            'the touch that ends typing chooses nothing');
        assert.ok(await page.isDisabled('.bar button.main'));
        await playByClicking(page);
        await checkEnd(page);
        assert.deepEqual(errors, []);
        await context.close();
    });

    test('with real dice and a keyboard', async () => {
        const { page, context } = await visit(at);
        await sitDown(page, 'qwixx', { people: 1, bots: 1, real: true });
        await waitForPhase(page, 'type');
        for (const key of ['5', '3', '7', '2', 'Backspace', '1', '6', '4', '2'])
            await page.keyboard.press(key);
        await page.click('.bar .main');
        const [{ record }] = await keptGames(page);
        assert.match(record, /^chance 5 3 1 6 4 2$/m);
        await context.close();
    });

    test('hands stay hidden behind the curtain', async () => {
        const { page, context, errors } = await visit(at);
        await sitDown(page, 'one-to-9', { people: 2, bots: 0 });
        /* At one go: in the meantime someone might lift the curtain. Jokers,
         * which bear no text, were taken in the sight of all. */
        const look = () => page.evaluate(() => ({
            hidden: document.querySelector('.play[data-phase=curtain]') !== null,
            cards: document.querySelectorAll(
                '.mine .hand .card:not(.backed):has(text)').length,
        }));
        let curtains = 0;
        let hands = 0;
        await playByClicking(page, { until: async () => {
            const { hidden, cards } = await look();
            if (!hidden) {
                hands += Number(cards > 0);
                return curtains >= 6;
            }
            curtains++;
            assert.equal(cards, 0, 'a card is drawn behind the curtain');
            return false;
        } });
        assert.ok(curtains >= 6 && hands >= 3);
        assert.deepEqual(errors, []);
        await context.close();
    });

    test('no one else passes for the rest', async () => {
        const { page, context } = await visit(at);
        await sitDown(page, 'qwixx', { people: 3, bots: 0 });
        await page.click('.bar button.main');
        await waitForPhase(page, 'choose');
        await page.click('[data-key=nobody]');
        const [{ record }] = await keptGames(page);
        assert.deepEqual(record.match(/^play \d -$/gm)?.sort(),
            ['play 0 -', 'play 1 -', 'play 2 -']);
        await context.close();
    });

    test('a choice is taken back until the next roll', async () => {
        const { page, context } = await visit(at,
            { settings: { onlyMove: false } });
        await sitDown(page, 'qwixx', { people: 1, bots: 0 });
        await page.click('.bar button.main');
        await waitForPhase(page, 'choose');
        const [before] = await keptGames(page);
        await page.click('.moves summary');
        await page.click('.moves li:last-child button');
        await page.click('.bar button.main');
        await page.waitForSelector('.mine .crossed.by-me');
        await page.click('[data-key=back]');
        await page.waitForSelector('.mine:not(:has(.crossed))');
        assert.equal(await page.locator('.mine .by-me').count(), 0,
            'what is undone does not light up');
        await waitForPhase(page, 'choose');
        const [after_] = await keptGames(page);
        assert.equal(after_.record, before.record);
        assert.ok(await page.isDisabled('[data-key=back]'),
            'a roll cannot be undone');
        await context.close();
    });

    test('a first hand is no news, a card that is drawn is', async () => {
        const { page, context } = await visit(at,
            { settings: { onlyMove: false } });
        await sitDown(page, 'one-to-9', { people: 1, bots: 1 });
        await waitForPhase(page, 'choose');
        assert.ok(await page.locator('.hand-of .card').count() > 0);
        assert.equal(await page.locator('.hand-of .by-me').count(), 0);
        await playByClicking(page, { until: async () =>
            await page.locator('.hand-of .by-me').count() > 0 });
        assert.ok(await page.locator('.hand-of .by-me').count() > 0);
        await context.close();
    });

    test('undo goes past the bots, whose choices stand', async () => {
        const { page, context } = await visit(at,
            { settings: { onlyMove: false } });
        await sitDown(page, 'qwixx', { people: 1, bots: 2 });
        /* The person has rolled and chosen, the bots have answered. */
        await playByClicking(page, { until: async () =>
            /^chance [^\n]*\nplay 0 (?!-)[^\n]*\nplay 1 .*\nplay 2 .*\n$/m.test(
                (await keptGames(page))[0].record) });
        const [{ record }] = await keptGames(page);
        const undone = record.replace(
            /play 0 [^\n]*\n(play 1 .*\nplay 2 .*\n)$/, '$1');
        await page.click('[data-key=back]');
        await waitForPhase(page, 'choose');
        assert.equal((await keptGames(page))[0].record, undone);
        await page.click('.bar [data-key^="piece"]');
        await page.waitForFunction((n) => (Object.entries(localStorage).find(
            ([key]) => key.startsWith('parlour.game.'))?.[1] ?? '')
            .split('play 0').length >= n, record.split('play 0').length);
        assert.equal((await keptGames(page))[0].record,
            record.replace(/play 0 [^\n]*\n(play 1 .*\nplay 2 .*\n)$/,
                'play 0 -\n$1'));
        await context.close();
    });

    test('a touch on undo skips nothing', async () => {
        const { page, context } = await visit(at,
            { settings: { onlyMove: false, pace: 'slow' } });
        await sitDown(page, 'qwixx', { people: 1, bots: 1 });
        await page.click('.bar button.main');
        await waitForPhase(page, 'choose');
        const [before] = await keptGames(page);
        await page.click('.bar [data-key^="piece"]');
        await waitForPhase(page, 'bots');
        await page.dispatchEvent('[data-key=back]', 'pointerdown');
        const skipped = await page.evaluate(() =>
            JSON.parse(localStorage.getItem('parlour.settings') ?? '{}').skips);
        assert.equal(skipped, undefined);
        await page.click('[data-key=back]');
        await waitForPhase(page, 'choose');
        assert.equal((await keptGames(page))[0].record, before.record);
        await context.close();
    });

    test('people at one device take back what they have shown', async () => {
        const { page, context } = await visit(at);
        await sitDown(page, 'qwixx', { people: 2, bots: 0 });
        await page.click('.bar button.main');
        for (let i = 0; i < 2; i++) {
            await waitForPhase(page, 'choose');
            await page.click('.bar [data-key^="piece"]');
        }
        await page.click('[data-key=back]');
        const [{ record }] = await keptGames(page);
        assert.match(record, /chance .*\nplay \d -\n$/);
        await page.click('[data-key=back]');
        assert.match((await keptGames(page))[0].record, /chance .*\n$/);
        await context.close();
    });

    test('what is still to be done is seen, and where it comes from', async () => {
        const { page, context, errors } = await visit(at);
        await openFile(page, 'parlour 1\ngame bingo\nlayout A\nseats 1\n' +
            'first 0\nchance 5 1 3 2 1 3 3\nplay 0 Y3\nplay 0 -\n' +
            'chance 5 1 4 2 1 3 3\n');
        await waitForPhase(page, 'choose');
        await page.click('.mine .box.yellow[data-touch]');
        assert.equal(await page.locator('.mine .going').count(), 0,
            'nothing goes away by writing a number');
        await page.click('.bar button.main');
        await page.waitForSelector('.to-do .counter.purple');
        await page.mouse.wheel(0, 400);
        assert.ok(await page.evaluate(() => {
            const box = document.querySelector('.to-do .counter')
                ?.getBoundingClientRect();
            return box && box.top >= 0 && box.bottom <= innerHeight;
        }), 'it was scrolled away');
        assert.deepEqual(await page.locator('.mine .label.by-me').evaluateAll(
            (labels) => labels.map((one) => one.getAttribute('class'))),
        ['piece label purple circled just by-me player-0']);
        assert.deepEqual(errors, []);
        await context.close();
    });

    test('a touch beside a box means the box', async () => {
        const { page, context } = await visit(at);
        await sitDown(page, 'qwixx', { people: 1, bots: 0 });
        await page.click('.bar button.main');
        await waitForPhase(page, 'choose');
        await waitUntilStill(page, '.mine [data-touch]');
        const box = await page.locator('.mine [data-touch]').first()
            .boundingBox();
        assert.ok(box);
        await page.mouse.click(box.x + box.width / 2, box.y - 1);
        await page.waitForSelector('.mine .touched[data-touch]');
        assert.equal(await page.locator('.mine .touched[data-touch]').count(),
            1);
        await context.close();
    });

    test('a touch on the question means no box under it', async () => {
        const { page, context } = await visit(at, { height: 440 });
        await sitDown(page, 'bingo', { people: 1, bots: 0 });
        await page.click('.bar button.main');
        await waitForPhase(page, 'choose');
        const place = await page.evaluate(() => {
            /** @param {string} selector */
            const middle = (selector) => {
                const box = document.querySelector(selector)
                    ?.getBoundingClientRect() ?? new DOMRect();
                return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
            };
            /* Twice: first the line above goes out of sight. */
            for (let i = 0; i < 2; i++)
                scrollBy({ top: middle('.mine [data-touch]').y -
                    middle('.question').y, behavior: 'instant' });
            return { x: middle('.mine [data-touch]').x,
                y: middle('.question').y, box: middle('.mine [data-touch]').y };
        });
        assert.ok(Math.abs(place.box - place.y) < 10, 'a box lies under it');
        await page.mouse.click(place.x, place.y);
        assert.equal(await page.locator('.touched').count(), 0);
        await context.close();
    });
});

/**
 * What a screen reader's person would press next.
 * @param {import('playwright-core').CDPSession} tree
 */
async function pickButton(tree) {
    const { nodes } = await tree.send('Accessibility.getFullAXTree');
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    /** @param {(typeof nodes)[number]} node @returns {string} */
    const region = (node) => {
        for (let one = /** @type {any} */ (node); one;
            one = byId.get(one.parentId ?? ''))
            if (one.role?.value === 'region')
                return one.name?.value ?? '';
        return '';
    };
    /** @param {(typeof nodes)[number]} node @param {string} name */
    const property = (node, name) => node.properties?.find(
        (one) => one.name === name)?.value.value;
    const buttons = nodes.filter((node) => node.role?.value === 'button' ||
        node.role?.value === 'toggleButton')
        .filter((node) => property(node, 'disabled') !== true)
        .map((node) => ({ name: node.name?.value ?? '', region: region(node),
            dom: node.backendDOMNodeId ?? 0,
            pressed: property(node, 'pressed') === 'true' }));
    const mine = buttons.filter((one) => one.region === 'Your choice');

    assert.ok(buttons.every(({ name }) => name.trim()), 'a nameless button');
    if (mine.some(({ name }) => name === 'Result'))
        return 'over';
    const go = mine.find(({ name }) => !['Take back', 'Undo', 'Pass']
        .includes(name));
    const pieces = buttons.filter((one) => one.region === 'Your table' &&
        !one.pressed);
    return go ?? pieces[Math.floor(Math.random() * pieces.length)] ??
        mine.find(({ name }) => name === 'Pass');
}

/**
 * @param {import('playwright-core').CDPSession} tree
 * @param {{dom: number}} button
 */
async function press(tree, { dom }) {
    try {
        const { object } = await tree.send('DOM.resolveNode',
            { backendNodeId: dom });
        await tree.send('Runtime.callFunctionOn', { objectId: object.objectId,
            functionDeclaration: 'function () { this.dispatchEvent(' +
                'new MouseEvent("click", { bubbles: true })); }' });
    } catch (error) {
        /* drawn again in the meantime: look again */
        assert.match(String(error), /No node|Could not find|not belong/i);
    }
}

/**
 * The server has a newer page, and the browser found it.
 * @param {Page} page
 * @param {Awaited<ReturnType<typeof serveChanging>>} server
 */
async function meetNewer(page, server) {
    server.instead.set('/worker.js', (text) =>
        text.replace(/VERSION = '/, "VERSION = 'new"));
    await page.reload();
    await page.waitForSelector('.offer');
}

/** Runs in the page. */
const hasNewerAlone = async () =>
    (await caches.keys()).join().startsWith('new');

describe('coming back', () => {
    test('a reload in the middle changes nothing; several games wait', async () => {
        const { page, context, errors } = await visit(at);
        await sitDown(page, 'qwixx');
        await playByClicking(page, { until: async (_, clicks) => clicks > 12 });
        const [before] = await keptGames(page);
        await page.reload();
        await page.waitForSelector('.play[data-phase]');
        const [now] = await keptGames(page);
        assert.ok(now.record.startsWith(before.record.trimEnd()));
        await page.goto(`${at.server.url}#/`);
        await page.waitForSelector('.games');
        await sitDown(page, 'numeri');
        await page.goto(`${at.server.url}#/`);
        await page.click('[data-more]');
        assert.equal(await page.locator('.unfinished li').count(), 2);
        await page.click(`dialog a[href="#/play/${before.id}"]`);
        await page.waitForSelector('.play[data-phase]');
        await playByClicking(page);
        await checkEnd(page);
        assert.deepEqual(errors, []);
        await context.close();
    });

    test('offline, and a new version asks first', async (t) => {
        const server = await serveChanging();
        t.after(() => server.close());
        const { page, context } =
            await visit({ browser: at.browser, server }, { keeps: true });
        await page.evaluate(() => navigator.serviceWorker.ready);
        await page.waitForFunction(() => navigator.serviceWorker.controller);
        await context.setOffline(true);
        await page.reload();
        await page.waitForSelector('.games');
        await sitDown(page, 'qwixx');
        await playByClicking(page, { until: async (_, clicks) => clicks > 10 });
        assert.match((await keptGames(page))[0].record, /^play 1 /m,
            'a bot has played');
        await page.click('.on-question');
        await page.waitForSelector('.explained p');
        await page.keyboard.press('Escape');
        await context.setOffline(false);

        await meetNewer(page, server);
        assert.deepEqual(await page.evaluate(async () =>
            (await caches.keys()).map((name) => name.startsWith('new')).sort()),
        [false, true], 'the old version is still there');
        await Promise.all([page.waitForNavigation(),
            page.click('.offer .main')]);
        await page.waitForSelector('.play[data-phase]');
        await page.waitForFunction(hasNewerAlone);
        await context.close();
    });

    test('without a network a screen that is not here offers another try', async () => {
        const { page, context } = await visit(at);

        await context.setOffline(true);
        await page.evaluate(() => { location.hash = '#/rules/qwixx'; });
        await page.waitForSelector('.astray h1:text("No connection")');
        await context.setOffline(false);
        await page.click('.astray .main');
        await page.waitForSelector('.rules');
        await context.close();
    });

    /* A browser waits five minutes for what an older worker has in hand. */
    for (const [path, what] of [['healthz', 'of the server'],
        ['examples/numeri.record', 'of the page']])
        test(`a new version waits for no answer ${what}`, async (t) => {
            const server = await serveChanging();
            t.after(() => server.close());
            const { page, context } =
                await visit({ browser: at.browser, server }, { keeps: true });
            await page.waitForFunction(() => navigator.serviceWorker.controller);
            await meetNewer(page, server);
            server.silent.add(`/${path}`);
            await page.evaluate(async (asked) => {
                for (const name of await caches.keys())
                    await (await caches.open(name)).delete(asked);
                fetch(asked);
                navigator.serviceWorker.addEventListener('controllerchange',
                    () => sessionStorage.setItem('changed', asked));
            }, path);
            await Promise.all([page.waitForNavigation(),
                page.click('.offer .main')]);
            await page.waitForFunction(hasNewerAlone);
            assert.equal(await page.evaluate(() =>
                sessionStorage.getItem('changed')),
            path === 'healthz' ? path : null, 'without a pause');
            await context.close();
        });

    test('replay, history, export', async () => {
        const { page, context, errors } = await visit(at);
        await sitDown(page, 'qwixx', { people: 1, bots: 1 });
        await playByClicking(page);
        const { record } = await checkEnd(page);
        await page.click('text=Replay');
        await page.waitForSelector('.replay');
        const slider = page.locator('input[type=range]');
        const steps = Number(await slider.getAttribute('max'));
        assert.equal(steps, record.match(/^(chance|play) /gm)?.length);
        await slider.focus();
        await page.keyboard.press('Home');
        assert.equal(await page.locator('.mine .crossed').count(), 0);
        await page.click('[aria-label="One step forward"]');
        assert.equal(await slider.inputValue(), '1');
        await page.click('.log li:last-child');
        assert.equal(await slider.inputValue(), String(steps));
        const points = nativePoints(record).slice(-2).map((one) => one.points);
        await page.click('.log li:last-child');
        const shown = await page.locator('.mine .total, .player b')
            .allTextContents();
        assert.deepEqual(shown.map((text) => Number(text.replace('−', '-')))
            .sort((a, b) => a - b), points.sort((a, b) => a - b));

        await page.goto(`${at.server.url}#/history`);
        await page.click('.history summary');
        await page.waitForSelector('.statistics');
        const [file] = await Promise.all([page.waitForEvent('download'),
            page.click('[data-save]')]);
        assert.match(file.suggestedFilename(), /^parlour-\d{4}-\d\d-\d\d\.json$/);
        await page.click('.actions .danger');
        await page.click('dialog .danger');
        await page.waitForFunction(() => !document.querySelector('.past li'));
        assert.deepEqual(await keptGames(page), []);
        assert.deepEqual(errors, []);
        await context.close();
    });

    test('play again moves the first player on', async () => {
        const { page, context } = await visit(at);
        await sitDown(page, 'numeri', { nameless: true });
        await page.waitForSelector('.player:has-text("Random bot")');
        await playByClicking(page);
        const old = await checkEnd(page);
        assert.match(old.record, /^name 0 Ann\nbot 1 random$/m);
        assert.match(await page.textContent('.result thead') ?? '',
            /Ann.*Random bot/);
        await page.click('text=Play again');
        await page.waitForSelector('.play[data-phase]');
        const now = (await keptGames(page)).find(({ id }) => id !== old.id);
        const first = /** @param {string} record */ (record) =>
            Number(/^first (\d)$/m.exec(record)?.[1]);
        assert.equal(first(now.record), (first(old.record) + 1) % 2);
        await context.close();
    });
});

describe('what gets in the way', () => {
    const HEAD = 'parlour 1\ngame qwixx\nlayout A\nseats 2\nfirst 0\n';

    test('hostile record files get a sentence', async () => {
        const { page, context, errors } = await visit(at);
        for (const [text, reason] of [
            ['\0\x01\x02', /can’t read/],
            ['parlour 1\ngame nothing\n', /no game/],
            [`${HEAD}chance 1 2 3 4 5 9\n`, /line 6/],
            [`${HEAD}play 0 r7\n`, /line 6/],
            ['x'.repeat(5 << 20), /too big/],
        ]) {
            await openFile(page, /** @type {string} */ (text));
            await page.waitForFunction((pattern) => new RegExp(pattern, 'i')
                .test(document.querySelector('.open-record .said')
                    ?.textContent ?? ''), /** @type {RegExp} */ (reason).source);
        }
        assert.deepEqual(await keptGames(page), []);
        await openFile(page, `${HEAD}name 0 <img src=x onerror=alert(1)>\n`);
        await page.waitForSelector('.play[data-phase]');
        assert.equal(await page.$('img'), null);
        assert.match(await page.textContent('body') ?? '', /<img src=x/);
        assert.deepEqual(errors, []);
        await context.close();
    });

    test('what is kept and damaged', async () => {
        const { page, context, errors } = await visit(at, { store: {
            'parlour.game.half': '{', 'parlour.game.nothing': 'null',
            'parlour.game.bare': '{"id":"bare"}',
            'parlour.game.bad': JSON.stringify({ id: 'bad', record: 'nonsense',
                saved: 1, started: 1, over: false, real: false }),
        } });
        await page.waitForSelector('.games');
        await page.click('[data-more]');
        assert.match(await page.textContent('.unfinished') ?? '', /damaged/i);
        for (const path of ['play/half', 'play/nothing', 'play/bare',
            'play/bad', 'replay/bad', 'end/bad']) {
            await page.goto(`${at.server.url}#/${path}`);
            await page.waitForSelector('.astray a');
        }
        await page.goto(`${at.server.url}#/history`);
        await page.waitForSelector('.history');
        assert.deepEqual(errors, []);
        await context.close();
    });

    test('a hint without a network says so, and the game goes on', async () => {
        const context = await newContext(at.browser, { reducedMotion: 'reduce' });
        const page = await context.newPage();
        await context.route('**/brains/*', (route) => route.abort());
        await page.goto(at.server.url);
        await sitDown(page, 'qwixx', { people: 1, bots: 0 });
        await page.click('.bar button.main');
        await waitForPhase(page, 'choose');
        await page.click('header >> role=button[name="Hint"]');
        await page.waitForSelector('.notice');
        assert.match(await page.textContent('.notice') ?? '', /No hint available/);
        await context.unroute('**/brains/*');
        await page.click('header >> role=button[name="Hint"]');
        await page.waitForSelector('.coach-says');
        await context.close();
    });

    test('storage that is switched off', async () => {
        const context = await newContext(at.browser, { reducedMotion: 'reduce',
            viewport: { width: 360, height: 640 } });
        await context.addInitScript(() => Object.defineProperty(window,
            'localStorage', { get() {
                throw new DOMException('no', 'SecurityError');
            } }));
        const page = await context.newPage();
        await page.goto(`${at.server.url}#/settings`);
        await page.waitForSelector('.problem');
        await page.check('#pace-once');
        await page.click('a[href], button.icon');
        await page.goto(`${at.server.url}#/`);
        await page.waitForSelector('.games');
        await sitDown(page, 'qwixx');
        await playByClicking(page, { until: async (_, clicks) => clicks > 15 });
        assert.match(await page.textContent('.problem') ?? '',
            /save anything/);
        await context.close();
    });

    test('a disk that gets full', async () => {
        const { page, context, errors } = await visit(at);
        await sitDown(page, 'qwixx');
        await page.evaluate(() => {
            Storage.prototype.setItem = () => {
                throw new DOMException('full', 'QuotaExceededError');
            };
        });
        await playByClicking(page);
        assert.match(await page.textContent('.problem') ?? '', /out of storage/);
        await page.click('.bar button.main');
        await page.waitForSelector('.end .result');
        assert.deepEqual(errors, []);
        await context.close();
    });

    test('two tabs on one game', async () => {
        const { page, context } = await visit(at);
        await sitDown(page, 'qwixx', { people: 1, bots: 0 });
        await waitForPhase(page, 'throw');
        const other = await context.newPage();
        await other.goto(page.url());
        await waitForPhase(other, 'throw');
        await waitForPhase(page, 'taken');
        assert.match(await page.textContent('.bar') ?? '', /another tab/);
        await other.click('.bar button.main');
        await waitForPhase(other, 'choose');
        const [played] = await keptGames(page);
        await page.click('.bar button.main');
        await waitForPhase(page, 'choose');
        await waitForPhase(other, 'taken');
        const [now] = await keptGames(page);
        assert.equal(now.record, played.record);
        await context.close();
    });
});
