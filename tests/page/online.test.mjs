/* People at tables of a real server, each with a browser of their own, who
 * play by clicking what they see. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { keptGames, launch, nativePoints, playByClicking, visit }
    from './help.mjs';
import { build, serve } from './serve.mjs';

/** @typedef {import('playwright-core').Page} Page */

const work = mkdtempSync(join(tmpdir(), 'parlour-online-'));
/** @type {{browser: import('playwright-core').Browser,
 *     server: import('./serve.mjs').Server}} */
let at;

before(async () => {
    at = { server: await serve('127.0.0.1',
        ['--store', join(work, 'tables.db')]), browser: await launch() };
});
after(async () => {
    await at.browser.close();
    await at.server.close();
    rmSync(work, { recursive: true });
});

/* --- What people do ------------------------------------------------------- */

/** A way to the server that can be cut. */
async function openWay() {
    const { port } = new URL(at.server.url);
    /** @type {Set<import('node:net').Socket>} */
    const sockets = new Set();
    let whole = true;
    const way = createServer((socket) => {
        if (!whole) {
            socket.destroy();
            return;
        }
        const on = createConnection(Number(port), '127.0.0.1');
        socket.pipe(on).pipe(socket);
        for (const one of [socket, on]) {
            sockets.add(one);
            one.on('error', () => {});
            one.on('close', () => {
                sockets.delete(one);
                socket.destroy();
                on.destroy();
            });
        }
    });

    await new Promise((resolve) => {
        way.listen(0, '127.0.0.1', () => resolve(undefined));
    });
    const { port: mine } = /** @type {import('node:net').AddressInfo} */
        (way.address());
    return { url: `http://127.0.0.1:${mine}/`,
        cut: () => {
            whole = false;
            sockets.forEach((socket) => socket.destroy());
        },
        mend: () => {
            whole = true;
        },
        close: () => {
            sockets.forEach((socket) => socket.destroy());
            way.close();
        } };
}

/** Somebody with a browser. @param {string} [url] @param {object} [settings] */
async function person(url = at.server.url, settings = {}) {
    return visit(at, { url, settings });
}

/**
 * @param {Page} page
 * @param {string} name
 * @param {{game: string, seats: number}} plan
 * @returns {Promise<string>} the table's id
 */
async function openTable(page, name, { game, seats }) {
    await page.evaluate(() => {
        location.hash = '#/together';
    });
    await page.selectOption('#table-game', game);
    await page.selectOption('#table-seats', String(seats));
    await page.fill('#my-name', name);
    await page.click('[data-open]');
    await page.waitForSelector('.room');
    return (await page.evaluate(() => location.hash)).split('/')[2];
}

/** @param {Page} page @param {string} table */
async function come(page, table) {
    await page.evaluate((id) => {
        location.hash = `#/table/${id}`;
    }, table);
    await page.waitForSelector('.room');
}

/** @param {Page} page @param {string} table @param {string} name */
async function sitDown(page, table, name) {
    await come(page, table);
    await page.fill('.sitting #my-name', name);
    await page.click('.sitting [data-sit]');
    await page.waitForSelector('.sitting', { state: 'hidden' });
}

/** @param {Page} page */
async function startGame(page) {
    await page.click('[data-start]:not(:disabled)');
    await page.waitForSelector('.play[data-phase]');
}

/** What the end shows: names, points, winners. @param {Page} page */
async function readEnd(page) {
    await page.click('.play[data-phase="over"] .bar button.main');
    await page.waitForSelector('.end .result');
    return page.$$eval('.result tr', (rows) => rows.map((row) =>
        [...row.children].map((cell) => cell.textContent)));
}

/** @param {string} record */
function verify(record) {
    const file = join(work, 'a.parlour');

    writeFileSync(file, record);
    execFileSync(join(build, 'parlour'), ['verify', file], { stdio: 'ignore' });
    return nativePoints(record);
}

/**
 * Four play, one looks on, one loses the connection, one reloads.
 * @param {string} game
 */
async function playFour(game) {
    const way = await openWay();
    const people = await Promise.all(
        [0, 1, 2, 3].map((i) => person(i === 3 ? way.url : undefined)));
    const watcher = await person();
    const [ann, bob, cem, dora] = people.map(({ page }) => page);
    const table = await openTable(ann, 'Ann', { game, seats: 4 });

    await sitDown(bob, table, 'Bob');
    await sitDown(cem, table, 'Cem');
    await sitDown(dora, table, 'Dora');
    await come(watcher.page, table);
    await startGame(ann);
    await Promise.all([
        playByClicking(ann, { patience: 20_000 }),
        playByClicking(bob, { patience: 20_000 }),
        reloads(cem).then(() => playByClicking(cem, { patience: 20_000 })),
        losesConnection(dora, way).then(() =>
            playByClicking(dora, { patience: 20_000 })),
        watcher.page.waitForSelector('.play[data-phase="over"]',
            { timeout: 90_000 })]);
    const ends = await Promise.all(
        [ann, bob, cem, dora, watcher.page].map(readEnd));
    for (const end of ends)
        assert.deepEqual(end, ends[0]);
    way.close();
    return { people, watcher, table, end: ends[0] };
}

/** @param {Page} page */
async function reloads(page) {
    await page.waitForSelector('.play[data-phase]');
    await playByClicking(page, { patience: 20_000,
        until: async (_, clicks) => clicks >= 6 });
    await page.reload();
    await page.waitForSelector('.play[data-phase]');
}

/** @param {Page} page @param {Awaited<ReturnType<typeof openWay>>} way */
async function losesConnection(page, way) {
    await page.waitForSelector('.play[data-phase]');
    await playByClicking(page, { patience: 20_000,
        until: async (_, clicks) => clicks >= 9 });
    way.cut();
    await page.waitForSelector('.trouble:not([hidden])');
    assert.match(await page.textContent('.trouble') ?? '', /connection/);
    way.mend();
    await page.waitForSelector('.trouble', { state: 'hidden' });
}

test('four play Qwixx at one table, a fifth watches', async () => {
    const { people, watcher, end } = await playFour('qwixx');
    const kept = await keptGames(people[0].page);

    assert.equal(kept.length, 1);
    assert.deepEqual(verify(kept[0].record).map(({ points }) => points),
        end[end.length - 1].slice(1).map((text) =>
            Number((text ?? '').replace('−', '-'))));
    assert.equal((await keptGames(watcher.page)).length, 0);
    for (const { context } of [...people, watcher])
        await context.close();
});
