/*
 * A tour of all tables: every game on every screen, by day and by night. The
 * sheet is in view where it must be, nothing moves under the finger, nothing
 * lies over anything else, and what stands out is little.
 *
 * TOUR=folder keeps the pictures there, to be looked at.
 */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { checkAxe } from './barriers.mjs';
import { start, visit } from './help.mjs';
import { GAMES, kept, partOf, wholeGame } from './positions.mjs';

/** @typedef {import('playwright-core').Page} Page */

const SIZES = [[360, 640], [640, 360], [844, 390], [390, 844], [820, 1180],
    [1440, 900]];
/** Whose whole sheet is in view on the smallest screen. */
const WHOLE = ['qwixx', 'pretty-tricky', 'quick-and-tactic', 'play-and-repeat'];
/** Two long parts and four cards take a little more than a screen. */
const LONG = 'bingo';
const pictures = process.env.TOUR;

/** @type {Awaited<ReturnType<typeof start>>} */
let at;
/** @type {Record<string, string>} */
let store;
before(async () => {
    at = await start();
    store = kept(Object.fromEntries(GAMES.map((game) =>
        [game, partOf(wholeGame(game, 3), 0.35)])));
    if (pictures)
        mkdirSync(pictures, { recursive: true });
});
after(() => at.stop());

/** Runs in the page: where everything is. */
function whereThingsAre() {
    /** @param {string} selector */
    const of = (selector) => [...document.querySelectorAll(selector)]
        .map((element) => {
            const { x, y, width, height } = element.getBoundingClientRect();
            return [x, y, width, height].map(Math.round).join(' ');
        });
    const mine = document.querySelector('.mine')?.getBoundingClientRect();
    const sheets = [...document.querySelectorAll('.pad-of-paper .area')]
        .map((area) => area.getBoundingClientRect().bottom);
    const bar = document.querySelector('.bar')?.getBoundingClientRect();
    const boxes = document.querySelectorAll('.mine .box');
    const targets = [...document.querySelectorAll('.stage [data-touch]')]
        .map((piece) => piece.getBoundingClientRect());
    const isBeside = innerHeight < 480;
    const end = isBeside ? innerHeight : bar?.top ?? 0;
    const asked = document.querySelector('.asked')?.getBoundingClientRect();
    /* Chips, or the places beside the table, end above or far below. */
    const places = [...document.querySelectorAll('.player')].map((place) =>
        (asked?.top ?? 0) - place.getBoundingClientRect().bottom)
        .filter((room) => room > -100);
    /** @param {Element} area */
    const sizesIn = (area) => new Set([...area.querySelectorAll(
        '.label:not(:has(.slip)) text')]
        .filter((text) => /^\d\d$/.test(text.textContent ?? ''))
        .map((text) => text.getAttribute('font-size'))).size;

    return {
        still: { dice: of('.dice:not([hidden])'), slot: of('.question'),
            sheet: of('.pad-of-paper > .part:first-of-type svg.area'),
            bar: of('.bar'), undo: of('[data-key=back]') },
        top: (mine?.top ?? 0) + scrollY,
        below: Math.max(...sheets) - (bar?.top ?? 0),
        screens: document.documentElement.scrollHeight / innerHeight,
        boxes: boxes.length,
        rises: document.querySelectorAll('.mine .box.rises').length,
        worth: document.querySelectorAll('.mine .box.rises.worth').length,
        light: Math.min(...places),
        sizes: Math.max(...[...document.querySelectorAll('.mine .area')]
            .map(sizesIn)),
        small: targets.filter((box) => Math.min(box.width, box.height) < 23.9)
            .length,
        hidden: targets.filter((box) => box.top < 0 || box.bottom > end + 1)
            .length + Number((bar?.bottom ?? 0) > innerHeight),
    };
}

/** @param {Page} page @param {string} game */
async function sit(page, game) {
    await page.evaluate((path) => /** @type {any} */ (globalThis).looking
        .goTo(path), `play/${game}`);
    await page.waitForSelector('.play[data-phase=choose]');
    await page.evaluate(() => /** @type {any} */ (globalThis).looking.drawn());
}

/** Touches something that can be, and confirms it. @param {Page} page */
async function touchAndConfirm(page) {
    const before = await page.evaluate(whereThingsAre);
    await page.evaluate(() => {
        const piece = document.querySelector('.mine .piece.next') ??
            document.querySelector('.bar [data-key^=piece]');
        piece?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    });
    const touched = await page.evaluate(whereThingsAre);
    await page.evaluate(() => {
        const main = document.querySelector('.bar button.main:not(:disabled)');
        if (main instanceof HTMLElement)
            main.click();
    });
    const done = await page.evaluate(whereThingsAre);
    return { before, touched, done };
}

for (const [width, height] of SIZES)
    for (const dark of [false, true])
        describe(`${width} × ${height}, ${dark ? 'dark' : 'light'}`, () => {
            /** @type {Awaited<ReturnType<typeof visit>>} */
            let visitor;
            before(async () => {
                visitor = await visit(at, { width, height, dark, store,
                    settings: { onlyMove: false, pace: 'slow' } });
            });
            after(() => visitor.context.close());

            for (const game of GAMES)
                test(game, async () => {
                    const { page, errors } = visitor;
                    await sit(page, game);
                    if (pictures)
                        await page.screenshot({ path: join(pictures,
                            `${game}-${width}-${dark ? 'dark' : 'light'}.png`) });
                    assert.deepEqual(await page.evaluate(() =>
                        /** @type {any} */ (globalThis).looking.problems()), []);
                    await checkAxe(page, game);
                    const { before: now, touched, done } =
                        await touchAndConfirm(page);
                    assert.deepEqual(touched.still, now.still, 'touched');
                    assert.deepEqual(done.still, now.still, 'confirmed');
                    assert.equal(now.small, 0, 'below 24 px');
                    assert.ok(now.rises === now.worth ||
                        now.rises <= now.boxes / 3, 'too much stands out');
                    assert.ok(now.sizes <= 1, 'numbers of several sizes');
                    if (width < 1100)
                        assert.ok(now.light >= 3,
                            `${now.light} px for the light around a place`);
                    if (height === 640)
                        assert.ok(now.top <= 190, `begins at ${now.top}`);
                    if (height === 640 && WHOLE.includes(game))
                        assert.ok(now.below <= 0, `hidden by ${now.below}`);
                    if (height < 480 || height === 844 ||
                        (height === 640 && game !== LONG))
                        assert.equal(now.hidden, 0, 'out of sight');
                    if (height === 844)
                        assert.ok(now.screens <= (game === LONG ? 1.13 : 1.1),
                            `${now.screens} screens`);
                    assert.deepEqual(errors, []);
                });
        });

for (const width of [360, 390])
    test(`what lies beside a board is one line in German, ${width}`, async () => {
        const { page, context } = await visit(at, { width, height: 844, store,
            locale: 'de-DE', settings: { onlyMove: false } });
        await sit(page, 'one-to-9');
        const [line, card] = await page.$$eval(
            '.area.supply, .area.supply .card', (parts) => parts.map((part) =>
                part.getBoundingClientRect().height));
        assert.ok(line < 2 * card, `${line} px high, a card ${card}`);
        await context.close();
    });

/* --- What others do ---------------------------------------------------------- */

/** Runs in the page: where the sheet is whenever something is told. */
function watchSheet() {
    const tops = new Set();
    const look = () => {
        const sheet = document.querySelector('.pad-of-paper');
        if (document.querySelector('.event:not([hidden])'))
            tops.add((sheet?.getBoundingClientRect().top ?? 0) + scrollY);
    };

    Object.assign(globalThis, { tops });
    new MutationObserver(look).observe(
        document.querySelector('.question') ?? document.body,
        { attributes: true, childList: true, subtree: true });
    return (document.querySelector('.pad-of-paper')?.getBoundingClientRect()
        .top ?? 0) + scrollY;
}

for (const [width, height] of [[360, 640], [640, 360], [390, 844]])
    test(`what others did moves nothing, ${width} × ${height}`, async () => {
        const { page, context } = await visit(at, { width, height, store,
            settings: { onlyMove: false, pace: 'fast' } });
        await sit(page, 'numeri');
        const top = await page.evaluate(watchSheet);
        await touchAndConfirm(page);
        await page.waitForFunction(() =>
            /** @type {any} */ (globalThis).tops.size > 0);
        assert.deepEqual(await page.evaluate(() =>
            [.../** @type {any} */ (globalThis).tops]), [top]);
        await context.close();
    });

/* --- How often a person has to touch --------------------------------------- */

/** At most, with the roll, in a turn of one's own and in one of another's; the
 * same with "one tap". Where two sets of dice make the same box, naming one of
 * them comes on top. In Play & Repeat it is one a box where there is more than
 * one way to go: with the roll, and to confirm, five for three boxes.
 * @type {Record<string, [number, number, number, number]>} */
const TAPS = { 'qwixx': [5, 2, 3, 1], 'numeri': [2, 0, 2, 0],
    'rainbow': [3, 0, 2, 0], 'one-to-9': [3, 0, 2, 0],
    'play-and-repeat': [5, 4, 4, 4], 'quick-and-tactic': [3, 2, 2, 1] };
/** Where a turn asks once for each gap that is filled, each question counts. */
const BY_QUESTION = ['one-to-9'];

/**
 * Runs in the page: touches what comes next, as a person in no doubt would.
 * @returns {{over?: boolean, own?: boolean, rolls?: boolean, names?: boolean,
 *     played?: number}} names: it is the die that a box needs; played: choices
 *     so far
 */
function touchNext() {
    const play = document.querySelector('.play');
    const phase = play?.getAttribute('data-phase') ?? '';
    const main = play?.querySelector('.bar button.main:not(:disabled)');
    const touched = play?.querySelector('.stage .piece.touched');
    const own = play?.querySelector('.player.active') === null;
    const box = play?.querySelector('.mine .piece.next.worth') ??
        play?.querySelector('.mine .piece.next');
    const die = touched && !box ? play?.querySelector('.dice .piece.next') : null;
    const target = phase === 'throw' || (main && touched) ? main
        : box ?? die ?? play?.querySelector('.bar [data-key^=piece]');

    if (phase === 'over' || !target)
        return { over: true };
    const played = (localStorage.getItem('parlour.game.one') ?? '')
        .split('play 0 ').length;
    target.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    return { own, rolls: phase === 'throw', names: target === die, played };
}

/** Runs in the page: what a touch changes. */
function glance() {
    const play = document.querySelector('.play');

    return `${play?.getAttribute('data-phase')} ${
        play?.querySelectorAll('.touched').length} ${
        localStorage.getItem('parlour.game.one')}`;
}

/** The first roll of a game, where white and coloured dice are alike. */
const alike = () => `${partOf(wholeGame('quick-and-tactic'), 0)
    .split('chance ')[0]}chance 1 1 1 1 1 1 1\n`;

for (const oneTap of [false, true])
    describe(oneTap ? 'taps of a turn, with one tap' : 'taps of a turn', () => {
        for (const [name, limits] of Object.entries({ ...TAPS,
            'dice that are alike': TAPS['quick-and-tactic'] }))
            test(name, async () => {
                const game = name in TAPS ? partOf(wholeGame(name), 0.15) : alike();
                const { page, context } = await visit(at, { width: 390,
                    height: 844, store: kept({ one: game }),
                    settings: { oneTap } });
                const [own, other] = limits.slice(oneTap ? 2 : 0);
                const isByQuestion = BY_QUESTION.includes(name);
                /* How many in a row belong to one turn of one person: the
                 * game goes on after a roll. */
                const taps = { own: Number(!isByQuestion), other: 0 };
                let played = 0;
                await page.goto(`${at.server.url}#/play/one`);
                for (let i = 0; i < 24; i++) {
                    await page.waitForSelector('.play[data-phase=choose], ' +
                        '.play[data-phase=throw], .play[data-phase=over]');
                    const before = await page.evaluate(glance);
                    const did = await page.evaluate(touchNext);
                    if (did.over)
                        break;
                    if (isByQuestion && did.played !== played)
                        taps.own = 0;
                    played = did.played ?? 0;
                    const tap = Number(!did.names);
                    taps.own = did.rolls ? Number(!isByQuestion)
                        : did.own ? taps.own + tap : 0;
                    taps.other = did.own ? 0 : taps.other + tap;
                    assert.ok(taps.own <= own, `${taps.own} in one’s own turn`);
                    assert.ok(taps.other <= other || other === 0,
                        `${taps.other} in another’s`);
                    /* The next touch is for what it led to. */
                    await page.waitForFunction((was) => {
                        const play = document.querySelector('.play');
                        return `${play?.getAttribute('data-phase')} ${
                            play?.querySelectorAll('.touched').length} ${
                            localStorage.getItem('parlour.game.one')}` !== was;
                    }, before, { timeout: 5000 }).catch(() => {});
                }
                await context.close();
            });
    });
