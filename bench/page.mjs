/* How quick the page is, in a real browser on loopback: from opening it until
 * a game can be touched, how long a touch takes while the strongest bots
 * think, how soon a hint is there, and how many frames a roll and a win
 * miss on a processor four times slower. The folder of another build's page
 * as an argument is opened in turns with this one. tests/page/run installs
 * what this needs. */
import { sitDown, start, visit } from '../tests/page/help.mjs';
import { kept, wholeGame } from '../tests/page/positions.mjs';
import { serve } from '../tests/page/serve.mjs';

const ROUNDS = 5;
const TOUCHES = 20;
const ALLOWED = 50; // ms, for a touch

const at = await start();
const { page, context } = await visit(at,
    { keeps: true, settings: { pace: 'slow' } });

/** @param {number[]} times */
const middle = (times) => [...times].sort((a, b) => a - b)[
    Math.floor(times.length / 2)];

/** @param {string} what @param {number[]} times @param {string} [more] */
const tell = (what, times, more = '') => console.log(`${what}: ` +
    `${middle(times).toFixed(0)} ms, worst ${Math.max(...times).toFixed(0)} ` +
    `ms${more}`);

/** @param {string} [url] */
async function open(url = at.server.url) {
    const begun = performance.now();

    await page.goto('about:blank');
    await page.goto(url);
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

const [, , folder] = process.argv;
const other = folder ? await serve('127.0.0.1', { web: folder }) : null;
/** @type {number[]} */
const opened = [];
/** @type {number[]} */
const others = [];
for (let i = 0; i < ROUNDS; i++) {
    opened.push(await open());
    if (other)
        others.push(await open(other.url));
}
tell('open to playable', opened);
if (other) {
    tell('open to playable, the other build', others,
        `; ${(middle(opened) / middle(others)).toFixed(2)} of its time`);
    await other.close();
    await open();
}

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
await page.click('header .hint');
await page.waitForSelector('.coach-says');
tell('a hint, experts still thinking', [performance.now() - begun]);
await context.close();

/* --- Frames ------------------------------------------------------------------ */

const SLOWER = 4;
const LATE = 1000 / 60 * 1.5; // ms: one frame was missed

/** Runs in the page: how long frames take until something is over. @param {number} ms */
async function frames(ms) {
    const begun = performance.now();
    const found = [];
    let last = begun;

    while (last - begun < ms) {
        const now = await new Promise((done) => requestAnimationFrame(done));
        found.push(now - last);
        last = now;
    }
    return found.slice(1);
}

/** @param {string} what @param {number[]} all ms */
function tellFrames(what, all) {
    const late = all.filter((ms) => ms > LATE).length;

    console.log(`frames of ${what}, ${SLOWER} times slower: ${all.length}, ` +
        `${late} late; ${middle(all).toFixed(0)} ms, worst ` +
        `${Math.max(...all).toFixed(0)} ms`);
}

/** @param {string} path @param {Record<string, string>} store */
async function slowly(path, store) {
    const visitor = await visit(at, { keeps: true, width: 390, height: 844, store,
        settings: { pace: 'normal' } });
    const session = await visitor.context.newCDPSession(visitor.page);

    /* Nobody rolls in the seconds when the page is kept for later. */
    await visitor.page.evaluate(() => navigator.serviceWorker.ready);
    await visitor.page.emulateMedia({ reducedMotion: 'no-preference' });
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await visitor.page.evaluate((to) => {
        location.hash = to;
    }, path);
    return visitor;
}

const whole = wholeGame('qwixx').replace(/^bot 0 .*\n/m, '');
const rolling = await slowly('#/play/a', kept({ a: whole.slice(0,
    whole.search(/^(chance|play) /m)) }));
await rolling.page.waitForSelector('.play[data-phase=throw]');
tellFrames('nothing that moves', await rolling.page.evaluate(frames, 600));
await rolling.page.locator('.bar .main').dispatchEvent('click');
tellFrames('a roll', await rolling.page.evaluate(frames, 600));
await rolling.context.close();

const [[key, text]] = Object.entries(kept({ won: whole }));
const won = await slowly('#/end/won', { [key]: text.replace(/"saved":\d+/,
    `"saved":${Date.now()}`) });
await won.page.waitForSelector('.end.won');
tellFrames('a win', await won.page.evaluate(frames, 1600));
await won.context.close();
await at.stop();
