/* A game on an address that is not loopback, as in a home network: no service
 * worker, no secure context, and everything else works. Runs in a network
 * namespace of its own; tests/page/run makes it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from './serve.mjs';
import { checkEnd, launch, playByClicking, sitDown, visit } from './help.mjs';

const address = process.env.PAGE_ADDRESS;

test('plain http in a home network', { skip: !address }, async (t) => {
    const server = await serve(address);
    t.after(() => server.close());
    const browser = await launch();
    t.after(() => browser.close());
    const { page, errors } = await visit({ browser, server });

    assert.equal(await page.evaluate(() => isSecureContext), false);
    await sitDown(page, 'qwixx');
    await playByClicking(page);
    await checkEnd(page);
    await page.goto(`${server.url}#/settings`);
    await page.waitForSelector('.settings');
    assert.match(await page.textContent('.settings') ?? '',
        /can’t be installed or used offline/);
    /* A header for secure pages: the browser says that it means nothing here. */
    assert.deepEqual(errors.filter((error) =>
        !error.includes('Cross-Origin-Opener-Policy')), []);
});
