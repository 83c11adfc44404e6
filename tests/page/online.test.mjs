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
import { come, gather, NAMES, openTable, readEnd, readResult, sitDown, startGame }
    from './gathering.mjs';
import { keptGames, launch, nativePoints, openMoves, PATIENCE, playByClicking,
    visit } from './help.mjs';
import { build, folder, serve } from './serve.mjs';

/** @typedef {import('playwright-core').Page} Page */

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

/** Someone with a browser. @param {string} [url] */
function person(url = at.server.url) {
    return visit(at, { url, width: 1000, height: 700 });
}

/** @param {Awaited<ReturnType<typeof person>>[]} people */
async function leave(people) {
    for (const { context } of people)
        await context.close();
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
            ['online/guest.js', 'online/line.js', 'online/seats.js', 'device/store.js']
                .map(from));
        return Guest.open(new Line(), new Seats(new Store()), members);
    }, plan);
}

/**
 * Picks a line of the list, unless one is picked already, and confirms it.
 * @param {Page} page
 * @param {number} line
 */
async function chooseListed(page, line) {
    await openMoves(page);
    if (await page.locator('.moves .picked').count() === 0)
        await page.click(`.moves li:nth-child(${line + 1}) button`);
    await page.click('.bar .main:not(:disabled)');
}

/** @param {string} record */
function verify(record) {
    const file = join(work, 'a.parlour');

    writeFileSync(file, record);
    execFileSync(join(build, 'parlour'), ['verify', file], { stdio: 'ignore' });
    return nativePoints(record);
}

/**
 * @typedef {object} Family
 * @property {Awaited<ReturnType<typeof person>>[]} people
 * @property {Page[]} pages of theirs
 * @property {Page} watcher
 * @property {Awaited<ReturnType<typeof openWay>>} way of the last one
 */

/**
 * Four play, one looks on, one loses the connection, one reloads; all see the
 * same end, and it is the one of the record. They draw their dice together.
 * @param {Family} family
 * @param {string} game
 * @param {'gain' | 'pass'} taste
 */
async function playFour({ pages, watcher, way }, game, taste) {
    const [ann, bob, cem, dora] = pages;
    const table = await gather(pages, game, true);
    const rest = { taste };

    await come(watcher, table);
    await startGame(ann);
    await Promise.all([playByClicking(ann, rest), playByClicking(bob, rest),
        reloads(cem, taste).then(() => playByClicking(cem, rest)),
        losesConnection(dora, taste, way).then(() =>
            playByClicking(dora, rest)),
        watcher.waitForSelector('.play[data-phase="over"]',
            { timeout: 3 * PATIENCE })]);
    const [end, ...ends] = await Promise.all([...pages, watcher].map(readEnd));
    for (const one of ends)
        assert.deepEqual(one, end);
    const records = await Promise.all(pages.map((page) =>
        keptAt(page, table)));
    for (const { record } of records)
        assert.equal(record, records[0].record);
    assert.deepEqual(verify(records[0].record).map(({ points }) => points),
        end[end.length - 1].slice(1).map((text) =>
            Number((text ?? '').replace('−', '-'))));
    assert.match(records[0].record, /^dice together$/m);
    for (const { promised } of records)
        assert.ok(promised.drawn.draws.length > 3, 'hardly drew along');
    return records[0];
}

/** The game of a table that the page has kept. @param {Page} page @param {string} table */
async function keptAt(page, table) {
    await page.waitForSelector('.end [data-check]');
    return (await keptGames(page)).find((one) => one.table === table);
}

/** @param {Page} page @param {'gain' | 'pass'} taste */
async function reloads(page, taste) {
    await page.waitForSelector('.play[data-phase]');
    await playByClicking(page, { taste,
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
    await playByClicking(page, { taste,
        until: async (_, clicks) => clicks >= 7 });
    await page.waitForSelector('.play[data-phase="choose"]',
        { timeout: PATIENCE });
    way.cut();
    await page.waitForSelector('.trouble:not([hidden])');
    assert.match(await page.textContent('.trouble') ?? '', /connection/);
    await chooseListed(page, 0);
    await page.waitForSelector('.play[data-phase="bots"]');
    way.mend();
    await page.waitForSelector('.trouble', { state: 'hidden' });
}

test('four at a table, a fifth watches', async (t) => {
    const way = await openWay();
    t.after(() => way.close());
    const people = await Promise.all(NAMES.map((_, i) =>
        person(i === 3 ? way.url : undefined)));
    const watcher = await person();
    const family = { people, pages: people.map(({ page }) => page),
        watcher: watcher.page, way };

    await t.test('One to 9, with hidden hands', () =>
        playFour(family, 'one-to-9', 'gain'));
    await t.test('Qwixx, a rematch, and the dice are checked', async () =>
        checkAndPlayAgain(family, await playFour(family, 'qwixx', 'pass')));
    assert.equal((await keptGames(watcher.page)).length, 0);
    for (const { errors } of [...people.slice(0, 3), watcher])
        assert.deepEqual(errors, []);
    await leave([...people, watcher]);
});

/** @param {Family} family @param {any} kept the game that they played */
async function checkAndPlayAgain({ pages, watcher }, kept) {
    const [ann, bob] = pages;

    for (const page of pages)
        assert.equal(await checkDice(page), 'good');
    await checkFit(ann, 'the end at a table');
    await checkAxe(ann, 'the end at a table');
    await ann.click('[data-rematch]');
    await bob.waitForSelector('.room');
    await startGame(ann);
    await watcher.waitForSelector('.play[data-phase]');

    await openChanged(ann, kept, /^seed /m);
    assert.equal(await checkDice(ann), 'bad');
    for (const place of [/^nonce 0 /m, /^nonce-commitment 1 /m, /^chain 1 0 /m]) {
        await openChanged(ann, kept, place);
        assert.equal(await checkDice(ann), 'bad');
    }
    await openChanged(ann, kept, null);
    assert.equal(await checkDice(ann), 'good');
}

/**
 * Opens the end of a game in whose record one digit is another.
 * @param {Page} page
 * @param {any} kept
 * @param {RegExp | null} place what stands before it
 */
async function openChanged(page, kept, place) {
    const at = place ? kept.record.search(place) +
        (place.exec(kept.record)?.[0].length ?? 0) : 0;
    const other = kept.record[at] === '0' ? '1' : '0';
    const record = place ? kept.record.slice(0, at) + other +
        kept.record.slice(at + 1) : kept.record;

    await page.evaluate(({ id, text }) => {
        localStorage.setItem(`parlour.game.${id}`, text);
        location.hash = `#/end/${id}`;
    }, { id: kept.id, text: JSON.stringify({ ...kept, record }) });
    await page.reload();
}

/** @param {Page} page @returns {Promise<string | null>} */
async function checkDice(page) {
    await page.click('.end [data-check]');
    const verdict = await page.getAttribute('[data-fair]', 'data-fair');
    await checkAxe(page, 'checked dice');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
    return verdict;
}

test('rematches have a running total', async () => {
    const people = await Promise.all([person(), person()]);
    const [ann, bob] = people.map(({ page }) => page);
    const table = await gather([ann, bob], 'qwixx');

    await playTwo([ann, bob]);
    assert.equal(await ann.locator('.row-of-games').count(), 0);
    const [{ id: first }] = await keptGames(bob);
    await bob.evaluate((id) => // the server still has it
        localStorage.removeItem(`parlour.game.${id}`), first);
    await ann.click('[data-rematch]');
    await bob.waitForSelector('.room');
    await playTwo([ann, bob]);

    const games = (await keptGames(ann)).filter((one) => one.table === table)
        .sort((a, b) => a.id.localeCompare(b.id))
        .map(({ record }) => verify(record).map(({ points }) => points));
    assert.equal(games.length, 2);
    for (const page of [ann, bob]) {
        assert.deepEqual(await readRow(page),
            [...games, games[0].map((n, seat) => n + games[1][seat])]);
        assert.ok(await page.$eval('.row-of-games', (paper) =>
            paper.scrollWidth <= paper.clientWidth), 'the row is cut off');
        await checkFit(page, 'a running total');
        await checkAxe(page, 'a running total');
    }
    await bob.reload();
    assert.equal((await readRow(bob)).length, 3);
    for (const { errors } of people)
        assert.deepEqual(errors, []);
    await leave(people);
});

/** A short game to its end: one of them always passes. @param {Page[]} pages */
async function playTwo([ann, bob]) {
    await startGame(ann);
    await bob.waitForSelector('.play[data-phase]');
    await Promise.all([playByClicking(ann, { taste: 'gain' }),
        playByClicking(bob, { taste: 'pass' })]);
    await Promise.all([ann, bob].map(readEnd));
    await Promise.all([ann, bob].map((page) =>
        page.waitForSelector('.end [data-check]')));
}

/** Each game's points and their total. @param {Page} page */
async function readRow(page) {
    await page.waitForSelector('.row-of-games');
    return page.$$eval('.row-of-games :is(tbody, tfoot) tr', (rows) =>
        rows.map((row) => [...row.querySelectorAll('td')].map((cell) =>
            Number(cell.textContent?.replace('−', '-')))));
}

test('no one waits for who is away, and the dice are fair without them', async () => {
    const people = await Promise.all([person(), person()]);
    const [ann, ben] = people.map(({ page }) => page);
    const table = await gather([ann, ben], 'qwixx', false);
    const rest = { taste: 'pass' };

    const url = ben.url();
    await ann.waitForSelector('.seats .person:has-text("Bob") .ready');
    await ben.goto('about:blank');
    await ann.locator('.ledge .said').filter({ hasText: 'Away: Bob' }).waitFor();
    await startGame(ann);
    await ben.goto(url);
    await ben.waitForSelector('.play[data-phase]');
    await Promise.all([playByClicking(ann, rest), playByClicking(ben, rest)]);
    assert.deepEqual(await readEnd(ann), await readEnd(ben));
    const { record, promised } = await keptAt(ben, table);
    verify(record);
    assert.doesNotMatch(record, /^nonce 1 /m);
    assert.match(promised.nonce, /^[0-9a-f]{32}$/);
    assert.equal(await checkDice(ben), 'good');
    assert.deepEqual(people.flatMap(({ errors }) => errors), []);
    await leave(people);
});

test('one and a bot at a table, and one who looks on', async () => {
    const [ann, eve] = await Promise.all([person(), person()]);
    const table = await openByWire(ann.page, { game: 'qwixx', seats: 2,
        name: 'Ann', first: 0, options: {} });

    await come(ann.page, table);
    await ann.page.selectOption('[data-bot="1"]', 'random');
    await come(eve.page, table);
    await startGame(ann.page);
    await playByClicking(ann.page, { taste: 'pass' });
    const end = await readEnd(ann.page);
    const kept = await keptAt(ann.page, table);
    verify(kept.record);
    assert.match(end[0].join(), /Ann,.*Random bot/);
    await ann.page.evaluate((id) => {
        location.hash = `#/end/${id}`;
    }, kept.id);
    await ann.page.waitForSelector('.end a[href^="#/replay"]');
    assert.deepEqual(await readResult(ann.page), end);
    await replaysWhatWasSeen(eve.page, kept.record);
    assert.deepEqual([...ann.errors, ...eve.errors], []);
    await leave([ann, eve]);
});

test('the answer to sitting down is lost: the page asks again, and sits', async () => {
    const [ann, bob] = await Promise.all([person(), person()]);
    const table = await openByWire(ann.page, { game: 'qwixx', seats: 3,
        name: 'Ann', first: 0, options: {} });
    let lost = 0;

    await bob.page.routeWebSocket(/\/socket/, (socket) => {
        const server = socket.connectToServer();

        server.onMessage((message) => {
            if (lost === 0 && /"ok":"sit"/.test(String(message))) {
                lost++;
                server.close();
                return socket.close();
            }
            return socket.send(message);
        });
    });
    await bob.page.reload(); // its next socket goes by here
    await sitDown(bob.page, table, 'Bob');
    assert.equal(lost, 1);
    assert.deepEqual([...ann.errors, ...bob.errors], []);
    await leave([ann, bob]);
});

/**
 * Anyone who looked on keeps a game only to see it again.
 * @param {Page} page
 * @param {string} record
 */
async function replaysWhatWasSeen(page, record) {
    await readEnd(page);
    assert.equal(await checkDice(page), 'good');
    assert.deepEqual(await keptGames(page), []);
    await page.click('.end a[href^="#/replay"]');
    await page.waitForSelector('.replay .log');
    assert.equal((await keptGames(page))[0].record, record);
}

test('two at a table', async (t) => {
    const people = await Promise.all([person(), person()]);
    const [ann, bob] = people.map(({ page }) => page);

    await t.test('a choice can be made anew until the last one is in',
        () => choosesAnew(ann, bob));
    await t.test('a bot plays for whom the clock ran out, until a touch',
        () => runsOutOfTime(ann, bob));
    await t.test('real dice: who rolls types, the others wait',
        () => typesDice(ann, bob));
    await t.test('a refusal is said calmly, and play goes on',
        () => isRefused(ann, bob));
    await t.test('a seat is played in one tab at a time',
        () => changesTabs(people[0]));
    for (const { errors } of people)
        assert.deepEqual(errors, []);
    await leave(people);
});

/** @param {Awaited<ReturnType<typeof person>>} ann at a table */
async function changesTabs({ page, context }) {
    const other = await context.newPage();

    await other.goto(page.url());
    await other.waitForSelector('.play[data-phase]');
    await page.click('[data-here]');
    await page.waitForSelector('.play[data-phase]');
    await other.waitForSelector('[data-here]');
    await other.close();
}

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
        ?.textContent?.includes('You passed'));
}

/** @param {Page} ann @param {Page} bob */
async function runsOutOfTime(ann, bob) {
    const table = await openByWire(ann, { game: 'qwixx', seats: 2,
        name: 'Ann', clock: 1, first: 0, options: {} });

    await come(ann, table);
    await sitDown(bob, table, 'Bob');
    await startGame(ann);
    await ann.waitForSelector('.clock:not([hidden])');
    await playByClicking(ann, { taste: 'pass',
        until: async () => /bot playing/.test(
            await ann.textContent('.players') ?? '') });
    assert.match(await bob.textContent('.said') ?? '', /A bot is playing for you/);
    await bob.click('.play h1');
    await ann.waitForFunction(() => !document.querySelector('.players')
        ?.textContent?.includes('bot playing'));
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
    for (let die = 0; die < await bob.locator('.pad .slot').count(); die++)
        await bob.click(`.pad [data-face="${die} 0"]`);
    await bob.click('.bar .main');
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
        /^A bot can take over after 60 seconds/);
    await checkFit(ann, 'a refusal at a table');
    await checkAxe(ann, 'a refusal at a table');
}

/* --- What a device does beside its screen ---------------------------------- */

/** Runs in the page: what the device was asked to share, to sound, to shake. */
function spyOnDevice() {
    const device = { shared: /** @type {ShareData[]} */ ([]),
        tones: /** @type {number[]} */ ([]),
        shakes: /** @type {VibratePattern[]} */ ([]) };

    Object.assign(globalThis, { device, OscillatorNode:
        class extends OscillatorNode {
            /** @param {number} when */
            start(when) {
                device.tones.push(this.frequency.value);
                super.start(when);
            }
        } });
    Object.assign(navigator, {
        share: async (/** @type {ShareData} */ what) => {
            device.shared.push(what);
        },
        vibrate: (/** @type {VibratePattern} */ how) =>
            device.shakes.push(how) > 0 });
}

/** @param {Page} page */
function deviceOf(page) {
    return page.evaluate(() => /** @type {any} */ (globalThis).device);
}

const HASTE = 30; // times shorter is the patience of the server

/** @param {import('./serve.mjs').Server} server @param {object} settings */
function personWithDevice(server, settings) {
    return visit({ ...at, server }, { width: 1000, height: 700, settings,
        prepare: async (context) => {
            await context.addInitScript(spyOnDevice);
            await context.clock.install();
        } });
}

test('a device shares and calls, and a bot plays for who is away a minute',
    async (t) => {
        const server = await serve('127.0.0.1',
            { more: ['--impatience', String(HASTE)] });
        t.after(() => server.close());
        const people = await Promise.all([
            personWithDevice(server, { sound: true, vibration: true }),
            personWithDevice(server, { sound: false, vibration: false })]);
        const [ann, bob] = people.map(({ page }) => page);
        const table = await openTable(ann, 'Ann', { game: 'qwixx', seats: 2 });
        await ann.click('.invitation [data-share]');
        assert.deepEqual((await deviceOf(ann)).shared, [{ title: 'Table: Qwixx',
            url: await ann.inputValue('.invitation .address') }]);

        await sitDown(bob, table, 'Bob');
        await startGame(ann);
        await Promise.all([ann, bob].map((page) =>
            page.waitForSelector('.play[data-phase="choose"]')));
        const { tones, shakes } = await deviceOf(ann);
        assert.deepEqual([tones, shakes], [[660], [120]]);
        const quiet = await deviceOf(bob);
        assert.deepEqual([quiet.tones, quiet.shakes], [[], []]);

        await chooseListed(ann, 0);
        await letsBotPlay(ann, people[1].context);
        assert.deepEqual(people[0].errors, []);
        await leave(people.slice(0, 1));
    });

/**
 * The page's clock jumps, the server's goes faster.
 * @param {Page} ann
 * @param {import('playwright-core').BrowserContext} bob goes away
 */
async function letsBotPlay(ann, bob) {
    const button = '.bar [data-key="stand1"]';

    await bob.close();
    await ann.waitForFunction(() => document.querySelector('.players')
        ?.textContent?.includes('away'));
    const since = Date.now();
    await ann.clock.fastForward(50_000);
    assert.equal(await ann.locator(button).count(), 0);
    await ann.clock.fastForward(11_000);
    await ann.waitForSelector(button);
    await ann.waitForTimeout(60_000 / HASTE - (Date.now() - since));
    await ann.click(button);
    await ann.waitForFunction(() => document.querySelector('.players')
        ?.textContent?.includes('bot playing'));
    await ann.waitForSelector('.play[data-phase="choose"]');
}

/* What the newer worker calls itself. One whose name is another than the server's
 * cannot be installed, as where a device has no more room. */
for (const [version, how] of [["'n'", ''],
    ['"n"', ', though no worker comes with it']])
    test(`another page on the server is loaded between two questions${how}`,
        async (t) => {
            const site = mkdtempSync(join(work, 'site-'));
            cpSync(folder, site, { recursive: true });
            const setUp = { store: join(site, 'store.db'), web: site };
            let server = await serve('127.0.0.1', setUp);
            const { port } = new URL(server.url);
            t.after(() => server.close());
            const { page, context } =
                await visit({ ...at, server }, { keeps: true });
            const table = await openByWire(page, { game: 'qwixx', seats: 2,
                name: 'Ann', first: 0, options: {} });
            await come(page, table);
            await page.selectOption('[data-bot="1"]', 'random');
            await startGame(page);
            await page.waitForSelector('.play[data-phase="choose"]');
            await page.waitForFunction(() => navigator.serviceWorker.controller);
            await openMoves(page);
            await page.click('.moves li:last-child button');
            await page.evaluate(() => document.body.setAttribute('data-old', ''));

            await server.close();
            appendFileSync(join(site, 'style/page.css'), '\n/* newer */\n');
            execFileSync('sed', ['-i',
                `s/^const VERSION = .*/const VERSION = ${version};/`,
                join(site, 'worker.js')]);
            server = await serve('127.0.0.1', { ...setUp, port });
            await page.waitForSelector('.trouble', { state: 'hidden' });
            /* Longer than it waits between two looks at whether it may. */
            await page.waitForTimeout(1500);
            assert.ok(await page.$('body[data-old] .piece.touched'));
            await page.click('.bar .main');
            await page.waitForSelector('body:not([data-old]) .play[data-phase]');
            assert.match(await page.evaluate(async () =>
                (await fetch('style/page.css')).text()), /newer/);
            await context.close();
        });

test('a seat outlives a start with the wrong store', async (t) => {
    const right = { store: join(work, 'right.db') };
    let server = await serve('127.0.0.1', right);
    const { port } = new URL(server.url);
    t.after(() => server.close());
    const { page, context } = await visit({ ...at, server });
    const table = await openByWire(page, { game: 'qwixx', seats: 2,
        name: 'Ann', first: 0, options: {} });
    await come(page, table);
    await server.close();
    server = await serve('127.0.0.1', { store: join(work, 'wrong.db'), port });
    await page.waitForSelector('.astray', { timeout: PATIENCE });
    await server.close();
    server = await serve('127.0.0.1', { ...right, port });
    await page.goto('about:blank');
    await page.goto(`${server.url}#/table/${table}`);
    await page.waitForSelector('.room [data-bot="1"]'); // the host's
    await context.close();
});
