/* The coach at the table and after a game, statistics, and everything as a
 * file. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { keptGames, PATIENCE, sitDown, start, visit } from './help.mjs';
import { kept, recordOf } from './kept.mjs';
import { folder } from './serve.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let at;
/** A game that Ann lost to a hard bot. */
let lost = '';

before(async () => {
    at = await start();
    lost = await recordOf('qwixx', { names: ['Ann', ''], bots: ['', 'hard'],
        plays: ['easy', 'hard'], seed: 3 });
});
after(() => at.stop());

/** @param {string} path @param {Record<string, string>} store @param {object} [how] */
async function visitAt(path, store, how = {}) {
    const visited = await visit(at,
        { store: { 'parlour.me': '"Ann"', ...store }, ...how });

    /* The analysis has all the time that it needs, however busy the machine. */
    const analysis = readFileSync(join(folder, 'coach/analysis.js'), 'utf8');
    assert.match(analysis, /PATIENCE = 8500/);
    await visited.context.route('**/coach/analysis.js', (route) =>
        route.fulfill({ contentType: 'text/javascript',
            body: analysis.replace('PATIENCE = 8500', 'PATIENCE = 1e9') }));
    await visited.page.goto(at.server.url + path);
    return visited;
}

describe('a hint', () => {
    test('one sentence and its box, the numbers folded away', async () => {
        const begun = await recordOf('qwixx', { names: ['Ann', ''],
            bots: ['', 'hard'], seed: 4, upTo: 1 });
        const { page, context, errors } = await visitAt('#/play/begun',
            { 'parlour.game.begun': JSON.stringify({ id: 'begun', record: begun,
                real: false, started: 1, saved: 2, over: false }) });
        const lamp = 'header >> role=button[name="Hint"]';

        await page.waitForSelector('.play[data-phase=choose]');
        await page.click(lamp);
        await page.waitForSelector('.coach-says');
        const said = await page.textContent('.because') ?? '';
        assert.match(said, /^.+: \p{Ll}.+\.$/u);
        assert.doesNotMatch(said, /±|%|coach\./, 'no statistics in a sentence');
        const act = (await page.textContent('[data-key=advised]') ?? '').trim();
        assert.ok(said.startsWith(`${act}:`), `${said} ${act}`);
        assert.ok(act === 'Pass' || await page.locator('.hint-loop').count() > 0);
        assert.equal(await page.locator('.compared').count(), 0);

        await page.setViewportSize({ width: 800, height: 900 });
        await page.click('.compare');
        await page.waitForSelector('.compared small');
        assert.match(await page.textContent('.compared small') ?? '',
            /^final score \S+ ± \S+ · chance of winning \d+% ± \d+%$/);
        assert.ok((await page.textContent('.compared li:first-child'))
            ?.startsWith(act), 'what is recommended stands first');
        const edges = await page.locator('.compared button > span:first-child')
            .evaluateAll((list) => list.map((one) =>
                one.getBoundingClientRect().left));
        assert.equal(new Set(edges).size, 1, 'one edge for all');
        await page.keyboard.press('Escape');

        await page.click('[data-key=myself]');
        assert.equal(await page.locator('.coach-says').count(), 0);
        assert.equal(await page.locator('.hint-loop').count(), 0);
        await page.click(lamp);
        const steps = (await keptGames(page))[0].record.length;
        await page.click('[data-key=advised]');
        await page.waitForFunction((n) => JSON.parse(localStorage.getItem(
            'parlour.game.begun') ?? '{}').record.length > n, steps);
        assert.deepEqual(errors, []);
        await context.close();
    });

    test('on a phone it hides no more than the bar does, out of turn it says so',
        async () => {
            const begun = await recordOf('qwixx', { names: ['Ann', ''],
                bots: ['', 'hard'], seed: 4, upTo: 1 });
            const { page, context } = await visitAt('#/play/begun',
                { 'parlour.game.begun': JSON.stringify({ id: 'begun',
                    record: begun, real: false, started: 1, saved: 2,
                    over: false }) }, { width: 390, height: 844 });
            const lamp = 'header >> role=button[name="Hint"]';
            /** @param {string} part */
            const topOf = (part) => page.locator(part).evaluate((one) =>
                one.getBoundingClientRect().top);

            await page.waitForSelector('.play[data-phase=choose]');
            const bar = await topOf('.play .bar');
            await page.click(lamp);
            await page.waitForSelector('.coach-says');
            assert.ok(await topOf('.play .bar .coach') > bar - 24);
            assert.ok(await page.isVisible('role=button[name="Compare all moves"]'));
            await context.close();

            const { page: other, context: last } = await visit(at);
            await sitDown(other, 'qwixx', { people: 1, bots: 1 });
            await other.waitForSelector('.play[data-phase=throw]');
            await other.click(lamp);
            assert.match(await other.textContent('.notice') ?? '', /your turn/);
            assert.equal(await other.locator('dialog').count(), 0);
            await last.close();
        });
});

describe('after a game', () => {
    test('the costliest move, the curve, the next mistake', async () => {
        const { page, context, errors } = await visitAt('#/end/lost',
            kept('lost', lost));

        await page.waitForSelector('.told-moves .close');
        assert.match(await page.textContent('.told-moves .close .display') ?? '',
            /^−\d+\.\d$/);
        const cost = (await page.textContent('.told-moves .close .display') ?? '')
            .slice(1);
        await page.click('.told-moves .close a');
        await page.waitForSelector('.verdict.costly');
        await page.waitForFunction(() => {
            const [verdict, bar] = ['.verdict', '.replay .bar'].map((one) =>
                document.querySelector(one)?.getBoundingClientRect());
            return verdict && bar && verdict.top >= 0 &&
                verdict.bottom <= bar.top;
        });
        assert.equal(await page.textContent('.verdict b'),
            `This cost you ${cost} points.`);
        assert.match(await page.textContent('.verdict .soft') ?? '',
            /^“.+” was better: .+\.$/);
        assert.ok(await page.locator('.replay .piece.touched').count() > 0 ||
            await page.locator('.replay .hint-loop').count() > 0,
        'drawn on the sheet');

        const told = await page.evaluate(() => {
            const line = document.querySelector('.reviewed .progress');
            const [n, m] = line?.textContent?.match(/\d+/g)?.map(Number) ?? [];
            return line && { part: n / m, one: 1 / m,
                bar: line.querySelector('progress')?.value ?? NaN };
        });
        if (told) /* else it is done */
            assert.ok(Math.abs(told.part - told.bar) <= told.one,
                `says ${told.part}, shows ${told.bar}`);
        await page.waitForSelector('.reviewed [role=status]');
        assert.match(await page.textContent('.reviewed') ?? '',
            /^\d+ of \d+ moves as good as the best found$/);
        assert.match(await page.getAttribute('.chance .way', 'd') ?? '',
            /^M[\d. ]+(L[\d. ]+){5,}$/);
        assert.equal(await page.locator('.mattered li').count(), 3);
        assert.match(await page.textContent('.mattered li:first-child small') ??
            '', new RegExp(`^cost you ${cost} points$`));
        const slider = page.locator('input[type=range]');
        const seen = new Set();
        for (let i = 0; i < 3; i++) {
            await page.click('.next-mistake');
            seen.add(await slider.inputValue());
            await page.waitForSelector('.verdict.costly');
        }
        assert.equal(seen.size, 3);
        assert.deepEqual(errors, []);
        await context.close();
    });

    test('of several people, everyone has a line in the colour of the curve',
        async () => {
            const { page, context, errors } = await visitAt('#/replay/four',
                kept('four', await recordOf('numeri', { names: ['Ann', 'Ben',
                    'Cid'], bots: ['', '', ''], plays: ['easy', 'hard',
                    'medium'], seed: 9 })));

            await page.waitForSelector('.reviewed [role=status]');
            const lines = page.locator('.reviewed [role=status]');
            assert.deepEqual((await lines.allTextContents()).map((text) =>
                text.slice(0, 4)), ['Ann:', 'Ben:', 'Cid:']);
            const dots = await lines.locator('i').evaluateAll((all) =>
                all.map((one) => getComputedStyle(one).backgroundColor));
            const curves = await page.locator('.chance .way').evaluateAll(
                (all) => all.map((one) => getComputedStyle(one).stroke));
            assert.equal(new Set(dots).size, 3);
            assert.deepEqual(dots, curves.sort((a, b) =>
                dots.indexOf(a) - dots.indexOf(b)));
            assert.deepEqual(errors, []);
            await context.close();
        });

    test('a game is played on from a mistake, with the same dice', async () => {
        const { page, context, errors } = await visitAt('#/replay/lost',
            kept('lost', lost));

        await page.waitForSelector('.reviewed [role=status]');
        await page.click('.mattered li:first-child button');
        const step = Number(await page.inputValue('input[type=range]'));
        await page.click('.play-on');
        await page.waitForSelector('.play[data-phase=choose]');
        const lines = (/** @type {string} */ record) => record.split('\n')
            .filter((line) => /^(chance|play) /.test(line));
        const now = async () => lines((await keptGames(page))
            .find(({ id }) => id !== 'lost').record);
        assert.deepEqual(await now(), lines(lost).slice(0, step));

        const then = lines(lost).slice(step).filter((line) =>
            line.startsWith('chance'));
        for (let rolls = 0; rolls < 2;) {
            await page.waitForSelector(
                '.play[data-phase=choose], .play[data-phase=throw]');
            const button = page.locator(
                '.bar button.main:not(:disabled), .moves li:first-child button');
            await page.locator('.moves').evaluate((one) =>
                one.setAttribute('open', ''));
            await button.last().click();
            const fresh = (await now()).slice(step).filter((line) =>
                line.startsWith('chance'));
            assert.deepEqual(fresh, then.slice(0, fresh.length));
            rolls = fresh.length;
        }
        assert.deepEqual(errors, []);
        await context.close();
    });

    test('first results come at once, and the same ones again', async () => {
        const { page, context } = await visitAt('#/replay/lost',
            kept('lost', lost));
        const told = async () => {
            await page.waitForSelector('.reviewed [role=status]');
            return page.textContent('.mattered');
        };
        const first = await told();

        await page.reload();
        assert.equal(await told(), first);
        await context.close();
    });
});

describe('statistics', () => {
    /** @returns {Promise<Record<string, string>>} */
    async function season() {
        /** @type {Record<string, string>} */
        const all = {};

        for (let i = 0; i < 6; i++)
            Object.assign(all, kept(`g${i}`, await recordOf('qwixx',
                { names: ['Ann', 'Ben'], bots: ['', i % 2 ? '' : 'easy'],
                    plays: ['hard', 'easy'], seed: 20 + i }),
            Date.UTC(2026, 4, 1 + i)));
        return all;
    }

    test('a page for a game, and the family', async () => {
        const { page, context, errors } = await visitAt('#/history',
            await season());

        await page.waitForSelector('.family');
        const rows = await page.locator('.family tbody tr').allTextContents();
        assert.equal(rows.length, 2, 'people, and no bots');
        assert.match(rows[0], /Ann.*6/);
        await page.click('.games.own a');
        await page.waitForSelector('.stats .spread');
        const points = (await page.getAttribute('.growth', 'aria-label') ?? '')
            .split(', ').map(Number);
        assert.equal(points.length, 6);
        assert.equal(await page.textContent('.stats .banner .number'),
            String(Math.max(...points)));
        assert.equal((await page.locator('.spread li b').allTextContents())
            .reduce((sum, text) => sum + Number(text), 0), 6);
        const sources = (await page.locator('.sources b').allTextContents())
            .reduce((sum, text) => sum + Number(text.replace('−', '-')), 0);
        assert.ok(Math.abs(sources - points.reduce((a, b) => a + b, 0) / 6) < 4);
        const ends = await page.locator('.sources li').evaluateAll((lines) =>
            lines.map((line) => {
                const bar = line.querySelector('.length')
                    ?.getBoundingClientRect();
                const isLess = line.querySelector('b')?.textContent
                    ?.startsWith('−');
                return Math.round((isLess ? bar?.right : bar?.left) ?? NaN);
            }));
        assert.equal(new Set(ends).size, 1, `one line of no points: ${ends}`);
        assert.match((await page.locator('.met tbody').first().textContent()) ??
            '', /Easy bot3.*Ben3|Ben3.*Easy bot3/);
        assert.equal(await page.locator('.stamps li').count(), 12);
        assert.ok(await page.locator('.stamps .got').count() >= 1);
        assert.deepEqual(errors, []);
        await context.close();
    });

    test('who plays alone neither wins nor loses', async () => {
        const { page, context, errors } = await visitAt('#/history',
            { ...await season(), ...kept('alone', await recordOf('qwixx',
                { names: ['Ann'], bots: [''], seed: 5 })) });

        await page.click('.games.own a');
        await page.waitForSelector('.stats .met');
        assert.equal((await page.locator('.met table >> nth=1').locator(
            'tbody td:nth-child(3)').allTextContents())[0], '–');
        assert.equal(await page.locator('.growth circle.alone').count(), 1);
        assert.match(await page.textContent('.legend') ?? '', /1 player/);
        assert.deepEqual(errors, []);
        await context.close();
    });

    /** @param {import('playwright-core').Page} page @param {string} text */
    async function load(page, text) {
        /* What was said before is no answer. */
        await page.evaluate(() => document.querySelector(
            '.everything [role=status]')?.replaceChildren());
        const [chooser] = await Promise.all([page.waitForEvent('filechooser'),
            page.click('[data-load]')]);

        await chooser.setFiles({ name: 'a.json', mimeType: 'application/json',
            buffer: Buffer.from(text) });
        await page.waitForFunction(() => document.querySelector(
            '.everything [role=status]')?.textContent, null,
        { timeout: PATIENCE });
        return await page.textContent('.everything [role=status]') ?? '';
    }

    test('everything as a file, and back without doubles', async () => {
        const first = await visitAt('#/history', await season());
        const [file] = await Promise.all([
            first.page.waitForEvent('download'),
            first.page.click('[data-save]')]);
        const packed = JSON.parse(readFileSync(await file.path(), 'utf8'));
        Object.assign(packed.games[0], { scored: true, key: 'k' });
        const text = JSON.stringify(packed);
        assert.match(await load(first.page, text), /^0 games added\. 6 were here/);
        assert.equal((await keptGames(first.page)).length, 6);
        await first.context.close();

        const second = await visitAt('#/history', kept('own', lost));
        assert.equal(await load(second.page, text), '6 games added.');
        assert.equal(await load(second.page, text),
            '0 games added. 6 were here already.');
        assert.equal((await keptGames(second.page)).length, 7);
        assert.equal(await second.page.locator('.past li').count(), 7);

        const good = JSON.parse(text);
        const before = JSON.stringify((await keptGames(second.page)));
        /** @type {Record<string, any>} */
        const bad = { nothing: '', text: 'hello', list: '[]',
            cut: text.slice(0, text.length / 2), other: '{"a":1}',
            record: { ...good, games: [{ ...good.games[0], id: 'x',
                record: good.games[0].record.replace(/chance \d/, 'chance 9') }] },
            place: { ...good, games: [{ ...good.games[0], id: '../x' }] },
            more: { ...good, games: [{ ...good.games[0], id: 'x', owner: 'me' }] },
            pace: { ...good, settings: { pace: 'soon' } },
            proto: { ...good, settings: { constructor: true } },
            sheet: { ...good, sheets: ['<script>'] } };
        for (const [name, one] of Object.entries(bad))
            assert.match(await load(second.page, typeof one === 'string' ? one
                : JSON.stringify(one)), /Nothing was loaded\.$/, name);
        assert.equal(JSON.stringify((await keptGames(second.page))), before);
        assert.deepEqual(second.errors, []);
        await second.context.close();
    });
});
