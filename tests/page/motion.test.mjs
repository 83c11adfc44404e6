/* What moves, and that it can be ended: marks, cards, pawns, dice, points, the
 * lid of a game. Nothing here waits for time to pass: motions are told by what
 * was begun, and ended by a touch. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { start, visit } from './help.mjs';
import { kept, partOf, wholeGame } from './positions.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{what: string, frames: any[], ms: number}} Motion */

/** @type {Awaited<ReturnType<typeof start>>} */
let at;
before(async () => {
    at = await start();
});
after(() => at.stop());

/** Moves, one after another, of which one has what is looked for: dice and
 * cards are not known here. */
const TRIES = 12;

/** Runs in the page: whatever is begun is held where it begins. */
function holdMotions() {
    const { animate } = Element.prototype;
    /** @type {any} */
    const all = globalThis;

    all.motions = [];
    Element.prototype.animate = function hold(frames, how) {
        const run = animate.call(this, frames, how);

        all.motions.push({ what: this.getAttribute('class') ??
            this.parentElement?.getAttribute('class') ?? '', frames,
        ms: /** @type {KeyframeAnimationOptions} */ (how).duration });
        run.pause();
        return run;
    };
}

/** What has begun to move since the last look. @param {Page} page
 * @returns {Promise<Motion[]>} */
function motions(page) {
    return page.evaluate(() => /** @type {any} */ (globalThis).motions.splice(0));
}

/**
 * A person at a table in the middle of a game, who likes motion or does not.
 * @param {string} game
 * @param {number} part
 * @param {'reduce' | 'no-preference'} [reducedMotion]
 */
async function atTable(game, part, reducedMotion = 'no-preference') {
    const visitor = await visit(at, { width: 390, height: 844,
        store: kept({ a: partOf(wholeGame(game), part) }), prepare: (context) =>
            context.addInitScript(holdMotions) });
    const { page } = visitor;

    await page.emulateMedia({ reducedMotion });
    await page.evaluate(() => {
        location.hash = '#/play/a';
    });
    await comeTo(page, 'choose');
    await motions(page);
    return visitor;
}

/** @param {Page} page @param {'throw' | 'choose'} phase */
async function comeTo(page, phase) {
    const next = page.locator('.play[data-phase=throw], .play[data-phase=choose]');

    for (await next.waitFor(); ; await next.waitFor()) {
        const now = await page.getAttribute('.play', 'data-phase');
        if (now === phase)
            return;
        if (now === 'throw')
            await page.click('.bar .main');
        else if (await page.locator('.mine .piece.next').count() > 0)
            await play(page);
        else
            await page.click('.bar [data-key^="piece"], .bar .main:not(:disabled)');
    }
}

/** Chooses something on the table. @param {Page} page @param {string} [what] */
async function choose(page, what = '.mine .piece.next') {
    await page.locator(what).first().click({ force: true });
    while (await page.locator('.bar .main:not(:disabled)').count() === 0)
        await page.locator('.mine .piece.next').first().click({ force: true });
}

/** Chooses something on the table, and does it. @param {Page} page
 * @param {string} [what] */
async function play(page, what) {
    await choose(page, what);
    const before = await motions(page);

    await page.click('.bar .main');
    return before;
}

/** @param {Motion[]} all @param {RegExp} what */
function of(all, what) {
    return all.filter((one) => what.test(one.what));
}

describe('marks', () => {
    test('a cross is drawn once, however often its sheet is', async () => {
        const { page, context, errors } = await atTable('qwixx', 0.45);
        assert.equal(of(await play(page), /touched/).length, 1);
        const done = await motions(page);
        assert.equal(of(done, /^cross$|^again$/).length, 4);
        assert.ok(done.every(({ frames }) => frames.every((frame) =>
            ['transform', 'opacity', 'strokeDashoffset', 'offset', 'easing']
                .includes(Object.keys(frame)[0]))));

        await page.setViewportSize({ width: 400, height: 844 });
        await page.waitForFunction(() => innerWidth === 400);
        assert.equal(of(await motions(page), /^cross/).length, 0,
            'drawn again, but not moved again');
        assert.deepEqual(errors, []);
        await context.close();
    });

    test('a touch beside the buttons ends all of it', async () => {
        const { page, context } = await atTable('qwixx', 0.45);
        await choose(page);
        /* In one go: a bot that answers at once draws the sheet again. */
        const [begun, left] = await page.evaluate(() => {
            const running = () => document.getAnimations()
                .filter((run) => run.effect?.getComputedTiming().endTime !== Infinity)
                .length;
            const main = document.querySelector('.bar .main');
            if (main instanceof HTMLElement)
                main.click();
            const moving = running();
            document.querySelector('.play .top h1')?.dispatchEvent(
                new PointerEvent('pointerdown', { bubbles: true }));
            return [moving, running()];
        });
        assert.ok(begun > 0);
        assert.equal(left, 0);
        await context.close();
    });

    test('with less motion all are fades', async () => {
        const { page, context } = await atTable('qwixx', 0.45, 'reduce');
        await play(page);
        const done = await motions(page);
        assert.ok(done.length > 0);
        for (const { frames, ms, what } of done) {
            assert.deepEqual(frames, [{ opacity: 0 }, { opacity: 1 }], what);
            assert.equal(ms, 120);
        }
        await context.close();
    });

    test('crosses that follow from one another are linked by light', async () => {
        const { page, context, errors } = await atTable('bingo', 0.6);
        /** @type {Motion[]} */
        const seen = [];
        for (let i = 0; i < TRIES && of(seen, /^spark$/).length === 0; i++) {
            await comeTo(page, 'choose');
            await play(page);
            seen.push(...await motions(page));
        }
        assert.ok(of(seen, /^spark$/).length > 0);
        assert.deepEqual(errors, []);
        await context.close();
    });
});

describe('a row', () => {
    /** Draws it twice. @param {string[]} marks of its lock */
    const drawn = async (marks) => {
        const { page, context } = await visit(at, { prepare: (context) =>
            context.addInitScript(holdMotions) });
        await page.emulateMedia({ reducedMotion: 'no-preference' });
        await page.evaluate(async (each) => {
            const { Moving } = await import(`${location.origin}/table/moving.js`);
            const { s } = await import(`${location.origin}/elements/dom.js`);
            const main = /** @type {HTMLElement} */ (
                document.querySelector('main'));
            const moving = new Moving(main, String);

            for (const mark of each)
                moving.around(() => main.replaceChildren(s('svg',
                    { width: 120, height: 30 }, ...[0, 1, 2].map((i) => s('g',
                        { 'data-piece': i + 1, 'data-sign': i === 2 && 'lock',
                            class: `piece box red ${i === 2 ? mark : ''}` },
                        s('rect', { class: 'frame', x: 40 * i, width: 38,
                            height: 30 }), i === 2 && mark &&
                            s('g', { class: 'cross' }))))));
        }, marks);
        const all = await motions(page);
        await context.close();
        return all;
    };

    test('its lock turns, and its band shines from end to end', async () => {
        const all = await drawn(['', '', 'crossed']);
        assert.equal(of(all, /crossed/).filter(({ ms }) => ms === 400).length, 1);
        assert.equal(of(all, /^band-light$/).length, 3);
    });

    test('a cross that is undone is rubbed out', async () => {
        const all = await drawn(['crossed', 'crossed', '']);
        assert.equal(of(all, /cross rubbed/).length, 1);
        assert.equal(of(all, /^band-light$/).length, 0);
    });
});

test('dice fly in, change their faces, and land one after another', async () => {
    const { page, context } = await atTable('qwixx', 0.45);
    await comeTo(page, 'throw');
    await motions(page);
    await page.click('.bar .main');
    const dice = of(await motions(page), /^solid$/);
    assert.ok(dice.length >= 5);
    assert.ok(dice.every(({ ms }, i) => i === 0 || ms > dice[i - 1].ms));
    assert.equal(dice.at(-1)?.ms, 520);
    await context.close();
});

test('a card travels from the hand to the board', async () => {
    const { page, context, errors } = await atTable('one-to-9', 0.4);
    /** @type {Motion[]} */
    let flights = [];
    for (let i = 0; i < TRIES && flights.length === 0; i++) {
        await comeTo(page, 'choose');
        await play(page);
        flights = of(await motions(page), /flying/);
    }
    assert.ok(flights.length > 0);
    await page.dispatchEvent('.hand-of', 'pointerdown', { bubbles: true });
    await page.waitForSelector('.flying', { state: 'detached' });
    assert.deepEqual(errors, []);
    await context.close();
});

test('a pawn hops from field to field', async () => {
    const { page, context } = await atTable('numeri', 0.5);
    /** @type {Motion | undefined} */
    let hop;
    for (let i = 0; i < TRIES && !hop; i++) {
        await comeTo(page, 'choose');
        await page.locator('.mine .piece.token.next').first()
            .click({ force: true });
        hop = of(await motions(page), /token/).find(({ frames }) =>
            frames.length > 2);
    }
    assert.ok(hop, 'no pawn moved');
    const fields = (hop.frames.length - 1) / 2;
    assert.equal(hop.ms, Math.min(540, 90 * fields));
    await context.close();
});

test('the lid of a game grows into its cloth', async () => {
    const { page, context, errors } = await visit(at, { prepare: (context) =>
        context.addInitScript(holdMotions) });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.click('a[href="#/new/qwixx"]');
    await page.waitForSelector('.seats');
    assert.equal(of(await motions(page), /growing/).length, 1);
    await page.click('button[type=submit]');
    await page.waitForSelector('.play[data-phase]');
    assert.equal(of(await motions(page), /growing/).length, 1);
    assert.deepEqual(errors, []);
    await context.close();
});

test('dice that made another’s move are lit, and lie as they lay', async () => {
    const { page, context, errors } = await atTable('qwixx', 0.45);
    await page.evaluate(() => {
        const dice = document.querySelector('.dice');
        /** @type {{lit: number, faces: number[]}[]} */
        const told = [];
        Object.assign(globalThis, { told });
        new MutationObserver(() => {
            if (dice?.matches('.spent'))
                told.push({ lit: dice.querySelectorAll('.cube.lit').length,
                    faces: [...dice.querySelectorAll('.cube')].map((die) =>
                        die.querySelectorAll('.pip').length) });
        }).observe(/** @type {Element} */ (dice),
            { childList: true, attributes: true });
    });
    for (let i = 0; i < TRIES; i++) {
        await comeTo(page, 'choose');
        await play(page);
        if (await page.evaluate(() =>
            /** @type {any} */ (globalThis).told.length) > 0)
            break;
    }
    const [first] = await page.evaluate(() =>
        /** @type {any} */ (globalThis).told);
    assert.equal(first.lit, 2, 'two dice make a number');
    assert.ok(first.faces.every((/** @type {number} */ n) => n > 0));
    assert.deepEqual(errors, []);
    await context.close();
});

test('a replay moves from step to step, and jumps without', async () => {
    const { page, context, errors } = await visit(at, { width: 390, height: 844,
        store: kept({ a: wholeGame('qwixx') }), prepare: (context) =>
            context.addInitScript(holdMotions) });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto(`${at.server.url}#/replay/a`);
    const slider = page.locator('.replay input[type=range]');
    await slider.focus();
    await motions(page);
    await page.keyboard.press('Home');
    assert.equal(of(await motions(page), /cross|solid/).length, 0);
    const on = page.locator('[aria-label="One step forward"]');
    await on.click();
    assert.ok(of(await motions(page), /^solid$/).length >= 5, 'dice fly in');
    /** @type {Motion[]} */
    const seen = [];
    for (let i = 0; i < TRIES && of(seen, /^cross$/).length === 0; i++) {
        await on.click();
        seen.push(...await motions(page));
    }
    assert.ok(of(seen, /^cross$|^again$/).length >= 4, 'a cross is drawn');
    assert.equal(await page.evaluate(() => scrollY), 0);
    assert.deepEqual(errors, []);
    await context.close();
});

test('a device that misses frames gets less motion', async () => {
    const { page, context } = await visit(at);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const [quick, late] = await page.evaluate(async () => {
        const { confetti, isSlow } =
            await import(`${location.origin}/elements/motion.js`);
        const found = [];

        for (const ms of [16, 40]) {
            let now = 0;
            performance.now = () => now;
            window.requestAnimationFrame = (step) => {
                now += ms;
                step(now);
                return 0;
            };
            const slow = await isSlow(300);
            const host = document.createElement('div');
            const run = confetti(host, slow);
            const count = host.querySelectorAll('.confetti svg').length;
            run.finish();
            found.push({ slow, count, left: host.childElementCount });
        }
        return found;
    });
    assert.deepEqual([quick.slow, late.slow], [false, true]);
    assert.ok(late.count > 0 && late.count < quick.count / 2);
    assert.deepEqual([quick.left, late.left], [0, 0]);
    await context.close();
});
