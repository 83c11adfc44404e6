/* How much the first visit loads. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { folder, serve } from './serve.mjs';
import { launch, newContext } from './help.mjs';

test('the engine is under 120 kB compressed', () => {
    const size = gzipSync(readFileSync(`${folder}parlour.wasm`)).length;
    assert.ok(size < 120_000, `${size} bytes`);
});

test('what bots know of all games is under 150 kB', () => {
    const files = readdirSync(`${folder}brains`);
    const size = files.reduce(
        (sum, file) => sum + statSync(`${folder}brains/${file}`).size, 0);
    assert.ok(files.length > 0 && size < 150_000, `${size} bytes`);
});

test('the typefaces are 48 kB', () => {
    const files = readdirSync(`${folder}fonts`);
    const size = files.filter((file) => file.endsWith('.woff2')).reduce(
        (sum, file) => sum + statSync(`${folder}fonts/${file}`).size, 0);
    assert.ok(size > 0 && size <= 48_000, `${size} bytes`);
    assert.equal(files.filter((file) => file.endsWith('-OFL.txt')).length, 2);
});

test('the first load is under 250 kB over the wire', async (t) => {
    const server = await serve();
    t.after(() => server.close());
    const browser = await launch();
    t.after(() => browser.close());
    const context = await newContext(browser);
    const page = await context.newPage();

    /** @type {Promise<number>[]} */
    const sizes = [];
    /** @type {string[]} */
    const words = [];
    page.on('requestfinished', (request) => {
        assert.doesNotMatch(request.url(), /brain/, 'nobody plays yet');
        sizes.push(request.sizes().then(
            (size) => size.responseBodySize + size.responseHeadersSize));
        if (request.url().includes('/words/'))
            words.push(request.url());
    });
    await page.goto(server.url, { waitUntil: 'networkidle' });
    await page.waitForSelector('.games');
    const total = (await Promise.all(sizes)).reduce((a, b) => a + b, 0);
    assert.ok(sizes.length > 20);
    assert.deepEqual(words, [`${server.url}words/en.words.json`]);
    assert.ok(total > 50_000 && total < 250_000, `${total} bytes`);
});
