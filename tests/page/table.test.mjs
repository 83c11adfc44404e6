/* What a touch at the table does, and what stays where it is. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { keptGames, openMoves, sitDown, start, visit } from './help.mjs';
import { GAMES, kept, partOf, wholeGame } from './positions.mjs';
import { readCatalogue } from '../../tools/po/file.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @type {Awaited<ReturnType<typeof start>>} */
let at;
before(async () => {
    at = await start();
});
after(() => at.stop());

/** @param {Page} page @param {string} phase */
const waitForPhase = (page, phase) => page.waitForSelector(
    `.play[data-phase="${phase}"]`);

/**
 * A table in the middle of a game.
 * @param {string} record
 * @param {Parameters<typeof visit>[1]} [how]
 */
async function sitAt(record, how = {}) {
    const visitor = await visit(at, { store: kept({ one: record }), ...how,
        settings: { onlyMove: false, ...how.settings } });
    await visitor.page.goto(`${at.server.url}#/play/one`);
    await visitor.page.waitForSelector('.play[data-phase]');
    return visitor;
}

const ENGLISH = readCatalogue('en').entries;
const QWIXX = 'parlour 1\ngame qwixx\nlayout A\nseats 2\nfirst 0\nbot 1 random\n' +
    'chance 4 3 2 5 6 1\n';

test('a made choice stays drawn while others choose', async () => {
    const { page, context } = await sitAt(QWIXX, { settings: { pace: 'slow' } });
    await waitForPhase(page, 'choose');
    await page.click('.mine .box.red[data-touch]');
    await page.click('.bar button.main');
    await waitForPhase(page, 'bots');
    assert.equal(await page.locator('.mine .box.red.crossed.waits').count(), 1);
    assert.equal(await page.locator('.mine .waiting.outer').count() > 0, true);
    await context.close();
});

test('a second touch confirms, and a slip of the finger does not', async () => {
    const { page, context } = await sitAt(QWIXX);
    await waitForPhase(page, 'choose');
    const record = (await keptGames(page))[0].record;
    await page.evaluate(() => {
        for (let i = 0; i < 2; i++)
            document.querySelector('.mine .box.red[data-touch]')
                ?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    });
    assert.equal(await page.locator('.mine .box.touched').count(), 1);
    assert.equal((await keptGames(page))[0].record, record);
    await page.waitForTimeout(300);
    await page.click('.mine .box.touched');
    assert.match((await keptGames(page))[0].record, /^play 0 r7$/m);
    await context.close();
});

test('a button that is drawn again under the finger is pressed all the same',
    async () => {
        const { page, context } = await visit(at);
        await sitDown(page, 'qwixx');
        await page.waitForSelector('.play[data-phase="throw"]');
        const main = await page.locator('.bar .main').boundingBox();
        assert.ok(main);
        await page.mouse.move(main.x + main.width / 2, main.y + main.height / 2);
        await page.mouse.down();
        await page.evaluate(() => dispatchEvent(new Event('resize')));
        await page.mouse.up();
        await page.waitForSelector('.play:not([data-phase="throw"])');
        await context.close();
    });

test('one tap plays where a person wants it', async () => {
    const { page, context } = await sitAt(QWIXX,
        { settings: { oneTap: true } });
    await waitForPhase(page, 'choose');
    await page.click('.mine .box.red[data-touch]');
    assert.match((await keptGames(page))[0].record, /^play 0 r7$/m);
    await context.close();
});

test('what a touch is worth stands at the box, and states differ', async () => {
    const { page, context } = await sitAt(QWIXX);
    await waitForPhase(page, 'choose');
    assert.equal(await page.locator('.mine .gain').count(), 4);
    assert.equal(await page.locator('.mine .piece.rises').count(), 4);
    assert.equal(await page.locator('.mine .chosen').count(), 0);
    await page.click('.mine .box.red[data-touch]');
    assert.equal(await page.locator('.mine .chosen-gain').count(), 1);
    assert.ok(await page.locator('.mine .chosen').count() > 0);
    assert.equal(await page.locator('.mine .piece.rises').count(), 3,
        'the others can still be chosen');
    assert.match(await page.textContent('.bar button.main') ?? '', /red 7/);
    await context.close();
});

test('a touch on what is not allowed says why, for two seconds', async () => {
    const { page, context } = await sitAt(`${QWIXX}play 0 r7\nplay 1 -\n`);
    await waitForPhase(page, 'choose');
    const ask = await page.textContent('.ask');
    const box = (/** @type {string} */ number) => page.locator(
        '.mine .box.red:not([data-touch])', { hasText: number }).first();
    await box('5').click();
    const since = Date.now();
    assert.equal(await page.textContent('.notice'),
        ENGLISH.get('qwixx.why.past')?.forms[0].replace('{n}', '5'));
    assert.equal(await page.isVisible('.notice'), true);
    await page.waitForSelector('.notice', { state: 'hidden' });
    assert.ok(Date.now() - since > 1500, 'gone too soon');
    assert.equal(await page.textContent('.ask'), ask);
    await box('7').click();
    assert.equal(await page.textContent('.notice'),
        ENGLISH.get('why.crossed')?.forms[0]);
    await context.close();
});

test('a touch on a sign says what it means in this game', async () => {
    const { page, context } = await sitAt(partOf(wholeGame('one-to-9'), 0.3),
        { width: 390, height: 844 });
    await waitForPhase(page, 'choose');
    await page.locator('.mine [data-sign=big_star]').first().click();
    const { signs } = await page.evaluate(async () => {
        const { loadEngine } = await import(`${location.origin}/engine/engine.js`);
        const engine = await loadEngine(`${location.origin}/parlour.wasm`);
        return engine.game('one-to-9');
    });
    assert.equal(await page.textContent('.notice'),
        ENGLISH.get(signs.big_star)?.forms[0]);
    await context.close();
});

test('a chosen empty box shows the number that is written there', async () => {
    const { page, context } = await sitAt('parlour 1\ngame bingo\nlayout A\n' +
        'seats 1\nfirst 0\nchance 1 2 3 4 5 6 6\n');
    await waitForPhase(page, 'choose');
    const box = page.locator('.mine .box.blue[data-touch]');
    assert.equal(await box.textContent(), '');
    await box.click();
    assert.match(await page.textContent('.bar button.main') ?? '',
        /Write 4 in blue/);
    assert.equal(await page.locator('.mine .box.blue.touched').textContent(),
        '4');
    await context.close();
});

test('a touched box lights the dice that make it', async () => {
    const { page, context } = await sitAt(QWIXX);
    await waitForPhase(page, 'choose');
    assert.equal(await page.locator('.dice .cube.lit').count(), 0);
    await page.click('.mine .box.red[data-touch]');
    assert.deepEqual(await page.locator('.dice .cube').evaluateAll((dice) =>
        dice.map((die) => die.matches('.lit'))),
    [true, true, false, false, false, false]);
    await context.close();
});

test('a touch keeps a die, and the others roll again', async () => {
    const { page, context } = await sitAt('parlour 1\ngame rainbow\nlayout A\n' +
        'seats 1\nfirst 0\nchance 4 4 1 4 6\n');
    await waitForPhase(page, 'choose');
    assert.equal(await page.locator('.dice .kept, .dice .again').count(), 0);
    for (const die of [0, 1, 2])
        await page.locator('.dice .cube').nth(die).click();
    await page.locator('.dice .cube').nth(2).click();
    await page.locator('.dice .cube').nth(3).click();
    assert.deepEqual(await page.locator('.dice .cube').evaluateAll((dice) =>
        dice.map((die) => die.matches('.kept'))),
    [true, true, false, true, false]);
    assert.equal(await page.textContent('.bar button.main'), 'Roll 2 dice');
    assert.match(await page.innerText('.bar .words'), /Reroll purple and red/);
    await page.click('.bar button.main');
    assert.match((await keptGames(page))[0].record, /^play 0 roll:PR$/m);
    await context.close();
});

test('a row worth nothing takes one touch', async () => {
    const { page, context } = await sitAt('parlour 1\ngame rainbow\nlayout A\n' +
        'seats 1\nfirst 0\nchance 1 1 1 1 1\n');
    await waitForPhase(page, 'choose');
    await page.click('.mine .box:has-text("Sixes")');
    assert.equal(await page.isDisabled('.bar button.main'), false);
    await page.click('.bar button.main');
    assert.match((await keptGames(page))[0].record, /^play 0 cross:sixes$/m);
    await context.close();
});

/**
 * Draws a finger over two boxes side by side: how many are touched then.
 * @param {number} part of a whole game
 */
async function drawOverTwo(part) {
    const { page, context } = await sitAt(partOf(wholeGame('play-and-repeat'),
        part));
    await waitForPhase(page, 'choose');
    const path = await page.evaluate(() => {
        /** @param {Element} piece */
        const middle = (piece) => {
            const { x, y, width, height } = piece.getBoundingClientRect();
            return [x + width / 2, y + height / 2, width];
        };
        const boxes = [...document.querySelectorAll('.mine .box[data-touch]')];
        for (const a of boxes)
            for (const b of boxes) {
                const [[ax, ay, w], [bx, by]] = [middle(a), middle(b)];
                const far = Math.hypot(ax - bx, ay - by);
                if (far > 1 && far < w * 1.1 && w > 24 &&
                    a.getAttribute('class') === b.getAttribute('class'))
                    return [[ax, ay], [bx, by]];
            }
        return [];
    });
    let touched = 0;
    if (path.length > 0) {
        await page.mouse.move(path[0][0], path[0][1]);
        await page.mouse.down();
        await page.mouse.move(path[1][0], path[1][1], { steps: 4 });
        await page.mouse.up();
        touched = await page.locator('.mine .box.touched').count();
    }
    await context.close();
    return touched;
}

/* Not every two side by side may be crossed off together. */
test('a finger drawn over boxes touches them', async () => {
    let touched = 0;

    for (let part = 0.1; touched < 2 && part < 0.4; part += 0.05)
        touched = await drawOverTwo(part);
    assert.ok(touched >= 2);
});

test('the device changes hands after a look at what was drawn', async () => {
    const { page, context } = await visit(at);
    await sitDown(page, 'one-to-9', { people: 2, bots: 0 });
    await page.click('.curtain button');
    await waitForPhase(page, 'choose');
    await openMoves(page);
    for (let i = 0; i < 60; i++) {
        const phase = await page.getAttribute('.play', 'data-phase');
        if (phase === 'seen')
            break;
        if (phase === 'curtain')
            await page.click('.curtain button');
        else if (phase === 'choose' &&
            await page.isDisabled('.bar button.main'))
            await page.click('.moves li:first-child button');
        else
            await page.click('.bar button.main');
    }
    await waitForPhase(page, 'seen');
    assert.ok(await page.locator('.hand-of .card:not(.backed)').count() > 0);
    await page.click('.bar button.main');
    await waitForPhase(page, 'curtain');
    assert.equal(await page.locator('.hand-of .card:not(.backed):has(text)')
        .count(), 0);
    await context.close();
});

test('seven dice stand in one line', async () => {
    const { page, context } = await sitAt(partOf(wholeGame('bingo'), 0.3),
        { width: 390, height: 844 });
    const tops = await page.locator('.dice .cube').evaluateAll((dice) =>
        dice.map((die) => die.getBoundingClientRect())
            .map((box) => Math.round((box.top + box.bottom) / 20)));
    assert.equal(tops.length, 7);
    assert.ok(Math.max(...tops) - Math.min(...tops) <= 1, tops.join());
    await context.close();
});

/** Runs in the page: boxes that are out of sight, and how many there are. */
function hiddenBoxes() {
    const bar = document.querySelector('.bar')?.getBoundingClientRect();
    const isBeside = innerHeight < 480 && innerWidth > innerHeight;
    const lowest = isBeside || !bar ? innerHeight : bar.top;
    const boxes = [...document.querySelectorAll(
        '.mine .box:not(.shaded) .frame')].map((box) => box.getBoundingClientRect());

    return { all: boxes.length, hidden: boxes.filter(({ bottom, right, width }) =>
        bottom > lowest + 1 || right > innerWidth || width < 20).length };
}

/** Runs in the page: can one's own points be seen? A hand has them as stars. */
function isTotalSeen() {
    const total = document.querySelector('.mine .total')?.getBoundingClientRect();
    const bar = document.querySelector('.bar')?.getBoundingClientRect();
    const isBeside = innerHeight < 480 && innerWidth > innerHeight;

    return !total || total.bottom <= (isBeside || !bar ? innerHeight : bar.top);
}

test('no box of any sheet is out of sight', async () => {
    const { page, context } = await visit(at, { store: kept(Object.fromEntries(
        GAMES.map((game) => [game, partOf(wholeGame(game), 0.6)]))) });
    for (const [width, height] of [[360, 640], [390, 844], [360, 740],
        [844, 390], [768, 1024], [1024, 768]]) {
        await page.setViewportSize({ width, height });
        for (const game of GAMES) {
            await page.evaluate((to) => /** @type {any} */ (globalThis)
                .looking.goTo(to), `play/${game}`);
            await page.waitForSelector('.mine .box');
            const { all, hidden } = await page.evaluate(hiddenBoxes);
            assert.ok(all > 10, `${all} boxes`);
            assert.equal(hidden, 0, `${game} at ${width} x ${height}`);
            assert.ok(await page.evaluate(isTotalSeen),
                `points of ${game} at ${width} x ${height}`);
        }
    }
    await context.close();
});

test('a sheet of many parts keeps its form at the place of one other',
    async () => {
        const { page, context } = await sitAt(partOf(wholeGame('bingo'), 0.5),
            { width: 768, height: 1024 });
        const forms = await page.locator('.player .dot').evaluateAll((dots) =>
            dots.map((dot) => dot.getBoundingClientRect())
                .map(({ width, height }) => width / height));
        assert.ok(forms.length > 50);
        assert.ok(Math.max(...forms) < 2, `${Math.max(...forms)}`);
        assert.ok(Math.min(...forms) > 0.5, `${Math.min(...forms)}`);
        await context.close();
    });

test('a miniature shows what was done, not what it adds up to', async () => {
    const { page, context } = await visit(at, { store: kept(
        { one: wholeGame('quick-and-tactic') }),
    url: `${at.server.url}#/end/one` });
    await page.waitForSelector('.final .mini .done');
    assert.equal(await page.locator('.final .mini .text').count(), 0);
    await context.close();
});

test('miniatures stay on their places', async () => {
    const { page, context } = await sitAt(partOf(wholeGame('bingo', 4), 0.5),
        { width: 820, height: 1180 });
    const outside = await page.locator('.player').evaluateAll((places) =>
        places.flatMap((place) => {
            const box = place.getBoundingClientRect();
            return [...place.querySelectorAll('.dot')].filter((dot) => {
                const { left, right, top, bottom } = dot.getBoundingClientRect();
                return left < box.left || right > box.right ||
                    top < box.top || bottom > box.bottom + 1;
            });
        }).length);
    assert.equal(outside, 0);
    await context.close();
});

test('a column is as wide under cards as under boxes', async () => {
    const { page, context } = await visit(at);
    const [cards, boxes] = await page.evaluate(async () => {
        const { arrange } = await import(`${location.origin}/table/layout.js`);
        /** @param {string[]} kinds */
        const widths = (kinds) => arrange({ role: 'board', flow: 'grid',
            width: 3, height: 1 }, kinds.map((kind, x) => ({ kind, x, y: 0,
            w: 1, h: 1, area: 0, colour: 'red', marks: [] })),
        { width: 300, height: 200 }, {}).places.map(
            (/** @type {{w: number}} */ place) => Math.round(place.w));

        return [widths(['box', 'card', 'box']), widths(['box', 'box', 'box'])];
    });
    assert.deepEqual(cards, boxes);
    await context.close();
});

test('what others did can be read until one chooses', async () => {
    const { page, context } = await sitAt(QWIXX.replace('seats 2', 'seats 3')
        .replace('bot 1', 'bot 2 random\nbot 1'), { width: 390, height: 844 });
    await waitForPhase(page, 'choose');
    assert.equal(await page.locator('.others-did li').count(), 0);
    await page.click('.mine .box.red[data-touch]');
    await page.click('.bar button.main');
    await page.waitForSelector('.others-did li');
    assert.equal(await page.locator('.others-did li').count(), 2);
    assert.match(await page.getAttribute('.play', 'data-phase') ?? '',
        /^(choose|throw)$/);
    const said = await page.textContent(
        '.others-did li:last-child span:not(.avatar)') ?? '';
    assert.ok(said.length > 0 &&
        (await page.textContent('.side .log li.move') ?? '').includes(said),
    `${said} is in the log`);
    await page.click('.bar button.main, .mine .box[data-touch]');
    await page.waitForFunction((old) => ![...document.querySelectorAll(
        '.others-did span:not(.avatar)')].some((one) =>
        one.textContent === old), said);
    await context.close();
});

const BINGO = 'parlour 1\ngame bingo\nlayout A\nseats 2\nfirst 0\n' +
    'bot 1 random\nchance 2 3 5 6 1 4 3\n';

for (const [width, height] of [[390, 844], [1440, 900]])
    test(`what a box is worth leaves the titles alone: ${width}`, async () => {
        const { page, context } = await sitAt(BINGO, { width, height });
        await waitForPhase(page, 'choose');
        const covered = await page.locator('.mine .block').evaluateAll(
            (blocks) => blocks.flatMap((block) => {
                const range = document.createRange();
                const title = [...block.querySelectorAll('.title')].flatMap(
                    ({ childNodes }) => [...childNodes]).find(
                    ({ nodeType }) => nodeType === Node.TEXT_NODE);
                if (!title)
                    return ['no title'];
                range.selectNodeContents(title);
                const text = range.getBoundingClientRect();
                return [...block.querySelectorAll('.gain rect')].filter((one) => {
                    const { left, right, top, bottom } =
                        one.getBoundingClientRect();
                    return left < text.right && right > text.left &&
                        top < text.bottom - 3 && bottom > text.top;
                }).map(() => title.textContent);
            }));
        assert.ok(await page.locator('.mine .block.long .gain').count() > 0);
        assert.deepEqual(covered, []);
        await context.close();
    });

test('a button names a box by what is seen: its row, no coordinates', async () => {
    const { page, context } = await sitAt(BINGO);
    await waitForPhase(page, 'choose');
    await page.click('.mine .box.purple[data-touch]');
    assert.match(await page.textContent('.bar button.main') ?? '',
        /^Cross off purple 1 in row [123]$/);
    await context.close();
});

test('what another is asked is no question to the reader', async () => {
    const { page, context } = await sitAt('parlour 1\ngame rainbow\nlayout A\n' +
        'seats 2\nfirst 1\nname 1 Finn\nbot 1 easy\n', {
        settings: { pace: 'fast' }, prepare: (one) => one.addInitScript(() => {
            /** @type {Set<string>} */
            const asked = new Set();
            Object.assign(globalThis, { asked });
            new MutationObserver(() => asked.add(
                document.querySelector('.ask')?.textContent ?? ''))
                .observe(document, { childList: true, subtree: true,
                    characterData: true });
        }) });
    await waitForPhase(page, 'throw');
    const asked = await page.evaluate(() =>
        [.../** @type {any} */ (globalThis).asked]);
    assert.ok(asked.includes('Finn is rolling…'), asked.join('\n'));
    assert.deepEqual(asked.filter((text) => text.startsWith('Finn:')), []);
    await context.close();
});

test('one’s own dice: no one waits for them, no words are ahead of them', async () => {
    const { page, context } = await sitAt('parlour 1\ngame rainbow\nlayout A\n' +
        'seats 2\nfirst 0\nname 1 Finn\nbot 1 easy\n', { settings: { pace: 'slow' },
        prepare: (one) => one.addInitScript(() => {
            /** @type {string[]} */
            const seen = [];
            Object.assign(globalThis, { seen });
            new MutationObserver(() => {
                const now = `${document.querySelector('.play')?.getAttribute(
                    'data-phase')}: ${document.querySelector('.ask')?.textContent}`;
                if (now !== seen.at(-1))
                    seen.push(now);
            }).observe(document, { childList: true, subtree: true,
                characterData: true, attributes: true });
        }) });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await waitForPhase(page, 'throw');
    await page.click('.bar .main');
    await waitForPhase(page, 'choose');
    await page.locator('.dice .cube').first().click();
    /* The time in which one could undo would be 2.4 s. */
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.click('.bar .main');
    await page.waitForSelector('.play:not([data-phase=choose])');
    assert.equal(await page.getAttribute('.play', 'data-phase'), 'rolling');
    await page.clock.resume();
    await waitForPhase(page, 'choose');
    const seen = await page.evaluate(() => /** @type {any} */ (globalThis).seen);
    assert.deepEqual(seen.filter((/** @type {string} */ one) =>
        /^rolling/.test(one) && one !== 'rolling: You’re rolling…'), []);
    await context.close();
});

test('a goal is shown as empty places', async () => {
    const { page, context } = await visit(at, { width: 390, height: 844,
        store: kept({ one: partOf(wholeGame('one-to-9', 3), 0.8) }) });
    await page.goto(`${at.server.url}#/play/one`);
    await page.waitForSelector('.play[data-phase]');
    const places = await page.$$eval('.hand-of [data-sign=big_star]', ([stars]) => ({
        name: stars.getAttribute('aria-label') ?? '',
        all: stars.querySelectorAll('.sign').length,
        open: stars.querySelectorAll('.sign.open').length }));
    assert.equal(places.all, 3);
    assert.equal(places.name, `${3 - places.open}, big star`);
    assert.equal(await page.locator('.player .mini .sign.big_star').count(), 6);
    await context.close();
});

test('dice that no move needs rest', async () => {
    const { page, context } = await sitAt('parlour 1\ngame qwixx\nlayout A\n' +
        'seats 2\nfirst 0\nname 1 Finn\nbot 1 easy\n');
    await waitForPhase(page, 'throw');
    assert.equal(await page.locator('.dice .rests').count(), 0);
    await page.click('.bar .main');
    await waitForPhase(page, 'choose');
    assert.deepEqual(await page.$$eval('.dice .cube', (dice) => dice.map((die) =>
        die.classList.contains('white') === !die.classList.contains('rests'))),
    [true, true, true, true, true, true], 'the white dice first');
    await page.click('.bar [data-key^=piece]');
    await waitForPhase(page, 'choose');
    assert.equal(await page.locator('.dice .white.rests').count(), 0);
    await context.close();
});

test('buttons side by side say in what they differ', async () => {
    const { page, context } = await visit(at);
    const short = await page.evaluate(async () => {
        const { differing } =
            await import(`${location.origin}/screens/play/differing.js`);
        return [['Write 1 in blue', 'Write 2 in blue'], ['Pass', 'Roll 2 dice'],
            ['Roll', 'Roll 2 dice'], ['Take red', 'Take the blue']].map(differing);
    });
    assert.deepEqual(short, [['1', '2'], ['Pass', 'Roll 2 dice'],
        ['Roll', 'Roll 2 dice'], ['red', 'the blue']]);
    await context.close();
});

test('a wide screen shows the sheets of others with what is written there',
    async () => {
        const { page, context } = await sitAt(partOf(wholeGame('bingo', 3), 0.5),
            { width: 1440, height: 900 });
        await page.waitForSelector('.player .blocks');
        const outside = await page.locator('.player').evaluateAll((places) =>
            places.flatMap((place) => {
                const box = place.getBoundingClientRect();
                return [...place.querySelectorAll('.block')].filter((one) => {
                    const { left, right, bottom } = one.getBoundingClientRect();
                    return left < box.left || right > box.right ||
                        bottom > Math.min(box.bottom, innerHeight);
                });
            }).length);
        assert.equal(outside, 0);
        assert.equal(await page.locator('.player .block').count(), 12);
        await context.close();
    });

test('five players fit a wide screen, and faces of real dice their tray', async () => {
    const { page, context } = await visit(at, { width: 1280, height: 800,
        store: { ...kept({ crowd: partOf(wholeGame('bingo', 5), 0.5) }),
            'parlour.game.real': JSON.stringify({ id: 'real', real: true,
                record: BINGO.replace(/^chance.*\n/m, ''), over: false,
                started: 1, saved: 1 }) },
        url: `${at.server.url}#/play/crowd` });
    await page.waitForSelector('.player:nth-child(4)');
    assert.ok(await page.locator('.player').last().evaluate((place) =>
        place.getBoundingClientRect().bottom <= innerHeight));
    await page.evaluate(() => /** @type {any} */ (globalThis)
        .looking.goTo('play/real'));
    await page.waitForSelector('.typing .face');
    for (const [width, height] of [[1280, 800], [1100, 800], [844, 390]]) {
        await page.setViewportSize({ width, height });
        assert.equal(await page.evaluate(() => {
            const tray = document.querySelector('.dice')?.getBoundingClientRect();
            return [...document.querySelectorAll('.face, .slot')].map((face) =>
                face.getBoundingClientRect()).filter(({ left, right }) =>
                !tray || left < tray.left || right > tray.right || right - left < 30).length;
        }), 0, `${width} x ${height}`);
    }
    await context.close();
});

test('the cloth under the dice is that around them', async () => {
    const { page, context } = await sitAt(QWIXX, { width: 1440, height: 900,
        dark: true });
    const [around, under] = await page.evaluate(() => {
        const of = (/** @type {Element | null} */ element,
            /** @type {string} */ pseudo) => {
            const style = getComputedStyle(element ?? document.body, pseudo);
            return [style.backgroundColor, style.backgroundImage];
        };
        return [of(document.querySelector('.play'), ''),
            of(document.querySelector('.asked'), '::before')];
    });
    assert.deepEqual(under, around);
    await context.close();
});
