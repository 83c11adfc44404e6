/* Sheets of people's own: the engine plays on them, people make, share and open
 * them, and a table of the server gives them to all who come. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Engine } from '../../web/engine/engine.js';
import { checkAxe, checkFit } from './barriers.mjs';
import { keptGames, nativePoints, playByClicking, start, visit } from './help.mjs';
import { kept, wholeGame } from './positions.mjs';
import { build } from './serve.mjs';

const MIXED = `parlour-sheet 1
game qwixx
name Mixed rows
author Ann, 7
r2 r3 r4 y5 y6 y7 g8 g9 g10 b11 r12
y2 y3 g4 g5 g6 b7 b8 b9 r10 r11 y12
b12 b11 b10 r9 r8 r7 y6 y5 y4 g3 g2
g12 g11 y10 y9 b8 b7 r6 r5 b4 g3 b2
`;

async function loadEngine() {
    const { instance } = await WebAssembly.instantiate(
        readFileSync(`${build}wasm/parlour.wasm`), {});
    return new Engine(instance.exports);
}

const engine = await loadEngine();

/** @param {string} game @param {string} [sheet] */
function begin(game, sheet) {
    return engine.start({ game, sheet, seats: 2, first: 0, options: {},
        names: [], bots: [] });
}

describe('the engine of the page', () => {
    test('what is shipped says what it is made of', () => {
        const games = engine.games.filter(({ sheets }) => sheets > 0);

        assert.ok(games.length >= 5);
        for (const { id, layout, sheets } of games) {
            const shipped = engine.shippedSheets(id).map((text) =>
                engine.sheet(text));

            assert.equal(shipped.length, sheets);
            assert.equal(shipped[0].layout, layout);
            for (const { own, lines, text, game } of shipped) {
                assert.deepEqual([own, game], [false, id]);
                const written = ['parlour-sheet 1', `game ${id}`,
                    ...lines.map(({ label, cells }) =>
                        [label, ...cells].join(' '))].join('\n');
                assert.equal(engine.sheet(written).text, text);
            }
        }
    });

    test('a match on a sheet keeps it, also in its record', () => {
        const match = begin('qwixx', MIXED);
        const { sheet } = match.about;
        const again = engine.open(match.record());

        assert.match(sheet ?? '', /^name Mixed rows$/m);
        assert.equal(again.about.sheet, sheet);
        assert.notEqual(JSON.stringify(match.look(0).view.pieces),
            JSON.stringify(begin('qwixx').look(0).view.pieces));
        assert.equal(begin('qwixx').about.sheet, undefined);
    });

    test('another sheet that is shipped is known by its name', () => {
        const [, other] = engine.shippedSheets('bingo');
        const match = begin('bingo', other);

        assert.match(match.record(), /^layout A$/m);
        assert.doesNotMatch(match.record(), /^sheet /m);
        assert.equal(match.about.sheet, other);
    });

    test('numbers of a how-to come from the sheet', () => {
        const text = engine.shippedSheets('quick-and-tactic')[0]
            .replace(/^bonus .*/m, 'bonus 3 5 9');

        assert.notDeepEqual(engine.facts('quick-and-tactic', {}, text),
            engine.facts('quick-and-tactic', {}));
    });

    test('bots and hints play on it', async () => {
        const bots = await loadEngine();

        bots.teach('qwixx', readFileSync(`${build}wasm/brains/qwixx.brain`));
        for (const sheet of [MIXED, '', MIXED]) {
            const match = begin('qwixx', sheet);

            for (let i = 0; match.turn().what !== 'over'; i++) {
                const { what, asked: [seat] } = match.turn();
                if (what === 'chance') {
                    match.roll(BigInt(i));
                    continue;
                }
                if (i < 20) {
                    bots.inquire('qwixx', seat, match.view(seat), 1n, -1, sheet);
                    const legal = match.look(seat).moves.map(({ move }) => move);
                    for (const { move } of bots.inquireOn(2000).hints)
                        assert.ok(legal.includes(move));
                }
                match.answer(seat, bots.choose('qwixx', 'medium', seat,
                    match.view(seat), BigInt(i), sheet));
            }
            assert.equal(nativePoints(match.record()).length, 2);
            match.close();
        }
    });

    test('mistakes have a place and a sentence', () => {
        const { mistakes, sheet } = engine.readSheet(MIXED.replace('b2', 'b3'));

        assert.equal(sheet, null);
        assert.deepEqual(mistakes.map(({ line, column, what }) =>
            [line, column, what.id]), [[8, 34, 'qwixx.sheet.twice']]);
        assert.throws(() => begin('qwixx', 'nothing'), { message: 'sheet.no_sheet' });
    });
});

describe('in browsers', () => {
    /** @type {Awaited<ReturnType<typeof start>>} */
    let at;
    /** @type {Awaited<ReturnType<typeof visit>>} */
    let ann;
    before(async () => {
        at = await start();
        ann = await visit(at);
    });
    after(() => at.stop());

    /** @param {import('playwright-core').Page} page @param {string} path */
    async function goTo(page, path) {
        await page.goto('about:blank');
        await page.goto(at.server.url + path);
        await page.waitForSelector('h1', { state: 'attached' });
    }

    /** How the first box of the own sheet is called. @param {import('playwright-core').Page} page */
    function firstBox(page) {
        return page.locator('.mine .piece[data-piece]').first()
            .getAttribute('aria-label');
    }

    test('a box is touched and changed, and what is wrong is said', async () => {
        const { page, errors } = ann;

        await goTo(page, '#/new/qwixx');
        await page.click('.on-sheet a');
        await page.click('[data-edit]');
        await page.waitForSelector('.sheet-text');
        await page.fill('#sheet-name', 'Swapped');
        await page.click('[data-at="0 0"]');
        await page.click('[data-value="r3"]');
        assert.match(await page.innerText('.wrong'), /3 .* twice/);
        assert.equal(await page.locator('.faulty').count(), 1);
        assert.ok(await page.isDisabled('[data-keep]'));
        await checkAxe(page, 'editing');
        await checkFit(page, 'editing');
        await page.click('[data-value="r2"]');
        await page.click('[data-swap]');
        await page.click('[data-at="1 0"]');
        assert.equal(await page.innerText('.wrong'), '');
        await page.click('[data-keep]');
        await page.waitForSelector('.sheets .chosen:has-text("Swapped")');
        assert.equal(await page.locator('.sheets li').count(), 2);
        await checkAxe(page, 'sheets');
        await checkFit(page, 'sheets');
        await page.click('.ledge a');
        await page.waitForSelector('.on-sheet:has-text("Swapped")');
        assert.deepEqual(errors, []);
    });

    test('a table gives it to all who come, also after a reload', async () => {
        const { page } = ann;
        const ben = await visit(at);

        await goTo(page, '#/together/qwixx');
        await page.fill('#my-name', 'Ann');
        await page.click('.new-table summary');
        await page.waitForSelector('.new-table .on-sheet:has-text("Swapped")');
        await page.click('[data-open]');
        await page.waitForSelector('.room .mark.ready');
        await page.waitForSelector('.on-sheet:has-text("Swapped")');
        await ben.page.goto(await page.inputValue('.invitation .address'));
        await ben.page.waitForSelector('.on-sheet:has-text("Swapped")');
        await ben.page.fill('#my-name', 'Ben');
        await ben.page.click('.sitting [data-sit]');
        await page.waitForSelector('.seats li:nth-child(2) .ready');
        await page.click('.ledge .main');
        await ben.page.waitForSelector('.play[data-phase]');
        await ben.page.reload();
        await ben.page.waitForSelector('.play[data-phase]');
        await page.waitForSelector('.play[data-phase]');
        for (const one of [page, ben.page])
            assert.match(await firstBox(one) ?? '', /^yellow 2/i);
        let over = false;
        await Promise.all([page, ben.page].map(async (one) => {
            await playByClicking(one, { taste: 'pass' });
            over = true;
        }));
        assert.ok(over);
        await page.click('.bar button.main');
        await page.waitForSelector('.end .whole');
        const [game] = await keptGames(page);
        assert.match(game.record, /^sheet name Swapped$/m);
        assert.equal(nativePoints(game.record).length, 2);
        assert.deepEqual([...ann.errors, ...ben.errors], []);
        await ben.context.close();
    });

    test('a link opens it on another device', async () => {
        const { page } = ann;

        await goTo(page, '#/sheets/qwixx');
        await page.click('.chosen [data-share]');
        const address = await page.inputValue('dialog .address');
        await page.waitForSelector('dialog .scan svg');
        assert.ok(address.length < 300, address);
        await page.keyboard.press('Escape');
        const { page: other, context, errors } = await visit(at,
            { url: address });
        await other.waitForSelector('.shared:has-text("Swapped")');
        await other.click('[data-keep]');
        await other.waitForSelector('.sheets .chosen:has-text("Swapped")');
        assert.equal(await other.evaluate(() => location.hash), '#/sheets/qwixx');
        for (const broken of ['zAAAA', 't', 'x', 't%20', address.split('/').pop()
            ?.slice(0, -9) ?? '']) {
            await goTo(other, `#/sheet/${broken}`);
            assert.match(await other.innerText('.astray p'), /sheet/);
        }
        assert.deepEqual(errors, []);
        await context.close();
    });

    test('a file is opened; a broken one gets a sentence', async () => {
        const { page, errors } = ann;

        await goTo(page, '#/sheets/bingo');
        await page.setInputFiles('#sheet-file', { name: 'a.sheet',
            mimeType: 'text/plain', buffer: Buffer.from(MIXED.replace('b2', 'b3')) });
        await page.waitForSelector('.said:has-text("Line 8, character 34")');
        assert.equal(await page.locator('.sheets li').count(), 2);
        await page.setInputFiles('#sheet-file', { name: 'a.png',
            mimeType: 'image/png', buffer: Buffer.alloc(200_000, 7) });
        await page.waitForSelector('.said:has-text("4,096")');
        await page.setInputFiles('#sheet-file', { name: 'a.sheet',
            mimeType: 'text/plain', buffer: Buffer.from(MIXED) });
        await page.waitForSelector('.chosen:has-text("Mixed rows")');
        assert.equal(await page.evaluate(() => location.hash), '#/sheets/qwixx');
        const saving = page.waitForEvent('download');
        await page.click('.chosen [data-save]');
        assert.equal((await saving).suggestedFilename(), 'qwixx.sheet');
        await page.click('.chosen [data-forget]');
        await page.waitForSelector('.sheets li:first-child.chosen');
        assert.equal(await page.locator(':text("Mixed rows")').count(), 1);
        await page.click('[data-undo]');
        await page.waitForSelector('.sheets li:has-text("Mixed rows")');
        assert.deepEqual(errors, []);
    });

    test('a seed makes a sheet, the same as in the terminal', async () => {
        const { page, errors } = ann;

        await goTo(page, '#/sheets/numeri');
        await page.fill('#seed', '7');
        await page.click('[data-make]');
        await page.waitForSelector('.chosen:has-text("Sheet 7")');
        const layout = await page.getAttribute('.chosen', 'data-layout');
        const text = execFileSync(join(build, 'parlour'),
            ['sheet', 'numeri', '--seed', '7'], { encoding: 'utf8' });
        assert.equal(layout, engine.sheet(text).layout);
        assert.deepEqual(errors, []);
    });

    test('every game can be edited, and its own sheet passes', async () => {
        const { page, errors } = ann;
        /** @type {Record<string, string[]>} */
        const meanings = {
            bingo: ['Small cloud', 'Medium cloud', 'Large cloud'],
            numeri: ['Barrier for two players', 'Barrier for three players',
                'Barrier for four players'] };

        for (const { id } of engine.games.filter(({ sheets }) => sheets > 0)) {
            await goTo(page, `#/sheets/${id}`);
            await page.click('[data-edit]');
            await page.click('.sheet-text [data-at]');
            assert.ok(await page.isEnabled('[data-keep]'), id);
            assert.deepEqual(await page.$$eval('.meanings dd', (all) =>
                all.map((one) => one.textContent)), meanings[id] ?? [], id);
            await page.waitForSelector('.sheet-preview svg');
            await checkFit(page, id);
        }
        const size = page.viewportSize() ?? { width: 360, height: 640 };
        await page.setViewportSize({ width: 1280, height: 800 });
        const [grid, preview] = await Promise.all(['.sheet-text',
            '.sheet-preview'].map((part) => page.locator(part).boundingBox()));
        assert.ok(grid && grid.x < 640, 'what is changed stands at the left');
        assert.ok(preview && preview.x > 640, 'what comes of it at the right');
        await page.setViewportSize(size);
        assert.deepEqual(errors, []);
    });
});

describe('who begins, and several games', () => {
    /** @type {Awaited<ReturnType<typeof start>>} */
    let at;
    before(async () => {
        at = await start();
    });
    after(() => at.stop());

    test('the youngest begins', async () => {
        const { page, context, errors } = await visit(at);

        await page.goto(`${at.server.url}#/new/qwixx`);
        await page.waitForSelector('#first');
        await page.locator('.seats select').nth(1).selectOption('');
        await page.locator('.seats input').nth(1).fill('Zoe');
        assert.ok(await page.isHidden('#youngest'));
        await page.selectOption('#first', '-2');
        await page.selectOption('#youngest', { label: 'Zoe' });
        await page.click('button[type=submit]');
        await page.waitForSelector('.play[data-phase]');
        assert.match((await keptGames(page))[0].record, /^first 1$/m);
        await page.goto(`${at.server.url}#/new/qwixx`);
        await page.waitForSelector('#youngest:visible');
        assert.equal(await page.inputValue('#youngest'), '1');
        assert.deepEqual(errors, []);
        await context.close();
    });

    test('five games in a row have a total', async () => {
        const record = wholeGame('qwixx');
        const store = kept({ a: record });
        const [[key, text]] = Object.entries(store);
        const row = [[10, 20], [30, 5], [7, 7], [1, 2]];

        for (const games of [1, 4]) {
            const { page, context, errors } = await visit(at, { store: {
                [key]: JSON.stringify({ ...JSON.parse(text), over: true,
                    row: row.slice(0, games) }) } });
            await page.goto(`${at.server.url}#/end/a`);
            await page.waitForSelector('.row-of-games');
            const points = nativePoints(record).map((one) => one.points);
            const totals = await page.$$eval('.row-of-games tfoot td', (cells) =>
                cells.map((cell) => Number(cell.textContent?.replace('−', '-'))));
            assert.deepEqual(totals, points.map((n, seat) => row.slice(0, games)
                .reduce((sum, one) => sum + one[seat], n)));
            assert.equal(await page.locator('.row-of-games .winner').count() > 0,
                games === 4);
            await page.click('.next .lit');
            await page.waitForSelector('.play[data-phase]');
            const next = (await keptGames(page)).find(({ id }) => id !== 'a');
            assert.deepEqual(next.row, games === 4 ? []
                : [...row.slice(0, games), points]);
            assert.deepEqual(errors, []);
            await context.close();
        }
    });
});
