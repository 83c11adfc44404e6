/* A first game with a guide, by touch on a phone: one thing at a time, kind
 * answers to touches elsewhere, left and found again, skipped, celebrated. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { checkAxe } from './barriers.mjs';
import { keptGames, start, visit } from './help.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let at;
before(async () => {
    at = await start();
});
after(() => at.stop());

const WAITS = '.play[data-phase="choose"], .play[data-phase="throw"], .finale';

/** @typedef {import('playwright-core').Page} Page */

/**
 * A touch in the middle of something that a person can see, once it has come to
 * rest there.
 * @param {Page} page
 * @param {string} what
 */
async function tap(page, what) {
    const place = await page.waitForFunction((selector) => {
        const element = document.querySelector(selector);
        if (!element)
            return null;
        const box = element.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const there = document.elementFromPoint(x, y);
        const last = /** @type {any} */ (window).wasAt;
        const isSeen = there !== null && (element.contains(there) ||
            there.closest('[data-touch]') === element.closest('[data-touch]'));
        /** @type {any} */ (window).wasAt = `${selector} ${x} ${y}`;
        return isSeen && last === `${selector} ${x} ${y}` ? { x, y } : null;
    }, what, { polling: 60 });
    const { x, y } = /** @type {{x: number, y: number}} */
        (await place.jsonValue());
    await page.touchscreen.tap(x, y);
}

/** @param {Page} page */
function stepOf(page) {
    return page.locator('.guided .top h1').innerText();
}

/**
 * Does what the guide shows, once.
 * @param {Page} page
 * @returns {Promise<boolean>} is it over?
 */
async function doOne(page) {
    await page.waitForSelector(WAITS);
    if (await page.locator('.finale').count() > 0)
        return true;
    if (await page.locator('.bar .main:enabled').count() > 0)
        await tap(page, '.bar .main');
    else if (await page.locator('.bar .led').count() > 0)
        await tap(page, '.bar .led');
    else
        await tap(page, '.stage .piece.next');
    return false;
}

/** @param {Page} page */
async function playThrough(page) {
    for (let i = 0; i < 60; i++)
        if (await doOne(page))
            return;
    assert.fail('the guide does not end');
}

describe('a guide', () => {
    test('is offered once, answers kindly, is left, found again and celebrated',
        async () => {
            const { page, context, errors } = await visit(at, { touch: true,
                url: `${at.server.url}#/new/qwixx` });
            await page.tap('.guide-offer [data-guide]');
            await page.waitForSelector('.guided[data-phase="throw"]');
            assert.equal(await stepOf(page), 'First game · 1 of 8');
            await tap(page, '.mine .piece.box');
            await page.waitForSelector('.notice:has-text("Roll first")');
            await doOne(page);

            /* Only what is shown can be touched. */
            await page.waitForSelector('.guided[data-phase="choose"]');
            assert.equal(await page.locator('.mine .piece.can').count(), 1);
            await page.locator('.mine .piece.box').nth(30).tap();
            await page.waitForSelector('.notice:has-text("Tap where the lamp is")');
            assert.equal(await page.locator('.bar .main:enabled').count(), 0);
            await checkAxe(page, 'guide');
            await doOne(page);
            await doOne(page);
            await page.waitForSelector('.top:has-text("3 of 8")');

            /* A reload and a walk outside lose nothing. */
            await page.reload();
            await page.waitForSelector('.guided[data-phase="choose"]');
            assert.equal(await stepOf(page), 'First game · 3 of 8');
            await tap(page, '.guided .top button');
            await page.tap('.guide-offer [data-guide]:has-text("Carry on")');
            await page.waitForSelector('.guided[data-phase="choose"]');
            assert.equal(await stepOf(page), 'First game · 3 of 8');

            /* Back is a step back. */
            await tap(page, '[data-key="back"]');
            await page.waitForSelector('.top:has-text("2 of 8")');

            await playThrough(page);
            await checkAxe(page, 'the end of a guide');
            assert.deepEqual(await keptGames(page), [], 'it is no game of one’s own');
            await tap(page, '[data-play]');
            await page.waitForSelector('.play[data-phase]:not(.guided)');
            assert.equal((await keptGames(page)).length, 1);
            await page.goto(`${at.server.url}#/new/qwixx`);
            await page.waitForSelector('.seats');
            assert.equal(await page.locator('.guide-offer').count(), 0);
            assert.deepEqual(errors, []);
            await context.close();
        });

    test('begins in How to play, and is skipped', async () => {
        const { page, context, errors } = await visit(at, { touch: true,
            url: `${at.server.url}#/rules/one-to-9` });
        await page.tap('[data-guide]');
        await page.waitForSelector('.guided[data-phase="choose"]');
        await doOne(page);
        await doOne(page);
        await page.waitForSelector('.top:has-text("2 of 6")');
        await tap(page, '[data-skip]');
        await page.waitForSelector('.seats');
        assert.equal(await page.locator('.guide-offer').count(), 0);

        /* Anyone who wants it all the same begins at the beginning. */
        await page.goto(`${at.server.url}#/guide/one-to-9`);
        await page.waitForSelector('.guided[data-phase="choose"]');
        assert.equal(await stepOf(page), 'First game · 1 of 6');
        await playThrough(page);
        assert.deepEqual(errors, []);
        await context.close();
    });

    test('the offer can be closed, and a begun game needs none', async () => {
        const { page, context } = await visit(at,
            { url: `${at.server.url}#/new/bingo` });
        await page.click('.guide-offer button');
        await page.reload();
        await page.waitForSelector('.seats');
        assert.equal(await page.locator('.guide-offer').count(), 0);
        await page.goto(`${at.server.url}#/new/numeri`);
        await page.waitForSelector('.guide-offer');
        await page.click('button[type=submit]');
        await page.waitForSelector('.play[data-phase]');
        await page.goto(`${at.server.url}#/new/numeri`);
        await page.waitForSelector('.seats');
        assert.equal(await page.locator('.guide-offer').count(), 0);
        await context.close();
    });

    test('all of them are played to the end by touch, everything in sight',
        async () => {
            const { page, context, errors } = await visit(at, { touch: true });
            const games = await page.$$eval('.games a', (links) => links.map(
                (link) => link.getAttribute('href')?.split('/').pop()));
            assert.equal(games.length, 8);
            for (const game of games) {
                await page.goto(`${at.server.url}#/guide/${game}`);
                await page.waitForSelector(`.guided[data-phase]`);
                await playThrough(page);
            }
            assert.deepEqual(errors, []);
            await context.close();
        });

    test('speaks another language where it is', async () => {
        const { page, context } = await visit(at, { touch: true,
            url: `${at.server.url}#/guide/qwixx`, locale: 'de-DE' });
        await page.waitForSelector('.bubble:has-text("Zahlen ankreuzen")');
        await doOne(page);
        await page.waitForSelector('.bubble:has-text("Weiß ist für alle da")');
        await context.close();
    });
});

test('everything a guide says fits into its bubble, in every language',
    async () => {
        const { page, context } = await visit(at,
            { url: `${at.server.url}#/guide/qwixx` });
        await page.waitForSelector('.bubble h2:not(:empty)');
        const small = await page.evaluate(async () => {
            const { fitText } = await import(`${location.origin}/elements/fitting.js`);
            const codes =
                document.documentElement.dataset.languages?.split(' ') ?? [];
            const bubble = /** @type {HTMLElement} */
                (document.querySelector('.bubble'));
            const [title, text] = [bubble.querySelector('h2'),
                bubble.querySelector('p')];
            /** @type {string[]} */
            const found = [];
            let said = 0;

            for (const code of codes) {
                const { words } = await (await fetch(
                    `words/${code}.howto.json`)).json();
                for (const id of Object.keys(words)) {
                    const above = words[`${id}.title`];
                    if (!id.startsWith('guide.') || !above || !title || !text ||
                        id.endsWith('.end'))
                        continue;
                    said++;
                    title.textContent = above;
                    text.textContent = words[id].replace(/\{\w+\}/g, '15')
                        .replace(/\{\w+\|.*?([^|}]*)\}/g, '$1');
                    fitText(bubble);
                    const size = parseFloat(getComputedStyle(bubble).fontSize);
                    if (size < 13 || bubble.scrollHeight > bubble.clientHeight)
                        found.push(`${code} ${id}: ${size} px`);
                }
            }
            return said > 600 ? found : [`only ${said} texts`];
        });
        assert.deepEqual(small, []);
        await context.close();
    });
