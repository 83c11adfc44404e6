/* The game of the day as people play it: today's game, its result, the next
 * day, a streak; practice, an interruption, a clock that is set back. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { keptGames, newContext, playByClicking, start, visit } from './help.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let at;

before(async () => {
    at = await start();
});
after(() => at.stop());

/**
 * On a day of our choice, which no server counts.
 * @param {string} when by the clock of the device @param {object} [how]
 */
function visitOn(when, how = {}) {
    return visit(at, { ...how, prepare: async (context) => {
        await context.clock.install({ time: new Date(when) });
        await context.route('**/daily?key=*', (route) => route.fulfill(
            { json: { mine: 1, count: 1, below: 0, values: [[1, 1]] } }));
    } });
}

/**
 * The same device at another time.
 * @param {import('playwright-core').Page} page @param {string} when
 */
async function comeBack(page, when) {
    await page.goto('about:blank');
    await page.clock.setSystemTime(new Date(when));
    await page.goto(at.server.url);
    await page.waitForSelector('.daily');
}

/** @param {import('playwright-core').Page} page */
const card = async (page) => ({
    text: await page.textContent('.daily .what'),
    button: await page.textContent('[data-daily]') });

/** @param {import('playwright-core').Page} page */
async function playOn(page) {
    await page.click('[data-daily]');
    await page.waitForSelector('.play[data-phase]');
    await playByClicking(page, { taste: 'pass' });
    await page.click('.bar button.main');
    await page.waitForSelector('.daily-result');
}

/** What a picture to share says in the largest letters. @param {import('playwright-core').Page} page */
async function largestOnPicture(page) {
    await page.evaluate(() => {
        const { fillText } = CanvasRenderingContext2D.prototype;

        CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
            if (this.font.includes('250px'))
                document.body.dataset.largest = text;
            fillText.call(this, text, ...rest);
        };
    });
    await page.click('[data-share]');
    await page.waitForSelector('.preview img');
    return page.getAttribute('body', 'data-largest');
}

/** @param {import('playwright-core').Page} page */
async function scored(page) {
    return (await keptGames(page)).filter((kept) => kept.scored);
}

test('today, shared, and tomorrow: a streak', { timeout: 900_000 }, async () => {
    const { page, context, errors } = await visitOn('2026-11-19T20:00:00');

    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    assert.match((await card(page)).text ?? '',
        /Game of the day: Qwixx ?Same dice for all/);
    assert.doesNotMatch((await card(page)).text ?? '', /streak/);
    await playOn(page);

    /* Expert had the same dice, and the text tells nothing about them. */
    await page.waitForSelector('.apart > *');
    assert.match(await page.textContent('.apart h3') ?? '', /: your move \d+$/);
    const [mine] = await scored(page);
    const [, points] = /^result (-?\d+) /m.exec(mine.record) ?? [];
    await page.click('[data-share]');
    await page.waitForSelector('.preview img');
    await page.click('[data-text]');
    await page.waitForSelector('.said:not(:empty)');
    const text = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(text, new RegExp('^Parlour · Game of the day · 2026-11-19\n' +
        `Qwixx: ${points.replace('-', '−')} points?\n` +
        'Expert with the same dice: \\d+\n1-day streak$'));

    /* One try a day; practice has the same dice and no result. */
    await comeBack(page, '2026-11-19T21:00:00');
    assert.equal((await card(page)).button, 'Result');
    assert.match((await card(page)).text ?? '', /1-day streak/);
    assert.equal(await page.locator('.hero [data-now]').count(), 1,
        'it does not wait to be carried on with');
    await page.click('[data-daily]');
    await page.click('[data-practise]');
    await page.waitForSelector('.play[data-phase]');
    await playByClicking(page, { until: async (_, clicks) => clicks > 1 });
    const again = (await keptGames(page)).find((kept) => !kept.scored);
    const first = (/** @type {string} */ record) =>
        /^chance .*/m.exec(record)?.[0];
    assert.ok(first(mine.record));
    assert.equal(first(again.record), first(mine.record));
    assert.equal((await scored(page)).length, 1);

    /* The next day, a game against the day's bot, interrupted in the middle. */
    await comeBack(page, '2026-11-20T00:10:00');
    assert.match((await card(page)).text ?? '', /1-day streak/);
    assert.equal((await card(page)).button, 'Play');
    await page.click('[data-daily]');
    await page.waitForSelector('.play[data-phase]');
    await playByClicking(page, { until: async (_, clicks) => clicks > 8 });
    const half = (await scored(page)).find(({ id }) => id !== mine.id);
    await comeBack(page, '2026-11-20T09:00:00');
    assert.equal((await card(page)).button, 'Continue');
    await playOn(page);
    const whole = (await scored(page)).find(({ id }) => id === half.id);
    assert.ok(whole.record.startsWith(half.record.trimEnd()));
    assert.equal((await scored(page)).length, 2);
    assert.equal(await largestOnPicture(page),
        /^result (-?\d+) /m.exec(whole.record)?.[1].replace('-', '−'),
        "one's own points, even after a loss");
    await comeBack(page, '2026-11-20T10:00:00');
    assert.match((await card(page)).text ?? '', /2-day streak/);

    await comeBack(page, '2026-11-18T10:00:00');
    assert.match((await card(page)).text ?? '', /One to 9 ?Same cards for all/);

    /* A day without a game ends it. */
    await comeBack(page, '2026-11-22T10:00:00');
    assert.doesNotMatch((await card(page)).text ?? '', /streak/);
    assert.deepEqual(errors, []);
    await context.close();
});

test('midnight: a game belongs to the day on which it began',
    { timeout: 600_000 }, async () => {
        const { page, context, errors } = await visitOn('2026-11-19T23:50:00');

        await page.click('[data-daily]');
        await page.waitForSelector('.play[data-phase]');
        await playByClicking(page, { until: async (_, clicks) => clicks > 2 });
        await comeBack(page, '2026-11-19T23:55:00');
        assert.equal((await card(page)).button, 'Continue');
        assert.equal(await page.textContent('.leaf b'), '19');
        await page.clock.fastForward(10 * 60_000);
        await page.waitForFunction(() =>
            document.querySelector('.leaf b')?.textContent === '20');
        assert.equal((await card(page)).button, 'Play', 'a day of its own');
        const [mine] = await scored(page);
        assert.match(mine.record, /^daily .*2026-11-19$/m);
        await page.goto(`${at.server.url}#/play/${mine.id}`);
        await page.waitForSelector('.play[data-phase]');
        await playByClicking(page, { taste: 'pass' });
        await page.click('.bar button.main');
        await page.waitForSelector('.daily-result');
        assert.match(await page.textContent('.daily-result h2') ?? '', /19/);
        await comeBack(page, '2026-11-20T00:30:00');
        assert.match((await card(page)).text ?? '', /1-day streak/);
        assert.equal((await card(page)).button, 'Play');
        assert.equal((await scored(page)).length, 1);
        assert.deepEqual(errors, []);
        await context.close();
    });

test('a clock set back wins nothing', { timeout: 300_000 }, async () => {
    const { page, context, errors } = await visitOn('2026-11-19T20:00:00',
        { store: { 'parlour.daily': JSON.stringify(
            { '2026-11-21': { id: 'x', points: [80] } }) } });

    assert.match((await card(page)).text ?? '', /earlier date/);
    await page.click('[data-daily]');
    await page.waitForSelector('.play[data-phase]');
    assert.equal((await scored(page)).length, 0);
    assert.deepEqual(errors, []);
    await context.close();
});

test('the date is that of the device, in every time zone',
    { timeout: 300_000 }, async () => {
        for (const [timezone, date] of [['Pacific/Kiritimati', '20'],
            ['Pacific/Pago_Pago', '18'], ['Europe/Berlin', '19']]) {
            const context = await newContext(at.browser,
                { timezoneId: timezone });
            await context.clock.install(
                { time: new Date('2026-11-19T10:30:00Z') });
            const page = await context.newPage();
            await page.goto(at.server.url);
            await page.waitForSelector('.leaf b');
            assert.equal(await page.textContent('.leaf b'), date, timezone);
            await context.close();
        }
    });

test('today at a real server: a place among the others', { timeout: 900_000 },
    async () => {
        for (const others of [0, 1]) {
            const { page, context, errors } = await visit(at);

            await playOn(page);
            const place = await page.textContent('[data-place]');
            if (others === 0)
                assert.equal(place, 'Yours is the first result here today.');
            else
                assert.match(place ?? '', /^2 results today · Better than \d+%/);
            assert.equal(await page.locator('.bars .mine').count(), others);
            if (others > 0) {
                const [bars, least, most] = await page.$$eval(
                    '.bars, .today .scale span', (parts) => parts.map((one) =>
                        one.getBoundingClientRect().toJSON()));
                assert.ok(least.top >= bars.bottom && most.top >= bars.bottom,
                    'numbers below the bars');
                assert.equal(least.left, bars.left);
                assert.equal(most.right, bars.right);
            }
            assert.deepEqual(errors, []);
            await context.close();
        }
    });
