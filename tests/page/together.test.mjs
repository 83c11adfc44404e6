/* Playing together: several devices at tables of the real server, and what
 * people see there before and around a game. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { checkAxe, checkFit } from './barriers.mjs';
import { start, visit } from './help.mjs';
import { build, serve, serveChanging } from './serve.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @typedef {Awaited<ReturnType<typeof visit>>} Device */

/** @type {Awaited<ReturnType<typeof start>>} */
let at;
/** @type {Device} three devices, for all tests */
let ann;
/** @type {Device} */
let ben;
/** @type {Device} */
let cleo;
before(async () => {
    at = await start();
    [ann, ben, cleo] = await Promise.all([visit(at), visit(at), visit(at)]);
});
after(() => at.stop());

/** @param {Page} page @param {string} path */
async function goTo(page, path) {
    await page.goto('about:blank');
    await page.goto(at.server.url + path);
    await page.waitForSelector('h1', { state: 'attached' });
}

/**
 * Opens a table by touching what is there.
 * @param {Device} device
 * @param {{name?: string, seats?: number, chat?: boolean, listed?: boolean, rule?: string,
 *     hints?: boolean}}
 *     [how]
 */
async function openTable({ page }, { name = 'Ann', seats = 2, chat, listed, rule,
    hints } = {}) {
    await goTo(page, '#/together');
    await page.waitForSelector('.new-table');
    await page.fill('#my-name', name);
    await page.selectOption('#table-seats', String(seats));
    await page.click('.new-table summary');
    await page.setChecked('#table-chat', chat === true);
    await page.setChecked('#table-reactions', chat === true);
    await page.setChecked('#table-hints', hints === true);
    if (rule)
        await page.check(`#option-${rule}`);
    await page.check(listed ? '#who-listed' : '#who-link');
    await page.click('[data-open]');
    await page.waitForSelector('.room .mark.ready');
    const address = await page.inputValue('.invitation .address');
    return address.slice(at.server.url.length);
}

/** @param {Page} page @param {string} name @param {number} [seat] */
async function sitDown(page, name, seat) {
    await page.waitForSelector('.sitting');
    await page.fill('#my-name', name);
    await page.click(seat === undefined ? '.sitting [data-sit]'
        : `.seats [data-sit="${seat}"]`);
    await page.waitForSelector(`.seats .person:has-text("${name}") .ready`);
}

/** What someone chooses in the menu of a table. @param {Page} page @param {string} what */
async function choose(page, what) {
    await page.click('.top button >> nth=0');
    await page.click(`dialog [data-do="${what}"]`);
}

/** @param {Page} page @param {string} selector @param {RegExp | string} text */
async function waitForText(page, selector, text) {
    await page.locator(selector).filter({ hasText: text }).first().waitFor();
}

/** The seats whose keys a device keeps. @param {Page} page */
function keysTo(page) {
    return page.evaluate(() => Object.keys(localStorage)
        .filter((key) => key.startsWith('parlour.seat.')));
}

describe('coming together', () => {
    test('two touches from the first screen to an open table', async () => {
        const { page } = ann;
        await goTo(page, '#/');
        await page.click('.way a');
        await page.click('[data-open]');
        await page.waitForSelector('.room .mark.ready');
        assert.match(await page.textContent('.code strong') ?? '',
            /^[0-9A-Z]{3} [0-9A-Z]{3}$/);
        await page.waitForSelector('.scan svg');
        await page.click('[aria-label="How to play"]');
        await page.waitForSelector('dialog .explained p');
        assert.match(await page.innerText('dialog .explained'), /\d coloured rows/);
    });

    test('by code, by link, with a bot, and not before all are ready',
        async () => {
            const path = await openTable(ann,
                { seats: 4, rule: 'finish_turn' });
            const startButton = ann.page.locator('[data-start]');
            assert.ok(await startButton.isDisabled());
            await waitForText(ann.page, '.ledge .said', '3 seats');

            const code = await ann.page.textContent('.code strong') ?? '';
            await goTo(ben.page, '#/together');
            await ben.page.fill('#code', code.toLowerCase()
                .replaceAll('0', 'o').replaceAll('1', 'l'));
            await ben.page.click('[data-find]');
            await sitDown(ben.page, 'Ben');
            await waitForText(ben.page, '.facts li', 'coloured step');

            await goTo(cleo.page, path);
            await sitDown(cleo.page, 'Cleo', 3);
            await waitForText(ann.page, '[data-seat="3"]', 'Cleo');
            await waitForText(ann.page, '.ledge .said', '1 seat');
            await ann.page.selectOption('[data-bot="2"]', 'easy');
            await waitForText(ben.page, '[data-seat="2"]', 'Easy');

            await ann.page.click('[data-remove="3"]');
            await cleo.page.waitForSelector('.sitting:not([hidden])');
            await waitForText(ann.page, '.ledge .said', '1 seat');
            assert.ok(await startButton.isDisabled());
            assert.deepEqual(await keysTo(cleo.page), []);
            await cleo.page.click('.sitting [data-sit]');
            await waitForText(cleo.page, '.ledge .said', 'has removed you');
            await choose(ann.page, 'allow');
            await cleo.page.fill('#my-name', 'BEN');
            await cleo.page.click('.sitting [data-sit]');
            await waitForText(cleo.page, '.ledge .said', 'looks like');
            await sitDown(cleo.page, 'Cleo');

            await startButton.click();
            for (const { page } of [ann, ben, cleo])
                await page.waitForSelector('.play[data-phase]');
        });

    test('what is refused is said beside it, and nothing typed is lost',
        async () => {
            const { page } = ben;
            await goTo(page, '#/together');
            await page.fill('#code', 'abc');
            await page.click('[data-find]');
            await waitForText(page, '.by-code .said', 'six characters');
            await page.fill('#code', 'ABC 234');
            await page.click('[data-find]');
            await waitForText(page, '.by-code .said', 'No table has this code');
            assert.equal(await page.inputValue('#code'), 'ABC 234');
            await goTo(page, '#/table/aaaaaaaaaaaaaaaa');
            await waitForText(page, '.astray p', 'This table no longer exists');
            /* Who was never there has lost nothing. */
            assert.equal(await page.textContent('h1'), 'Not found');
        });

    test('listed tables come by themselves', async () => {
        await goTo(ben.page, '#/together');
        await waitForText(ben.page, '.listed [role=status]', 'No open tables');
        await openTable(ann, { name: 'hard', listed: true });
        await waitForText(ben.page, '.lobby a', 'hard');
        await ann.page.selectOption('[data-bot="1"]', 'medium');
        await waitForText(ben.page, '.lobby a', 'hard and Medium bot');
    });

    test('a page without a server says why', async () => {
        const other = await serveChanging();
        const { page, context } = await visit(at, { url: other.url });
        await waitForText(page, '.way', 'own server');
        assert.equal(await page.locator('.way a').count(), 0);
        await page.goto(`${other.url}#/together`);
        await waitForText(page, '.together p', 'own server');
        await context.close();
        await other.close();
    });
});

describe('at the table', () => {
    test('chat is text, reactions are pictures, and both can be muted',
        async () => {
            await goTo(ben.page, await openTable(ann, { chat: true }));
            await sitDown(ben.page, 'Ben');
            const trick = '<img src=x onerror="document.title=1"> & <b>';
            await ben.page.fill('#chat', trick);
            await ben.page.click('.say button');
            await waitForText(ann.page, '.lines li', trick);
            assert.equal(await ann.page.locator('.lines img, .lines li b')
                .count(), 1);
            assert.equal(await ben.page.inputValue('#chat'), '');
            await ben.page.click('[data-reaction="5"]');
            await waitForText(ann.page, '.lines li', 'Heart');

            const long = 'ü'.repeat(101);
            await ben.page.fill('#chat', long);
            await waitForText(ben.page, '.talk .note', '−2');
            await ben.page.click('.say button');
            await waitForText(ben.page, '.talk .said', 'too long');
            assert.equal(await ben.page.inputValue('#chat'), long);

            await ann.page.click('.top button >> nth=0');
            await ann.page.click('[data-mute="1"]');
            await ann.page.waitForSelector('[data-unmute="1"]');
            await waitForText(ben.page, '.talk .muted', 'muted');
            assert.ok(!await ben.page.isVisible('#chat'));
            await ann.page.click('[data-unmute="1"]');
            await ben.page.waitForSelector('#chat');
            assert.equal(await ben.page.inputValue('#chat'), long);
        });

    test('who is blocked is not heard, and the host hears of complaints',
        async () => {
            const path = await openTable(ann, { seats: 3, chat: true });
            await goTo(ben.page, path);
            await sitDown(ben.page, 'Ben');
            await goTo(cleo.page, path);
            await sitDown(cleo.page, 'Cleo');
            await cleo.page.fill('#chat', 'before');
            await cleo.page.click('.say button');
            await waitForText(ben.page, '.lines li', 'before');
            await ben.page.click('.top button >> nth=0');
            await ben.page.click('[data-block="2"]');
            await waitForText(ben.page, '.people li', 'blocked');
            await ben.page.click('[data-report="2"]');
            await waitForText(ben.page, 'dialog .said', 'The host can now see');
            await ann.page.click('.top button >> nth=0');
            await waitForText(ann.page, '.people li', '1 complaint');
            assert.equal(await ann.page.locator('[data-report]').count(), 0);
            await ann.page.keyboard.press('Escape');
            await ben.page.keyboard.press('Escape');
            await cleo.page.fill('#chat', 'after');
            await cleo.page.click('.say button');
            await waitForText(ann.page, '.lines li', 'after');
            assert.equal(await ben.page.locator('.lines li').count(), 0);
        });

    test('hints only where the host allows them', async () => {
        for (const hints of [false, true]) {
            const path = await openTable(ann, { hints });
            await waitForText(ann.page, '.facts',
                hints ? 'Hints allowed' : 'No hints');
            await goTo(ben.page, path);
            await sitDown(ben.page, 'Ben');
            await ann.page.click('[data-start]');
            await ben.page.waitForSelector('.play[data-phase]');
            assert.equal(await ben.page.locator('.top .hint').count(),
                hints ? 1 : 0);
        }
    });

    test('a key brings back to the seats on another device', async () => {
        const path = await openTable(ann);
        await goTo(ann.page, '#/together');
        await ann.page.click('.key summary');
        const saved = ann.page.waitForEvent('download');
        await ann.page.click('[data-key-save]');
        const file = await (await saved).path();
        const { page, context } = await visit(at);
        await goTo(page, '#/together');
        await page.setInputFiles('[data-key-file]',
            { name: 'x', mimeType: 'text/plain', buffer: Buffer.from('no key') });
        await waitForText(page, '.said', 'isn’t a key');
        await page.setInputFiles('[data-key-file]', file);
        await page.click(`.unfinished a[href="${path}"]`);
        await waitForText(page, '.seats li', /Ann.*you/);
        await context.close();
    });

    test('so does a key as a picture, and its address stays nowhere', async () => {
        const path = await openTable(ann);
        /** What the page wants to be drawn: that is what a camera reads. */
        let link = '';
        ann.page.once('websocket', (socket) => {
            socket.on('framesent', ({ payload }) => {
                const asked = JSON.parse(String(payload));
                if (asked.do === 'qr')
                    link = asked.text;
            });
        });
        await goTo(ann.page, '#/together');
        await ann.page.click('.key summary');
        await ann.page.waitForSelector('.key .dots[role=img]');
        assert.ok(link.length <= 300, link);
        assert.match(link, /#key=[0-9a-z]+(\.[0-9a-z]{16}[0-9a-f]{32})+$/);
        const { page, context } = await visit(at);
        await goTo(page, link.slice(at.server.url.length));
        await page.click(`.unfinished a[href="${path}"]`);
        await waitForText(page, '.seats li', /Ann.*you/);
        await page.goBack();
        await page.goBack();
        assert.doesNotMatch(page.url(), /key=/);
        await goTo(page, `#key=${path.slice(-16)}`);
        await waitForText(page, '.astray', 'incomplete');
        await context.close();
    });

    test('a seat moves to another device, once', async () => {
        await openTable(ann);
        await choose(ann.page, 'hand');
        const link = await ann.page.inputValue('dialog .address');
        assert.match(link, /#take=[0-9a-z]{16}\.[0-9a-f]{32}$/);
        const path = link.slice(at.server.url.length);
        await goTo(ben.page, path);
        await waitForText(ben.page, '.seats li', /Ann.*you/);
        assert.match(ben.page.url(), /#\/table\/[0-9a-z]{16}$/);
        await waitForText(ann.page, '.astray', 'another device');
        await goTo(ann.page, path);
        await waitForText(ann.page, '.astray', 'already been used');
        assert.doesNotMatch(ann.page.url(), /take=/);

        await goTo(ben.page, '#/together');
        await ben.page.click('.unfinished a >> nth=0');
        await waitForText(ben.page, '.seats li', /Ann.*you/);
    });

    test('leaving gives the seat up, closing ends it for everyone', async () => {
        const path = await openTable(ann);
        await goTo(ben.page, path);
        await sitDown(ben.page, 'Ben');
        await choose(ann.page, 'leave');
        await waitForText(ann.page, 'dialog p', 'will be free');
        await ann.page.click('[data-sure]');
        await ann.page.waitForSelector('.together');
        const id = path.split('/')[2];
        assert.ok((await keysTo(ben.page)).some((key) => key.endsWith(id)));
        assert.ok(!(await keysTo(ann.page)).some((key) => key.endsWith(id)));
        await waitForText(ben.page, '.seats li', /Ben.*host/);

        await ann.page.goto(at.server.url + path);
        await sitDown(ann.page, 'Ann');
        await choose(ben.page, 'close');
        await ben.page.click('[data-sure]');
        await ben.page.waitForSelector('.together');
        await waitForText(ann.page, '.astray', 'closed');
        await goTo(ben.page, path);
        await waitForText(ben.page, '.astray', 'no longer exists');
    });

    test('without a clipboard the address is selected', async () => {
        const { page } = ann;
        await openTable(ann);
        await page.evaluate(() => {
            Object.defineProperty(navigator, 'clipboard', { value: undefined });
            document.execCommand = () => false;
        });
        await page.click('.invitation [data-copy]');
        await waitForText(page, '.invitation .said', 'selected');
        assert.ok(await page.evaluate(() => {
            const field = document.activeElement;
            return field instanceof HTMLInputElement &&
                field.selectionStart === 0 &&
                field.selectionEnd === field.value.length;
        }));
    });

    test('everything on this device can be deleted', async () => {
        const { page } = ann;
        assert.notDeepEqual(await keysTo(page), []);
        await goTo(page, '#/privacy');
        await page.click('[data-forget]');
        await page.click('[data-sure]');
        await page.waitForSelector('.games');
        assert.deepEqual(await keysTo(page), []);
        assert.equal(await page.evaluate(() => localStorage
            .getItem('parlour.me')), null);
    });
});

test('how long tables are kept is what this server does', async (t) => {
    const { page, context } = await visit(at);
    const short = await serve('127.0.0.1', { more: ['--keep-days', '1'] });
    t.after(() => short.close());
    const without = await serveChanging();
    t.after(() => without.close());

    for (const [{ url }, text] of /** @type {const} */ ([
        [at.server, 'visits for 30 days is'], [short, 'visits for 1 day is'],
        [without, 'after a number of days']])) {
        await page.goto(`${url}#/privacy`);
        await waitForText(page, '[data-line="unvisited"]', text);
    }
    await context.close();
});

test('what the operator says stands on every screen, as long as it holds', async (t) => {
    const work = mkdtempSync(join(tmpdir(), 'parlour-house-'));
    const store = join(work, 'tables.db');
    const house = await serve('127.0.0.1', { store });
    t.after(async () => {
        await house.close();
        rmSync(work, { recursive: true });
    });
    /** @param {string[]} words */
    const admin = (...words) => assert.equal(spawnSync(join(build, 'parlour'),
        ['admin', '--store', store, ...words]).status, 0, words[0]);
    const { page, context } = await visit(at);

    await page.goto(`${house.url}#/together`);
    await page.waitForSelector('.new-table');
    admin('drain', '7');
    await waitForText(page, '.house-line', 'about 7 minutes');
    await checkScreen(page, 'a house that closes');
    await page.click('[data-open]');
    await waitForText(page, '.new-table .said', 'about to close');
    await page.evaluate(() => { location.hash = '#/'; });
    await page.waitForSelector('.games');
    await waitForText(page, '.house-line', 'about 7 minutes');
    admin('drain', 'off');
    await page.waitForSelector('.house-line', { state: 'detached' });
    admin('say', 'Tea is ready');
    await waitForText(page, '.house-line', 'Tea is ready');
    admin('say');
    await page.waitForSelector('.house-line', { state: 'detached' });
    await context.close();
});

test('around a running game', async () => {
    const path = await openTable(ann, { chat: true });
    await goTo(ben.page, path);
    await sitDown(ben.page, 'Ben');
    await ann.page.click('[data-start]:not(:disabled)');
    await ben.page.waitForSelector('.play[data-phase="choose"]');
    await goTo(cleo.page, path);
    await cleo.page.waitForSelector('.play[data-phase]');

    await ben.page.click('[data-chat]');
    await checkScreen(ben.page, 'chat in a game');
    await ben.page.click('[data-reaction="7"]');
    await waitForText(ann.page, '.whispers li', 'Good luck');
    await ann.page.waitForSelector('[data-chat].unread');
    await ben.page.keyboard.press('Escape');

    await choose(ben.page, 'leave');
    await waitForText(ben.page, 'dialog p', 'A bot will take over');
    await ben.page.click('[data-sure]');
    await ben.page.waitForSelector('.together');
    await ann.page.click('.top button >> nth=0');
    await waitForText(ann.page, '.people li', 'bot playing');
    await ann.page.keyboard.press('Escape');

    await choose(cleo.page, 'sit');
    await cleo.page.fill('#my-name', 'Cleo');
    await cleo.page.click('dialog [data-sit]');
    await cleo.page.waitForSelector('dialog', { state: 'detached' });
    await waitForText(ann.page, '.players', 'Cleo');

    await choose(ann.page, 'hand');
    const link = await ann.page.inputValue('dialog .address');
    await goTo(ben.page, link.slice(at.server.url.length));
    await waitForText(ann.page, '.astray', 'another device');
    await ben.page.waitForSelector('.play[data-phase]');
    await waitForText(ben.page, '.players', 'Cleo');

    await ben.page.click('.top button >> nth=0');
    await checkScreen(ben.page, 'menu of a game');
    await ben.page.click('[data-remove="1"]');
    await waitForText(ben.page, '.people li', 'bot playing');
    await cleo.page.waitForFunction((id) =>
        !localStorage.getItem(`parlour.seat.${id}`), path.split('/')[2]);
    await ben.page.keyboard.press('Escape');
    await choose(ben.page, 'close');
    await ben.page.click('[data-sure]');
    await waitForText(cleo.page, '.astray', 'closed');
});

/** @param {Page} page @param {string} what */
async function checkScreen(page, what) {
    await checkFit(page, what);
    await page.setViewportSize({ width: 360, height: 640 });
    await checkAxe(page, what);
    await page.emulateMedia({ colorScheme: 'dark' });
    await checkAxe(page, `${what}, dark`);
    await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
    });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <=
        innerWidth), `${what} scrolls across with large letters`);
    await page.evaluate(() => {
        document.documentElement.style.fontSize = '';
    });
    await page.emulateMedia({ colorScheme: 'light' });
}

test('every screen, light and dark', async () => {
    const { page } = ann;
    const path = await openTable(ann, { seats: 3, chat: true, listed: true });
    await page.waitForSelector('.scan svg');
    await goTo(ben.page, path);
    await checkScreen(ben.page, 'visitor');
    await sitDown(ben.page, 'B'.repeat(31));
    await ben.page.fill('#chat', 'w'.repeat(180));
    await ben.page.click('.say button');
    await page.waitForSelector('.lines li');
    await checkScreen(page, 'room');
    await page.click('.top button >> nth=0');
    await checkScreen(page, 'menu');
    await page.keyboard.press('Escape');
    for (const what of ['invite', 'hand', 'leave', 'close']) {
        await choose(page, what);
        await page.waitForSelector('dialog .address, [data-sure]');
        await checkScreen(page, what);
        await page.keyboard.press('Escape');
    }
    await goTo(page, '#/together');
    await page.click('.new-table summary');
    await page.waitForSelector('.lobby a');
    await checkScreen(page, 'together');
    for (const where of ['#/privacy', '#/table/none']) {
        await goTo(page, where);
        await checkScreen(page, where);
    }
});

test('the first screen says at how many tables others wait for me', async () => {
    const path = await openTable(ann);
    await goTo(ann.page, '#/');
    await waitForText(ann.page, '.way small', /You’re at \d+ tables?/);
    assert.equal(await ann.page.locator('.way .due').count(), 0);

    await goTo(ben.page, path);
    await sitDown(ben.page, 'Ben');
    await goTo(ann.page, path);
    await ann.page.click('[data-start]:enabled');
    await ann.page.waitForSelector('.play[data-phase=choose]');
    await goTo(ann.page, '#/');
    await waitForText(ann.page, '.way .due small', 'Your turn at 1 table');
});

test('no device had an error', () => {
    assert.deepEqual([...ann.errors, ...ben.errors, ...cleo.errors], []);
});
