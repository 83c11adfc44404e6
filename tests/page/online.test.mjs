/* People at tables of a real server, each with a browser of their own, who
 * play by clicking what they see. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync }
    from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { checkAxe, checkFit } from './barriers.mjs';
import { keptGames, launch, nativePoints, playByClicking, visit }
    from './help.mjs';
import { build, folder, serve } from './serve.mjs';

/** @typedef {import('playwright-core').Page} Page */

const NAMES = ['Ann', 'Bob', 'Cem', 'Dora'];
const PATIENCE = 20_000; // ms until the others have done what they do

const work = mkdtempSync(join(tmpdir(), 'parlour-online-'));
/** @type {{browser: import('playwright-core').Browser,
 *     server: import('./serve.mjs').Server}} */
let at;

before(async () => {
    at = { server: await serve('127.0.0.1', { store: join(work, 'tables.db') }),
        browser: await launch() };
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

/** Somebody with a browser. @param {string} [url] */
function person(url = at.server.url) {
    return visit(at, { url, width: 1000, height: 700 });
}

/** @param {Awaited<ReturnType<typeof person>>[]} people */
async function leave(people) {
    for (const { context } of people)
        await context.close();
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

/** The first opens a table, the others sit down. @param {Page[]} pages @param {string} game */
async function gather(pages, game) {
    const table = await openTable(pages[0], NAMES[0],
        { game, seats: pages.length });

    for (let i = 1; i < pages.length; i++)
        await sitDown(pages[i], table, NAMES[i]);
    return table;
}

/**
 * What the screen does not offer: a clock that runs out soon.
 * @param {Page} page
 * @param {object} plan
 * @returns {Promise<string>} the table's id
 */
function openByWire(page, plan) {
    return page.evaluate(async (members) => {
        const from = (/** @type {string} */ path) =>
            import(new URL(path, document.baseURI).href);
        const [{ Guest }, { Line }, { Seats }, { Store }] = await Promise.all(
            ['online/guest.js', 'online/line.js', 'online/seats.js', 'store.js']
                .map(from));
        return Guest.open(new Line(), new Seats(new Store()), members);
    }, plan);
}

/** Picks a line of the list, and confirms it. @param {Page} page @param {number} line */
async function chooseListed(page, line) {
    await page.click(`.moves li:nth-child(${line + 1}) button`);
    await page.click('.bar .main:not(:disabled)');
}

/** @param {Page} page */
async function startGame(page) {
    await page.click('[data-start]:not(:disabled)');
    await page.waitForSelector('.play[data-phase]', { timeout: PATIENCE });
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
 * @param {import('node:test').TestContext} t
 * @param {string} game
 * @param {'gain' | 'pass'} taste
 */
async function playFour(t, game, taste) {
    const way = await openWay();
    t.after(() => way.close());
    const people = await Promise.all([...NAMES.keys()].map((i) =>
        person(i === 3 ? way.url : undefined)));
    const watcher = await person();
    const [ann, bob, cem, dora] = people.map(({ page }) => page);
    const table = await gather(people.map(({ page }) => page), game);

    await come(watcher.page, table);
    await startGame(ann);
    const rest = { taste, patience: PATIENCE };
    await Promise.all([playByClicking(ann, rest), playByClicking(bob, rest),
        reloads(cem, taste).then(() => playByClicking(cem, rest)),
        losesConnection(dora, taste, way).then(() =>
            playByClicking(dora, rest)),
        watcher.page.waitForSelector('.play[data-phase="over"]',
            { timeout: 240_000 })]);
    const all = [...people, watcher];
    const ends = await Promise.all(all.map(({ page }) => readEnd(page)));
    for (const end of ends)
        assert.deepEqual(end, ends[0]);
    for (const { errors } of people.slice(0, 3))
        assert.deepEqual(errors, []);
    return { people, watcher, end: ends[0], leave: () => leave(all) };
}

/** @param {Page} page @param {'gain' | 'pass'} taste */
async function reloads(page, taste) {
    await page.waitForSelector('.play[data-phase]');
    await playByClicking(page, { taste, patience: PATIENCE,
        until: async (_, clicks) => clicks >= 5 });
    await page.reload();
    await page.waitForSelector('.play[data-phase]');
}

/**
 * What is chosen meanwhile is said when the connection is back: the others
 * could not go on without it.
 * @param {Page} page
 * @param {'gain' | 'pass'} taste
 * @param {Awaited<ReturnType<typeof openWay>>} way
 */
async function losesConnection(page, taste, way) {
    await page.waitForSelector('.play[data-phase]');
    await playByClicking(page, { taste, patience: PATIENCE,
        until: async (_, clicks) => clicks >= 7 });
    await page.waitForSelector('.play[data-phase="choose"]',
        { timeout: 120_000 });
    way.cut();
    await page.waitForSelector('.trouble:not([hidden])');
    assert.match(await page.textContent('.trouble') ?? '', /connection/);
    await chooseListed(page, 0);
    await page.waitForSelector('.play[data-phase="bots"]');
    way.mend();
    await page.waitForSelector('.trouble', { state: 'hidden' });
}

/** @param {(string | null)[]} row of the result */
function numbersOf(row) {
    return row.slice(1).map((text) => Number((text ?? '').replace('−', '-')));
}

test('four play Qwixx, a fifth watches; rematch; the dice are checked', async (t) => {
    const { people, watcher, end, leave: all } =
        await playFour(t, 'qwixx', 'pass');
    const { page } = people[0];
    const [kept] = await keptGames(page);

    assert.deepEqual(verify(kept.record).map(({ points }) => points),
        numbersOf(end[end.length - 1]));
    for (const one of people.slice(1))
        assert.equal((await keptGames(one.page))[0].record, kept.record);
    assert.equal((await keptGames(watcher.page)).length, 0);
    assert.equal(await checkDice(page), 'good');
    await checkFit(page, 'the end at a table');
    await checkAxe(page, 'the end at a table');
    await page.click('[data-rematch]');
    await people[1].page.waitForSelector('.room');
    await startGame(page);
    await watcher.page.waitForSelector('.play[data-phase]');
    await changeRecord(page, /^seed (.)/m, (digit) =>
        `seed ${digit === '0' ? '1' : '0'}`);
    assert.equal(await checkDice(page), 'bad');
    await changeRecord(page, /^nonce 0 (.)/m, (digit) =>
        `nonce 0 ${digit === '0' ? '1' : '0'}`);
    assert.equal(await checkDice(page), 'bad');
    await changeRecord(page, /$^/, () => '');
    assert.equal(await checkDice(page), 'good');
    await all();

    /** @param {RegExp} place @param {(digit: string) => string} change */
    async function changeRecord(/** @type {Page} */ here, place, change) {
        await here.evaluate(({ key, text }) => localStorage.setItem(key, text), {
            key: `parlour.game.${kept.id}`, text: JSON.stringify({ ...kept,
                record: kept.record.replace(place,
                    (/** @type {string} */ _, /** @type {string} */ digit) =>
                        change(digit)) }) });
        await here.evaluate((id) => {
            location.hash = `#/end/${id}`;
        }, kept.id);
        await here.reload();
    }
});

/** @param {Page} page @returns {Promise<string | null>} */
async function checkDice(page) {
    await page.click('.end [data-check]');
    const verdict = await page.getAttribute('[data-fair]', 'data-fair');
    await checkAxe(page, 'checked dice');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
    return verdict;
}

test('four play One to 9 with hidden hands, a fifth watches', async (t) => {
    const { people, end, leave: all } = await playFour(t, 'one-to-9', 'gain');
    const [kept] = await keptGames(people[3].page);

    assert.deepEqual(verify(kept.record).map(({ points }) => points),
        numbersOf(end[end.length - 1]));
    await all();
});

test('two at a table', async (t) => {
    const people = await Promise.all([person(), person()]);
    const [ann, bob] = people.map(({ page }) => page);

    await t.test('a choice can be made anew until the last one is in',
        () => choosesAnew(ann, bob));
    await t.test('a bot plays for whom the clock ran out, until a touch',
        () => runsOutOfTime(ann, bob));
    await t.test('real dice: who throws types, the others wait',
        () => typesDice(ann, bob));
    await t.test('a refusal is said calmly, and play goes on',
        () => isRefused(ann, bob));
    for (const { errors } of people)
        assert.deepEqual(errors, []);
    await leave(people);
});

/** @param {Page} ann @param {Page} bob */
async function choosesAnew(ann, bob) {
    await gather([ann, bob], 'qwixx');
    await startGame(ann);
    await Promise.all([ann, bob].map((page) =>
        page.waitForSelector('.play[data-phase="choose"]')));
    await chooseListed(ann, 1);
    await ann.waitForSelector('.play[data-phase="bots"]');
    assert.match(await ann.textContent('.said') ?? '', /choice: Cross/);
    await bob.waitForFunction(() => document.querySelector('.player .state')
        ?.textContent?.includes('done'));
    await ann.click('.bar [data-key="back"]');
    await ann.waitForSelector('.play[data-phase="choose"]');
    await chooseListed(ann, 0);
    await ann.waitForSelector('.play[data-phase="bots"]');
    assert.match(await ann.textContent('.said') ?? '', /choice: Pass/);
    await chooseListed(bob, 0);
    await ann.waitForFunction(() => document.querySelector('.log')
        ?.textContent?.includes('Ann: Pass'));
}

/** @param {Page} ann @param {Page} bob */
async function runsOutOfTime(ann, bob) {
    const table = await openByWire(ann, { game: 'qwixx', seats: 2,
        name: 'Ann', clock: 1, first: 0, options: {} });

    await come(ann, table);
    await sitDown(bob, table, 'Bob');
    await startGame(ann);
    await ann.waitForSelector('.clock:not([hidden])');
    await playByClicking(ann, { taste: 'pass', patience: PATIENCE,
        until: async () => /bot for now/.test(
            await ann.textContent('.players') ?? '') });
    assert.match(await bob.textContent('.said') ?? '', /A bot plays for you/);
    await bob.click('.play h1');
    await ann.waitForFunction(() => !document.querySelector('.players')
        ?.textContent?.includes('bot for now'));
}

/** @param {Page} ann @param {Page} bob */
async function typesDice(ann, bob) {
    const table = await openByWire(ann, { game: 'qwixx', seats: 2,
        name: 'Ann', real: true, first: 1, options: {} });

    await come(ann, table);
    await sitDown(bob, table, 'Bob');
    await startGame(ann);
    await bob.waitForSelector('.play[data-phase="type"]');
    assert.equal(await ann.getAttribute('.play', 'data-phase'), 'bots');
    assert.match(await bob.title(), /Your turn/);
    for (let die = 0; die < await bob.locator('.pad .row').count(); die++)
        await bob.click(`.pad [data-face="${die} 0"]`);
    await bob.click('.pad .main');
    await Promise.all([ann, bob].map((page) =>
        page.waitForSelector('.play[data-phase="choose"]')));
    assert.match(await ann.textContent('.ask') ?? '', /White dice: 2/);
}

/**
 * The page believes that a minute is over, the server does not.
 * @param {Page} ann
 * @param {Page} bob
 */
async function isRefused(ann, bob) {
    await gather([ann, bob], 'qwixx');
    await startGame(ann);
    await ann.waitForSelector('.play[data-phase="choose"]');
    await chooseListed(ann, 0);
    await bob.goto('about:blank');
    await ann.waitForFunction(() => document.querySelector('.players')
        ?.textContent?.includes('away'));
    await ann.evaluate(() => {
        const now = Date.now;
        Date.now = () => now() + 61_000;
    });
    await ann.click('.bar [data-key="stand1"]');
    await ann.waitForSelector('.trouble:not([hidden])');
    assert.match(await ann.textContent('.trouble') ?? '',
        /^A bot may play .* 60 seconds\.$/);
    await checkFit(ann, 'a refusal at a table');
    await checkAxe(ann, 'a refusal at a table');
}

test('another page on the server is loaded between two questions',
    async (t) => {
        const site = join(work, 'site');
        cpSync(folder, site, { recursive: true });
        const how = { store: join(work, 'other.db'), web: site };
        let server = await serve('127.0.0.1', how);
        const { port } = new URL(server.url);
        t.after(() => server.close());
        const { page, context } = await visit({ ...at, server });
        const table = await openByWire(page, { game: 'qwixx', seats: 2,
            name: 'Ann', first: 0, options: {} });
        await come(page, table);
        await page.selectOption('[data-bot="1"]', 'random');
        await startGame(page);
        await page.waitForSelector('.play[data-phase="choose"]');
        await page.click('.moves li:last-child button');
        await page.evaluate(() => document.body.setAttribute('data-old', ''));

        await server.close();
        appendFileSync(join(site, 'style.css'), '\n/* newer */\n');
        execFileSync('sed', ['-i', 's/^const VERSION = .*/const VERSION = "n";/',
            join(site, 'worker.js')]);
        server = await serve('127.0.0.1', { ...how, port });
        await page.waitForSelector('.trouble', { state: 'hidden' });
        /* Longer than it waits between two looks at whether it may. */
        await page.waitForTimeout(1500);
        assert.ok(await page.$('body[data-old] .piece.touched'));
        await page.click('.bar .main');
        await page.waitForSelector('body:not([data-old]) .play[data-phase]');
        assert.match(await page.evaluate(async () =>
            (await fetch('style.css')).text()), /newer/);
        await context.close();
    });
