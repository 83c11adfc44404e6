/* Printing from the page: what a real browser makes of it, beside what the
 * command makes. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { checkAxe } from './barriers.mjs';
import { playByClicking, sitDown, start, visit } from './help.mjs';
import { build } from './serve.mjs';

const POINT = 25.4 / 72; // mm
const COMMAND = join(build, 'parlour');

/** @type {Awaited<ReturnType<typeof start>>} */
let at;
const folder = mkdtempSync(join(tmpdir(), 'parlour-print-'));
before(async () => {
    at = await start();
});
after(async () => {
    await at.stop();
    rmSync(folder, { recursive: true });
});

/**
 * The browser's own printing, without its dialog.
 * @param {import('playwright-core').Page} page
 * @param {string} name of the file
 */
async function printed(page, name) {
    const path = join(folder, name);

    await page.waitForFunction(() => 'hasPrinted' in window);
    writeFileSync(path, await page.pdf({ preferCSSPageSize: true,
        printBackground: true }));
    return path;
}

/** @param {import('playwright-core').BrowserContext} context */
function withoutDialog(context) {
    return context.addInitScript(() => {
        window.print = () => {
            Object.assign(window, { hasPrinted: true });
        };
    });
}

/** @param {string} pdf @returns {string[]} "595 x 842" of each page */
function sizesOf(pdf) {
    const out = execFileSync('pdfinfo', ['-f', '1', '-l', '99', pdf],
        { encoding: 'utf8' });

    return [...out.matchAll(/Page +\d+ size: +([\d.]+) x ([\d.]+)/g)].map(
        ([, w, h]) => `${Math.round(Number(w))} x ${Math.round(Number(h))}`);
}

/** Each word and where it stands, in mm. @param {string} pdf */
function wordsOf(pdf) {
    const out = execFileSync('pdftotext', ['-bbox', pdf, '-'],
        { encoding: 'utf8' });
    const pages = out.split('<page ').slice(1);

    return pages.flatMap((text, page) => [...text.matchAll(
        /xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)</g)]
        .map(([, x, y, right, bottom, word]) => ({ page, word,
            x: (Number(x) + Number(right)) / 2 * POINT,
            y: (Number(y) + Number(bottom)) / 2 * POINT,
            h: (Number(bottom) - Number(y)) * POINT })));
}

/**
 * The same words in the same places. How high a letter reaches, each PDF says
 * in its own way.
 * @param {string} pdf
 * @param {string} other
 */
function checkAlike(pdf, other) {
    assert.deepEqual(sizesOf(pdf), sizesOf(other));
    const left = wordsOf(other);

    for (const { page, word, x, y, h } of wordsOf(pdf)) {
        const i = left.findIndex((one) => one.page === page &&
            one.word === word && Math.abs(one.x - x) < 1.5 &&
            Math.abs(one.y - y) < h / 2);
        assert.ok(i >= 0, `page ${page + 1}: ${word} at ${x} ${y}`);
        left.splice(i, 1);
    }
    assert.deepEqual(left, []);
}

/** @param {string} name @param {string[]} rest */
function command(name, ...rest) {
    const path = join(folder, name);

    execFileSync(COMMAND, ['print', ...rest, '--output', path]);
    return path;
}

describe('print', () => {
    for (const { game, paper, ink, locale } of [
        { game: 'qwixx', paper: 'a4', ink: false, locale: 'de' },
        { game: 'one-to-9', paper: 'letter', ink: true, locale: 'en' },
        { game: 'bingo', paper: 'a4', ink: true, locale: 'fi' }])
        test(`${game} on ${paper} as by the command`, async () => {
            const { page, context, errors } = await visit(at, { locale,
                url: `${at.server.url}#/rules/${game}`,
                prepare: withoutDialog });

            await page.click('[data-print]');
            await page.waitForSelector('form.print');
            for (const box of await page.$$('form.print p.check input'))
                await box.setChecked(await box.getAttribute('id') !==
                    'print-ink' || ink);
            await page.click(`form.print #paper-${paper}`);
            await page.click('form.print .main');
            checkAlike(await printed(page, `${game}-page.pdf`),
                command(`${game}.pdf`, game, '--paper', paper, '--lang', locale,
                    ...(ink ? ['--ink'] : [])));
            assert.deepEqual(errors, []);
            await context.close();
        });

    test('its pages are shown before they are printed', async () => {
        const { page, context, errors } = await visit(at,
            { url: `${at.server.url}#/rules/one-to-9` });
        const shown = async () => [await page.innerText('form.print .said'),
            await page.locator('form.print .pages .sheet').count()];

        await page.click('[data-print]');
        await page.waitForSelector('.pages .sheet');
        const [said, count] = await shown();
        assert.equal(said, `${count} pages`);
        await page.check('#print-rules');
        await page.waitForFunction((before) => document.querySelectorAll(
            '.pages .sheet').length > before, Number(count));
        const pages = page.locator('.pages .sheet').first();
        const { width, height } = await pages.boundingBox() ??
            { width: 0, height: 0 };
        assert.ok(width > 100 && height > 100, `${width} × ${height}`);
        await checkAxe(page, 'print');
        assert.deepEqual(errors, []);
        await context.close();
    });

    test('at the end, the sheets with names and points', async () => {
        const { page, context, errors } = await visit(at,
            { prepare: withoutDialog });

        await sitDown(page, 'qwixx');
        await playByClicking(page);
        await page.click('.bar button.main');
        await page.waitForSelector('.end');
        const points = await page.$$eval('.final li', (all) => all.map((one) =>
            [one.querySelector('b')?.textContent,
                one.querySelector('.display')?.textContent]));
        await page.click('.end [data-print]');
        await page.click('form.print #paper-a4');
        await page.click('form.print .main');
        const pdf = await printed(page, 'end.pdf');
        assert.equal(sizesOf(pdf).length, 1);
        const text = execFileSync('pdftotext', ['-layout', pdf, '-'],
            { encoding: 'utf8' });
        for (const [name, number] of points)
            assert.ok(text.includes(`${name}: ${number} point`), text);
        assert.deepEqual(errors, []);
        await context.close();
    });
});
