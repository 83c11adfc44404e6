/* How much of the table is drawn again when something changes, and how often
 * the browser must lay it out at once: counts, never time. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { playByClicking, start, visit } from './help.mjs';
import { GAMES, kept, partOf, wholeGame } from './positions.mjs';

const CLICKS = 16;
/* Of the pieces that lie there, for an average drawing. */
const PIECES = 0.25;
/* Times that something asks for the layout of what has changed. */
const LAYOUTS = 5;

/**
 * Runs in the page: from now on counts what is put on the table, and every
 * question for a size that comes after a change.
 */
function watch() {
    const play = /** @type {Element} */ (document.querySelector('.play'));
    const counts = { draws: 0, pieces: 0, there: 0, minis: 0, layouts: 0 };
    const observer = new MutationObserver((records) => note(records));
    /** @param {MutationRecord[]} records */
    const note = (records) => {
        for (const { addedNodes } of records)
            for (const node of addedNodes)
                if (node instanceof Element) {
                    const all = [node, ...node.querySelectorAll('*')];
                    counts.pieces += all.filter((one) =>
                        one.matches('.stage .piece')).length;
                    counts.minis += all.filter((one) =>
                        one.matches('svg.mini')).length;
                }
    };
    /** @type {[object, string][]} */
    const asked = [[Element.prototype, 'clientWidth'],
        [Element.prototype, 'clientHeight'], [Element.prototype, 'scrollWidth'],
        [Element.prototype, 'scrollHeight'],
        [HTMLElement.prototype, 'offsetHeight'],
        [Element.prototype, 'getBoundingClientRect']];

    observer.observe(play, { subtree: true, childList: true,
        characterData: true, attributes: true,
        attributeFilter: ['class', 'style', 'hidden', 'disabled'] });
    for (const [owner, name] of asked) {
        const one = /** @type {PropertyDescriptor} */
            (Object.getOwnPropertyDescriptor(owner, name));
        const kind = one.get ? 'get' : 'value';
        const real = one[kind];

        Object.defineProperty(owner, name, { ...one, [kind](
            /** @type {unknown[]} */ ...given) {
            const records = observer.takeRecords();
            if (records.length > 0)
                counts.layouts++;
            note(records);
            return real.apply(this, given);
        } });
    }
    /* Each drawing names the phase, also where it stays the same. */
    const { dataset } = /** @type {HTMLElement} */ (play);
    Object.defineProperty(play, 'dataset', { value: new Proxy(dataset, {
        get: (_, name) => dataset[String(name)],
        set(_, name, value) {
            dataset[String(name)] = value;
            counts.draws += Number(name === 'phase');
            counts.there += document.querySelectorAll('.stage .piece').length;
            return true;
        } }) });
    Object.assign(globalThis, { counts });
}

/** @type {Awaited<ReturnType<typeof start>>} */
let at;
before(async () => {
    at = await start();
});
after(() => at.stop());

describe('in the middle of a game against two bots', () => {
    for (const game of GAMES)
        test(game, async (t) => {
            const { page, context, errors } = await visit(at, {
                width: 390, height: 844,
                store: kept({ a: partOf(wholeGame(game, 3), 0.5) }) });

            await page.goto(`${at.server.url}#/play/a`);
            await page.waitForSelector(
                '.play[data-phase]:not([data-phase=bots])');
            await page.evaluate(watch);
            await playByClicking(page,
                { until: async (_, clicks) => clicks >= CLICKS });
            const counts = /** @type {Record<string, number>} */
                (await page.evaluate('counts'));

            t.diagnostic(JSON.stringify(counts));
            assert.ok(counts.draws >= CLICKS, `${counts.draws} drawings`);
            assert.ok(counts.pieces <= PIECES * counts.there,
                `${counts.pieces} pieces of ${counts.there}`);
            assert.equal(counts.minis, 0, 'only dots change');
            assert.ok(counts.layouts <= LAYOUTS * counts.draws,
                `${counts.layouts} layouts in ${counts.draws} drawings`);
            assert.deepEqual(errors, []);
            await context.close();
        });
});
