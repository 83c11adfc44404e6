/* The server gets another build while a page loads. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, newContext } from './help.mjs';
import { serveChanging } from './serve.mjs';

/** @typedef {(text: string) => string} Change */

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
    browser = await launch();
});
after(() => browser.close());

/** @type {Record<string, Change>} what differs in the newer build */
const NEWER = {
    '/': (text) => text.replace('data-build="', 'data-build="new'),
    '/worker.js': (text) => text.replace("VERSION = '", "VERSION = 'new"),
    '/style/page.css': (text) => `${text}\n/* newer */\n`,
};
/** @type {Change} */
const rename = (text) => text.replaceAll('startApp', 'startNewer');

/**
 * A server whose build becomes a newer one when that file is asked for, and how
 * often a page was loaded from it.
 * @param {import('node:test').TestContext} t
 * @param {string} path
 * @param {Record<string, Change>} newer
 */
async function upgradeAt(t, path, newer = NEWER) {
    const server = await serveChanging();
    let isNewer = false;

    t.after(() => server.close());
    for (const [file, change] of Object.entries(newer))
        server.instead.set(file, (text) => (isNewer ? change(text) : text));
    server.instead.set(path, (text) => {
        isNewer = true;
        return newer[path]?.(text) ?? text;
    });
    const context = await newContext(browser, { serviceWorkers: 'allow' });
    t.after(() => context.close());
    const page = await context.newPage();
    const loads = { count: 0 };
    page.on('request', (request) => {
        loads.count += Number(request.isNavigationRequest());
    });
    return { server, page, context, loads };
}

/** @param {import('playwright-core').Page} page */
const buildOf = (page) => page.evaluate(async () => ({
    page: document.documentElement.dataset.build?.startsWith('new'),
    style: (await (await fetch('style/page.css')).text()).includes('newer'),
}));

const ALL_NEW = { page: true, style: true };

test('modules that do not fit are loaded again, once', async (t) => {
    const { server, page, loads } = await upgradeAt(t, '/app.js',
        { ...NEWER, '/app.js': rename, '/page.js': rename });

    await page.goto(server.url);
    await page.waitForSelector('.games');
    assert.equal(loads.count, 2);
    assert.deepEqual(await buildOf(page), ALL_NEW);
});

test('files of two builds that fit are loaded again as well', async (t) => {
    const { server, page, loads } = await upgradeAt(t, '/words/en.words.json');

    await page.goto(server.url);
    await page.waitForFunction(() =>
        document.documentElement.dataset.build?.startsWith('new') &&
        document.querySelector('.games'));
    assert.equal(loads.count, 2);
    assert.deepEqual(await buildOf(page), ALL_NEW);
});

test('what is kept for later is of one build', async (t) => {
    const { server, page, context } = await upgradeAt(t, '/guides/qwixx.guide');
    let isAll = false;

    server.instead.set('/words/sv.words.json', (text) => { // the last of all
        isAll = true;
        return text;
    });
    await page.goto(server.url);
    while (!isAll)
        await page.waitForTimeout(20);
    await page.waitForLoadState('networkidle'); // or it loads again just now
    /* A page that loads while a worker is refused, or begins, has none. */
    do
        await page.reload();
    while (!await page.waitForFunction(() => navigator.serviceWorker.controller,
        null, { timeout: 3000 }).catch(() => null));
    await context.setOffline(true);
    await page.reload();
    await page.waitForSelector('.games');
    assert.deepEqual(await buildOf(page), ALL_NEW);
});

test('where builds change all the time, it is loaded again once', async (t) => {
    const { server, page, loads } = await upgradeAt(t, '/nowhere');
    let asked = 0;

    server.instead.set('/', (text) => (asked++ % 2 === 0 ? text : NEWER['/'](text)));
    await page.goto(server.url);
    while (asked < 4) // each load asks for it twice
        await page.waitForTimeout(20);
    await page.waitForSelector('.games');
    await page.click('a[href="#/new/qwixx"]');
    await page.waitForSelector('.seats');
    assert.equal(loads.count, 2);
});
