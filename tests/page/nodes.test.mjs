/* Four people, each with a browser, at a table whose node dies or is
 * upgraded: PostgreSQL, three nodes and nginx, as tools/cluster starts them. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gather, NAMES, openTable, readEnd, startGame } from './gathering.mjs';
import { keptGames, launch, nativePoints, newContext, PATIENCE, playByClicking,
    visit } from './help.mjs';
import { build, folder } from './serve.mjs';

/** @typedef {import('playwright-core').Page} Page */

const work = mkdtempSync(join(tmpdir(), 'parlour-nodes-'));

const NODES = [1, 2, 3];

/** The command, and one whose wire is another. */
const [USUAL, OTHERWISE] = ['parlour', 'parlour-otherwise'];

/** @param {string} web the page @param {string} what @param {string} where @param {string} [node] @param {string} [command] */
function cluster(web, what, where, node, command = USUAL) {
    return execFileSync(fileURLToPath(new URL('../../tools/cluster', import.meta.url)),
        node ? [what, where, node] : [what, where], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'],
            env: { ...process.env, PARLOUR: join(build, command),
                PARLOUR_WEB: web } }).trim();
}

/** @param {number} node @param {'port' | 'pid'} what */
const of = (node, what) =>
    Number(readFileSync(join(work, `node${node}.${what}`), 'utf8'));

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {string} */
let url;
before(async () => {
    url = cluster(folder, 'start', work);
    browser = await launch();
});
after(async () => {
    await browser.close();
    cluster(folder, 'stop', work);
    rmSync(work, { recursive: true });
});

/** The node where the game is played. @param {number[]} nodes those that live */
async function host(nodes) {
    for (const node of nodes) {
        const answer = await fetch(`http://127.0.0.1:${of(node, 'port')}/metrics`);
        if (/^parlour_tables_playing 1$/m.test(await answer.text()))
            return node;
    }
    return assert.fail('no node plays');
}

/** @param {() => boolean} is */
async function until(is) {
    const since = Date.now();

    for (; !is(); await pause(20))
        assert.ok(Date.now() - since < PATIENCE, `in vain: ${is}`);
}

/** Writes down in the page when each of its sockets brought news of the game. */
function listen() {
    const heard = /** @type {{opened: number, at: number}[]} */ ([]);

    Object.assign(window, { heard, WebSocket: class extends WebSocket {
        /** @param {string} address */
        constructor(address) {
            const opened = Date.now();
            super(address);
            this.addEventListener('message', ({ data }) =>
                'state' in JSON.parse(data) && heard.push({ opened, at: Date.now() }));
        }
    } });
}

/**
 * Seconds until the page hears of the game again, on another socket.
 * @param {Page} page
 * @param {number} since
 */
async function pauseOf(page, since) {
    const then = await page.waitForFunction((from) =>
        /** @type {any} */ (window).heard.find((/** @type {any} */ one) =>
            one.opened > from)?.at, since);

    return (await then.jsonValue() - since) / 1000;
}

/** As for a new version: what it does is finished, and its tables are let go. @param {number} node */
async function end(node) {
    const pid = of(node, 'pid');
    const isAlive = () => {
        try {
            return process.kill(pid, 0);
        } catch {
            return false;
        }
    };

    process.kill(pid, 'SIGTERM');
    await until(() => !isAlive());
}

/**
 * Four people whose game has begun. They look at the table as often as they may,
 * and act where they are asked: the game takes each of them more looks than a
 * test allows, so it is never over before its end is wanted.
 */
async function playFour() {
    const people = await Promise.all(NAMES.map(() =>
        visit({ browser, server: { url } }, { keeps: true, width: 1000, height: 700,
            prepare: (context) => context.addInitScript(listen) })));
    const pages = people.map(({ page }) => page);
    const loads = pages.map(() => 0);
    pages.forEach((page, i) => page.on('load', () => loads[i]++));
    const table = await gather(pages, 'qwixx', true);

    await startGame(pages[0]);
    await Promise.all(pages.map((page) => page.waitForSelector('.play[data-phase]')));
    const looks = pages.map(() => 0);
    let allowed = 0;
    const playing = Promise.all(pages.map((page, i) => playByClicking(page, {
        taste: 'pass',
        until: async () => {
            looks[i]++;
            await until(() => looks[i] <= allowed);
            return false;
        } })));
    const allow = (/** @type {number} */ more) => {
        allowed += more;
    };
    const playOn = async (/** @type {number} */ more) => {
        allow(more);
        await Promise.race([playing, until(() => looks.some((n) => n >= allowed))]);
    };
    const playToTheEnd = () => {
        allow(Infinity);
        return playing;
    };
    return { pages, loads, table, allow, playOn, playToTheEnd,
        leave: () => Promise.all(people.map(({ context }) => context.close())) };
}

/** All have the same end and the same record. @param {Awaited<ReturnType<typeof playFour>>} game */
async function compareEnds({ pages, table, playToTheEnd }) {
    await playToTheEnd();
    const [end, ...ends] = await Promise.all(pages.map(readEnd));
    const records = await Promise.all(pages.map(async (page) => {
        await page.waitForSelector('.end [data-check]');
        return (await keptGames(page)).find((one) => one.table === table).record;
    }));
    for (const one of ends)
        assert.deepEqual(one, end);
    for (const record of records)
        assert.equal(record, records[0]);
    assert.deepEqual(nativePoints(records[0]).map(({ points }) => points),
        end[end.length - 1].slice(1).map((text) =>
            Number((text ?? '').replace('−', '-'))));
}

test('four play on while their node is killed', async (t) => {
    const game = await playFour();

    for (let deaths = 0; deaths < 2; deaths++) {
        await game.playOn(4);
        const node = await host(NODES);
        const died = Date.now();
        game.allow(2);
        process.kill(of(node, 'pid'), 'SIGKILL');
        const pauses = await Promise.all(game.pages.map((page) => pauseOf(page, died)));
        t.diagnostic(`each saw the game again after ${pauses.map((seconds) =>
            seconds.toFixed(2)).join(', ')} s`);
        await host(NODES.filter((one) => one !== node));
        cluster(folder, 'node', work, String(node));
    }
    await compareEnds(game);
    await game.leave();
});

/** The build and the wire of a node. @param {number} node */
async function greeting(node) {
    const page = await browser.newPage();

    await page.goto(`http://127.0.0.1:${of(node, 'port')}/`);
    const said = await page.evaluate(() => new Promise((resolve) => {
        new WebSocket(`ws://${location.host}/socket`).addEventListener('message',
            ({ data }) => resolve(JSON.parse(data)), { once: true });
    }));
    await page.context().close();
    return said;
}

/** The page's files come from the first node; a proxy that missed it asks others for a while. @param {string} web */
async function untilServed(web) {
    const expected = readFileSync(join(web, 'worker.js'), 'utf8');
    const since = Date.now();

    while (await (await fetch(`${url}worker.js`)).text() !== expected) {
        assert.ok(Date.now() - since < PATIENCE, 'the page of the first node is not served');
        await pause(50);
    }
}

/** Puts another page, or another command, in the place of a node's. @param {number} node @param {string} web @param {string} [command] */
async function upgrade(node, web, command) {
    await end(node);
    cluster(web, 'node', work, String(node), command);
    if (node === 1)
        await untilServed(web);
}

/** @param {Page} page */
const buildOf = (page) => page.evaluate(async () => ({
    page: document.documentElement.dataset.build?.startsWith('new'),
    style: (await (await fetch('style/page.css')).text()).includes('newer'),
}));

/** A page whose modules do not fit those of the other. */
const newer = join(work, 'newer');
before(() => {
    const change = (/** @type {string} */ file, /** @type {string} */ from,
        /** @type {string} */ to) => writeFileSync(join(newer, file),
        readFileSync(join(newer, file), 'utf8').replaceAll(from, to));

    cpSync(folder, newer, { recursive: true });
    appendFileSync(join(newer, 'style/page.css'), '\n/* newer */\n');
    change('index.html', 'data-build="', 'data-build="new');
    change('worker.js', "VERSION = '", "VERSION = 'new");
    change('page.js', 'startApp', 'startNewer');
    change('app.js', 'startApp', 'startNewer');
});
const OLD = { page: false, style: false };
const NEW = { page: true, style: true };

test('one node after the other gets a newer page, and no one has to reload', async () => {
    const game = await playFour();

    for (const node of NODES) { // the page's files are those of the first
        await game.playOn(2);
        const eve = await visit({ browser, server: { url } }, { keeps: true });
        await eve.page.goto(`${url}#/table/${game.table}`);
        await eve.page.waitForSelector('.play[data-phase]');
        assert.deepEqual(await buildOf(eve.page), node === 1 ? OLD : NEW);
        await eve.context.close();
        game.allow(2);
        await upgrade(node, newer);
        const [before, after] = [await greeting(node % 3 + 1), await greeting(node)];
        assert.equal(before.build === after.build, node === 3);
        assert.equal(before.wire, after.wire);
    }
    await compareEnds(game);
    assert.deepEqual(game.loads, NAMES.map(() => 0), 'reloaded');
    await game.leave();
    for (const node of NODES)
        await upgrade(node, folder);
});

test('a page that loads meanwhile is all new or all old', async () => {
    const context = await newContext(browser, { serviceWorkers: 'allow' });
    const page = await context.newPage();
    let loads = 0;

    page.on('request', (request) => {
        loads += Number(request.isNavigationRequest());
    });
    /** @type {(value?: unknown) => void} */
    let go = () => {};
    const isUpgraded = new Promise((resolve) => {
        go = resolve;
    });
    await page.route(/\/.*(?<!\/|page\.js|page\.css)$/, async (route) => {
        if (route.request().url().endsWith('/app.js') && loads === 1)
            await upgrade(1, newer).then(go);
        await isUpgraded; // or the proxy would see that the node was away
        await route.continue();
    });
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForSelector('.games');
    assert.equal(loads, 2);
    assert.deepEqual(await buildOf(page), NEW);
    await context.close();
    await upgrade(1, folder);
});

/** A table's name by which the proxy finds a node with that wire. @param {Page} page @param {string} wire */
const nameFor = (page, wire) => page.evaluate(async (wanted) => {
    for (;;) {
        const name = Array.from({ length: 16 }, () =>
            '0123456789abcdefghjkmnpqrstvwxyz'[Math.floor(Math.random() * 32)]).join('');
        const socket = new WebSocket(`ws://${location.host}/socket/${name}`);
        const { data } = await new Promise((resolve) => {
            socket.addEventListener('message', resolve, { once: true });
        });
        socket.close();
        if (JSON.parse(data).wire === wanted)
            return name;
    }
}, wire);

/** How often a page has loaded again, and the last socket that it heard. @param {Page} page */
function watch(page) {
    const seen = { loads: 0, socket: '' };

    page.on('load', () => seen.loads++);
    page.on('websocket', (socket) => socket.on('framereceived', () => {
        seen.socket = socket.url();
    }));
    return seen;
}

test('nodes of two wires: an older page loads again once, and is a new one', async () => {
    const come = () => visit({ browser, server: { url } }, { keeps: true });
    const ann = await come();
    await openTable(ann.page, 'Ann', { game: 'qwixx', seats: 2, together: false });
    const anns = watch(ann.page);
    const eve = await come();
    const eves = watch(eve.page);
    await upgrade(1, newer, OTHERWISE); // the page's files first
    const [old, other] = [(await greeting(2)).wire, (await greeting(1)).wire];
    assert.notEqual(old, other);

    // Some go to and fro between the two: with the older page, with the newer.
    const names = [await nameFor(eve.page, old), await nameFor(eve.page, other)];
    const goTo = async (/** @type {Page} */ page, /** @type {ReturnType<typeof watch>} */ seen,
        /** @type {string} */ name) => {
        await page.evaluate((table) => {
            location.hash = `#/table/${table}`;
        }, name);
        await until(() => seen.socket.includes(name));
    };
    for (const name of names)
        await goTo(eve.page, eves, name);
    await until(() => eves.loads === 1);
    await eve.page.waitForSelector('h1');
    assert.deepEqual(await buildOf(eve.page), NEW);
    const fay = await come();
    const fays = watch(fay.page);
    for (const [one, seen] of /** @type {const} */ ([[eve, eves], [fay, fays]])) {
        const renewed = () => one.page.evaluate(() => sessionStorage.getItem('renewed'));
        const once = await renewed();
        for (const name of [...names, ...names]) {
            await goTo(one.page, seen, name);
            assert.equal(await renewed(), once, 'it would load again');
        }
    }
    assert.deepEqual([eves.loads, fays.loads], [1, 0]);
    await eve.context.close();
    await fay.context.close();

    // One stays at a table through all of it.
    for (const node of [2, 3])
        await upgrade(node, newer, OTHERWISE);
    await until(() => anns.loads > 0);
    await ann.page.waitForSelector('.room');
    assert.deepEqual(await buildOf(ann.page), NEW);
    assert.equal(anns.loads, 1);
    await ann.context.close();
});
