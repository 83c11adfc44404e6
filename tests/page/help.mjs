/* What the tests of the page share: a browser, and a person who plays by
 * clicking what is seen. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build, serve } from './serve.mjs';

/* The same engine without windows takes a third less of the processor; what a
 * person set in the browser is known to the whole one alone. */
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';
const WHOLE_CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic',
    '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync',
    '--font-render-hinting=none']; // letters as wide as on a phone

export function launch() {
    return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

/** What should happen soon may take this long, in ms: machines are busy. */
export const PATIENCE = 300_000;

/**
 * A browser's context that has patience. Only tests of what is kept for later
 * keep it: elsewhere each visit would fetch all files of the page.
 * @param {import('playwright-core').Browser} browser
 * @param {import('playwright-core').BrowserContextOptions} [how]
 */
export async function newContext(browser, how) {
    const context =
        await browser.newContext({ serviceWorkers: 'block', ...how });

    context.setDefaultTimeout(PATIENCE);
    return context;
}

/**
 * A browser on a small screen whose person has set the size of letters.
 * @param {number} size in pixels; usual are 16
 */
export async function launchWithLetters(size) {
    const folder = mkdtempSync(join(tmpdir(), 'parlour-'));

    mkdirSync(join(folder, 'Default'));
    writeFileSync(join(folder, 'Default/Preferences'), JSON.stringify(
        { webkit: { webprefs: { default_font_size: size } } }));
    const context = await chromium.launchPersistentContext(folder,
        { executablePath: WHOLE_CHROMIUM, args: FLAGS,
            viewport: { width: 360, height: 640 }, reducedMotion: 'reduce' });

    context.setDefaultTimeout(PATIENCE);
    return context;
}

const LOOKING = fileURLToPath(new URL('looking.js', import.meta.url));

/** A browser and a server, and how to end them. */
export async function start() {
    const server = await serve();
    const browser = await launch();

    return { server, browser, stop: async () => {
        await browser.close();
        await server.close();
    } };
}

/**
 * A page of its own, with bots that answer at once. Any error in it fails the
 * test that looks at `errors`.
 * @param {{browser: import('playwright-core').Browser, server: {url: string}}}
 *     at
 * @param {{width?: number, height?: number, dark?: boolean, touch?: boolean,
 *     keeps?: boolean, settings?: object,
 *     url?: string, store?: Record<string, string>, locale?: string,
 *     prepare?: (context: import('playwright-core').BrowserContext) =>
 *         Promise<void>}} [how] keeps: all that is needed without a network;
 *     prepare: before the page is opened
 */
export async function visit({ browser, server }, how = {}) {
    const context = await newContext(browser, {
        viewport: { width: how.width ?? 360, height: how.height ?? 640 },
        colorScheme: how.dark ? 'dark' : 'light',
        reducedMotion: 'reduce',
        locale: how.locale,
        hasTouch: how.touch,
        serviceWorkers: how.keeps ? 'allow' : 'block',
    });
    const page = await context.newPage();
    /** @type {string[]} */
    const errors = [];

    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
        if (message.type() === 'error')
            errors.push(message.text());
    });
    await context.addInitScript((store) => {
        if (location.protocol !== 'http:' || localStorage.getItem('parlour.settings'))
            return;
        for (const [key, value] of Object.entries(store))
            localStorage.setItem(key, value);
    }, { ...how.store, 'parlour.settings':
        JSON.stringify({ pace: 'once', ...how.settings }) });
    await context.addInitScript({ path: LOOKING });
    await how.prepare?.(context);
    await page.goto(how.url ?? server.url);
    await page.waitForSelector('h1');
    return { page, context, errors };
}

/**
 * From the first screen to the table, as a person does it.
 * @param {import('playwright-core').Page} page
 * @param {string} game
 * @param {{people?: number, bots?: number, level?: string, real?: boolean,
 *     nameless?: boolean}} [who] level: of the bots; the weakest
 */
export async function sitDown(page, game, who = {}) {
    await page.click(`a[href="#/new/${game}"]`);
    await page.waitForSelector('.seats');
    const seats = page.locator('.seats li');
    const people = who.people ?? 1;
    const all = people + (who.bots ?? 1);
    while (await seats.count() < all)
        await page.click('[data-add]');
    while (await seats.count() > all)
        await seats.last().locator('button').click();
    for (let i = 0; i < all; i++) {
        const kind = seats.nth(i).locator('select');
        const bot = who.level ??
            await kind.locator('option').nth(1).getAttribute('value');
        await kind.selectOption(i < people ? '' : bot);
        if (i < people)
            await seats.nth(i).locator('input').fill(`Ann${i || ''}`);
        else if (who.nameless)
            await seats.nth(i).locator('input').fill('');
    }
    if (all > 1)
        await page.selectOption('#first', '0');
    if (who.real)
        await page.check('#real');
    await page.click('button[type=submit]');
    await page.waitForSelector('.play[data-phase]');
}

/**
 * Runs in the page: where a person would click next. Clicks nothing itself.
 * @param {'any' | 'gain' | 'pass'} taste anything, or from the list of moves
 *     what brings most, or mostly passing, which ends some games soon
 */
function nextClick(taste) {
    const play = document.querySelector('.play');
    if (!play)
        return { done: true };
    const phase = play.getAttribute('data-phase') ?? '';
    /** @param {Iterable<Element>} list */
    const any = (list) => {
        const all = [...list];
        return all[Math.floor(Math.random() * all.length)];
    };
    const main = play.querySelector('.bar button.main:not(:disabled)');
    /** @type {Element | null | undefined} */
    let target = null;

    if (phase === 'over')
        return { done: true };
    play.querySelector('.moves')?.setAttribute('open', '');
    if (phase === 'curtain')
        target = play.querySelector('.curtain button');
    else if (phase === 'throw' || phase === 'seen')
        target = main;
    else if (phase === 'type')
        target = main ?? any(play.querySelectorAll('.pad .face'));
    else if (phase === 'choose' && taste !== 'any') {
        const listed = [...play.querySelectorAll('.moves li button')];
        const gain = (/** @type {Element} */ one) =>
            Number(one.querySelector('b')?.textContent?.replace('−', '-') ?? 0);
        const best = Math.max(...listed.map(gain));
        target = main ?? (taste === 'pass' && Math.random() < 0.9 ? listed[0]
            : any(listed.filter((one) => gain(one) === best)));
    } else if (phase === 'choose') {
        const next = [...play.querySelectorAll('.stage .piece.next')];
        const actions = [...play.querySelectorAll(
            '.bar button[data-key^="piece"]:not(.picked)')];
        const touched = play.querySelector('.piece.touched, .bar .picked');
        if (main && (next.length === 0 || Math.random() < 0.7))
            target = main;
        else if (!touched && (next.length === 0 || Math.random() < 0.15))
            target = any(actions) ?? any(next);
        else
            target = any(next) ?? any(actions);
    }
    if (!target)
        return { phase };
    let box = target.getBoundingClientRect();
    const seen = () => {
        const at = document.elementFromPoint(box.x + box.width / 2,
            box.y + box.height / 2);
        return at !== null && (target === at || target?.contains(at));
    };
    if (!seen()) {
        target.scrollIntoView({ block: 'center', inline: 'nearest' });
        box = target.getBoundingClientRect();
    }
    return { phase, x: box.x + box.width / 2, y: box.y + box.height / 2,
        seen: seen(), what: target.outerHTML.slice(0, 200),
        small: Math.min(box.width, box.height) };
}

/** The table wants something, or is over. */
const ASKED = ['choose', 'type', 'throw', 'curtain', 'seen', 'over']
    .map((phase) => `.play[data-phase="${phase}"]`).join(', ');

/**
 * Plays to the end of the game by clicking.
 * @param {import('playwright-core').Page} page
 * @param {{most?: number, patience?: number, taste?: 'any' | 'gain' | 'pass',
 *     until?: (page: import('playwright-core').Page, clicks: number) =>
 *         Promise<boolean>}} [how] patience: ms with nothing to click
 */
export async function playByClicking(page,
    { most = 6000, patience = PATIENCE, taste = 'any', until } = {}) {
    let since = Date.now();

    for (let clicks = 0; clicks < most; clicks++) {
        const next = await page.evaluate(nextClick, taste);
        if (next.done)
            return clicks;
        if (until && await until(page, clicks))
            return clicks;
        if (next.x === undefined || next.y === undefined) {
            assert.ok(Date.now() - since < patience,
                `nothing to click in phase ${next.phase}`);
            await page.waitForSelector(ASKED, { timeout: patience })
                .catch(() => {}); // the next look says what is wrong
            await page.waitForTimeout(10);
            continue;
        }
        since = Date.now();
        assert.ok(next.seen, `covered or out of sight: ${next.what}`);
        assert.ok((next.small ?? 0) >= 24, `below 24 px: ${next.what}`);
        await page.mouse.click(next.x, next.y);
    }
    return assert.fail(`not over after ${most} clicks`);
}

/** Unfolds the moves in words. @param {import('playwright-core').Page} page */
export function openMoves(page) {
    return page.locator('.moves').evaluate(
        (moves) => moves.setAttribute('open', ''));
}

/** The games kept in the page. @param {import('playwright-core').Page} page */
export function keptGames(page) {
    return page.evaluate(() => Object.keys(localStorage)
        .filter((key) => key.startsWith('parlour.game.'))
        .map((key) => JSON.parse(localStorage.getItem(key) ?? '')));
}

/** The points that the command line finds in a record. @param {string} record */
export function nativePoints(record) {
    const file = join(mkdtempSync(join(tmpdir(), 'parlour-')), 'a.parlour');

    writeFileSync(file, record);
    const text = execFileSync(join(build, 'parlour'), ['replay', file],
        { encoding: 'utf8' });
    return [...text.matchAll(/^\S.*: (−?\d+) points?(, wins)?$/gm)]
        .map(([, points, winner]) => ({ points: Number(points.replace('−', '-')),
            winner: winner !== undefined }));
}

/**
 * The end screen agrees with the engine outside the browser.
 * @param {import('playwright-core').Page} page
 */
export async function checkEnd(page) {
    await page.click('.bar button.main');
    await page.waitForSelector('.end');
    const shown = await page.$$eval('.result tfoot td', (cells) =>
        cells.map((cell) => Number((cell.textContent ?? '')
            .replace('−', '-').replace(/[^-\d]/g, ''))));
    const won = await page.$$eval('.result thead th', (cells) =>
        cells.map((cell) => cell.classList.contains('winner')));
    const id = (await page.evaluate(() => location.hash)).split('/')[2];
    const kept = (await keptGames(page)).find((one) => one.id === id);

    assert.equal(kept.over, true);
    assert.deepEqual(shown.map((points, i) => ({ points, winner: won[i] })),
        nativePoints(kept.record).slice(-shown.length));
    return kept;
}
