/* How quick the page is, in a real browser on loopback: from opening it until
 * a game can be touched, and how long a touch takes while a bot thinks.
 * tests/page/run installs what this needs. */
import { sitDown, start, visit } from '../tests/page/help.mjs';

const at = await start();
const ROUNDS = 5;
const { page, context } = await visit(at, { settings: { pace: 'slow' } });

/** @param {number[]} times */
const middle = (times) => [...times].sort((a, b) => a - b)[
    Math.floor(times.length / 2)];

const opened = [];
for (let i = 0; i < ROUNDS; i++) {
    const begun = performance.now();
    await page.goto('about:blank');
    await page.goto(at.server.url);
    await page.waitForSelector('.games a');
    opened.push(performance.now() - begun);
}
console.log(`open to playable: ${middle(opened).toFixed(0)} ms`);

await sitDown(page, 'qwixx', { people: 1, bots: 4 });
const touches = [];
for (let i = 0; i < 40 && touches.length < 20; i++) {
    const phase = await page.getAttribute('.play', 'data-phase');
    if (phase === 'throw')
        await page.click('.bar button.main');
    if (phase !== 'choose') {
        await page.waitForTimeout(200);
        continue;
    }
    touches.push(await page.evaluate(() => {
        const piece = document.querySelector('.mine [data-touch]') ??
            document.querySelector('.moves button');
        const begun = performance.now();
        piece?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        document.body.getBoundingClientRect(); // laid out, ready to be painted
        return performance.now() - begun;
    }));
}
console.log(`a touch: ${middle(touches).toFixed(1)} ms, ` +
    `worst ${Math.max(...touches).toFixed(1)} ms`);
await context.close();
await at.stop();
