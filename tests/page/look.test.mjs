/* Every pair of colours that carries text can be read, by day and by night, on
 * the cloth of every game. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { start, visit } from './help.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let at;
before(async () => {
    at = await start();
});
after(() => at.stop());

const TONES = ['red', 'yellow', 'green', 'blue', 'purple', 'orange', 'plain'];

/** Text, what it stands on, and the contrast that it needs. @type {[string,
 *     string, number][]} */
const PAIRS = [['ink', 'paper', 7], ['ink', 'paper-2', 7], ['ink', 'room', 7],
    ['ink', 'raised', 7], ['soft', 'paper', 4.5], ['soft', 'room', 4.5],
    ['soft', 'paper-2', 4.5], ['on-lamp', 'lamp', 7], ['good', 'paper', 4.5],
    ['bad', 'paper', 4.5], ...TONES.map((tone) =>
        /** @type {[string, string, number]} */ (['ink', `${tone}-tint`, 7])),
    ...[0, 1, 2, 3, 4, 5].map((seat) =>
        /** @type {[string, string, number]} */
        (['on-player', `player-${seat}`, 4.5]))];
/** @type {[string, string, number][]} */
const ON_CLOTH = [['on-cloth', 'cloth', 4.5], ['on-cloth-2', 'cloth', 4.5],
    ['on-cloth', 'tray', 4.5], ['on-key', 'key', 4.5]];

/**
 * Runs in the page.
 * @param {{pairs: [string, string, number][], hue: number}} what
 * @returns {string[]} what cannot be read
 */
function unreadable({ pairs, hue }) {
    const place = document.createElement('div');
    const pen = document.createElement('canvas').getContext('2d');

    place.className = 'hued';
    place.style.setProperty('--hue', String(hue));
    document.body.append(place);
    const style = getComputedStyle(place);
    /** @param {string[]} names laid over each other */
    const lightness = (...names) => {
        if (!pen)
            return 0;
        for (const name of names) {
            const colour = style.getPropertyValue(`--${name}`).trim();
            if (!CSS.supports('color', colour))
                throw new Error(`--${name} is ${colour}`);
            pen.fillStyle = colour;
            pen.fillRect(0, 0, 1, 1);
        }
        const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map((n) =>
            (n <= 10 ? n / 255 / 12.92 : ((n / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const found = pairs.flatMap(([text, ground, least]) => {
        const [low, high] = [lightness(ground, text), lightness(ground)]
            .sort((a, b) => a - b);
        const contrast = (high + 0.05) / (low + 0.05);
        return contrast < least
            ? [`${text} on ${ground}: ${contrast.toFixed(2)}`] : [];
    });

    place.remove();
    return found;
}

for (const theme of ['light', 'dark'])
    test(`what is written can be read: ${theme}`, async () => {
        const { page, context } = await visit(at, { settings: { theme } });
        const hues = await page.$$eval('.tile .lid', (lids) => lids.map((lid) =>
            Number((/** @type {HTMLElement} */ (lid)).style
                .getPropertyValue('--hue'))));
        assert.equal(new Set(hues).size, 8);
        assert.deepEqual(await page.evaluate(unreadable,
            { pairs: PAIRS, hue: hues[0] }), []);
        for (const hue of hues)
            assert.deepEqual(await page.evaluate(unreadable,
                { pairs: ON_CLOTH, hue }), [], `hue ${hue}`);
        await context.close();
    });
