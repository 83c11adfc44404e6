/* How quick the page is, in a real browser on loopback: from opening it until
 * a game can be touched, how long a touch takes while the strongest bots
 * think, and how soon a hint has numbers. tests/page/run installs what this
 * needs. */
import { sitDown, start, visit } from '../tests/page/help.mjs';

const ROUNDS = 5;
const TOUCHES = 20;
const ALLOWED = 50; // ms, for a touch

const at = await start();
const { page, context } = await visit(at, { settings: { pace: 'slow' } });

/** @param {number[]} times */
const middle = (times) => [...times].sort((a, b) => a - b)[
    Math.floor(times.length / 2)];

/** @param {string} what @param {number[]} times @param {string} [more] */
const tell = (what, times, more = '') => console.log(`${what}: ` +
    `${middle(times).toFixed(0)} ms, worst ${Math.max(...times).toFixed(0)} ` +
    `ms${more}`);

async function open() {
    const begun = performance.now();

    await page.goto('about:blank');
    await page.goto(at.server.url);
    await page.waitForSelector('.games a');
    return performance.now() - begun;
}

/* Runs in the page: from a touch until it is painted. */
async function touch() {
    const pieces = document.querySelectorAll('.mine [data-touch]');
    const begun = performance.now();

    pieces[Math.floor(Math.random() * pieces.length)]?.dispatchEvent(
        new MouseEvent('click', { bubbles: true }));
    await new Promise((done) => requestAnimationFrame(
        () => setTimeout(done)));
    return performance.now() - begun;
}

/** Waits until a person chooses. */
async function comeToChoose() {
    while (await page.getAttribute('.play', 'data-phase') !== 'choose') {
        const main = page.locator('.play[data-phase=throw] .bar .main');
        if (await main.count() > 0)
            await main.click();
        await page.waitForTimeout(100);
    }
}

const opened = [];
for (let i = 0; i < ROUNDS; i++)
    opened.push(await open());
tell('open to playable', opened);

/** @param {string} when */
async function timeTouches(when) {
    const touches = [];

    for (let i = 0; i < TOUCHES; i++)
        touches.push(await page.evaluate(touch));
    tell(`a touch while ${when}`, touches, `; ${ALLOWED} ms allowed`);
}

await sitDown(page, 'qwixx', { people: 1, bots: 0 });
await comeToChoose();
await timeTouches('no one thinks');

await page.goto(`${at.server.url}#/`);
await sitDown(page, 'qwixx', { people: 1, bots: 4, level: 'expert' });
await comeToChoose();
await timeTouches('experts think');

const begun = performance.now();
await page.click('header button.plain:not(.icon)');
await page.waitForSelector('.moves small');
tell('first numbers of a hint, experts still thinking',
    [performance.now() - begun]);
await timeTouches('a hint is worked out');
await context.close();
await at.stop();
