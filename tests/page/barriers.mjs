/* What no screen may have: something to scroll across, a target below 24 px, a
 * barrier that axe knows of. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url)
    .resolve('axe-core/axe.min.js'), 'utf8');
const SIZES = [[360, 640], [768, 1024], [1440, 900]];

/**
 * @param {import('playwright-core').Page} page
 * @param {string} what
 */
export async function checkAxe(page, what) {
    if (!await page.evaluate(() => 'axe' in window))
        await page.evaluate(axe);
    const found = await page.evaluate(async () => {
        const { violations } = await /** @type {any} */ (window).axe.run(
            document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa',
                'wcag22aa', 'best-practice'] });
        return violations.map((/** @type {any} */ v) => `${v.id}: ${v.help}: ` +
            v.nodes.slice(0, 3).map((/** @type {any} */ n) => n.html.slice(0, 160))
                .join(' | '));
    });
    assert.deepEqual(found, [], what);
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} what
 */
export async function checkFit(page, what) {
    for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await page.evaluate(() => new Promise((done) =>
            requestAnimationFrame(() => requestAnimationFrame(done))));
        const { across, small } = await page.evaluate(() => {
            const boxes = [...document.querySelectorAll(
                'a, button, input, select, summary, .mine .piece, .dice .cube')]
                .filter((element) => !element.closest('.unseen, [hidden]') &&
                    /* What is shaded shows what was reached. */
                    !element.matches('.unseen, .label, .counter, ' +
                        '.shaded:not([data-touch])'));
            return {
                across: document.documentElement.scrollWidth - innerWidth,
                small: boxes.map((element) => ({
                    box: element.getBoundingClientRect(), element }))
                    .filter(({ box }) => box.width > 0 && box.height > 0 &&
                        Math.min(box.width, box.height) < 23.99)
                    .map(({ element, box }) => `${box.width}×${box.height} ` +
                        element.outerHTML.slice(0, 120)),
            };
        });
        assert.ok(across <= 0, `${what}: scrolls across at ${width}`);
        assert.deepEqual(small, [], `${what} at ${width}`);
    }
}
