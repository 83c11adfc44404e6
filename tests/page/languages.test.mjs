/* The page in other languages: which one it speaks, changing it in the middle
 * of a game, and that every word comes from a catalogue. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { newContext, openMoves, sitDown, start, visit } from './help.mjs';
import { GAMES, kept, partOf, wholeGame } from './positions.mjs';
import { folder } from './serve.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let at;
before(async () => {
    at = await start();
});
after(() => at.stop());

/** @param {string} language */
function wordsOf(language) {
    return JSON.parse(readFileSync(`${folder}words/${language}.words.json`,
        'utf8')).words;
}

describe('the language', () => {
    for (const [locale, language] of [['de-AT', 'de'], ['nb-NO', 'nb'],
        ['nn-NO', 'nb'], ['no', 'nb'], ['tlh', 'en']])
        test(`a browser in ${locale} gets ${language}`, async () => {
            const { page, context } = await visit(at, { locale });
            assert.equal(await page.getAttribute('html', 'lang'), language);
            await page.getByText(wordsOf(language)['page.how_many']).waitFor();
            await context.close();
        });

    test('?lang= chooses for good, and English with accents is in no list', async () => {
        const { page, context } = await visit(at,
            { url: `${at.server.url}?lang=en-XA#/settings` });
        assert.equal(await page.getAttribute('html', 'lang'), 'en-XA');
        assert.equal(page.url(), `${at.server.url}#/settings`);
        await page.selectOption('#language', 'sv');
        await page.waitForSelector('html[lang=sv]');
        assert.equal(await page.locator('#language option').count(), 14);
        await page.reload();
        await page.waitForSelector('html[lang=sv] h1');
        await context.close();
    });
});

test('a house rule is ticked where it is not as usual', async () => {
    const { page, context } = await visit(at);
    for (const game of GAMES) {
        await page.goto(`${at.server.url}#/new/${game}`);
        await page.waitForSelector('details');
        assert.equal(await page.locator(
            'details [type=checkbox]:checked').count(), 0, game);
        assert.deepEqual(await page.locator('details [type=radio]:checked')
            .evaluateAll((list) => list.map((one) => one.value)),
        game === 'qwixx' ? ['0'] : [], game);
        assert.ok(await page.locator('details [id^=option-]').count() > 0);
    }
    await page.goto(`${at.server.url}#/new/numeri`);
    await page.locator('details summary').first().click();
    await page.check('#option-must_split');
    await page.click('button[type=submit]');
    await page.waitForSelector('.play');
    assert.match(await page.evaluate(() => Object.values(localStorage).join('')),
        /option must_split 0/);
    await context.close();
});

test('dates, numbers and lists follow the language', async () => {
    const { page, context } = await visit(at,
        { store: kept({ one: wholeGame('numeri') }) });
    const found = await page.evaluate(async () => {
        const { loadWords } = await import(`${location.origin}/engine/words.js`);
        return Promise.all(['en', 'de', 'fr'].map(async (code) => {
            const words = await loadWords(code);
            return [words.number(-12345), words.list(['a', 'b', 'c']),
                words.date(Date.UTC(2026, 2, 1, 12))];
        }));
    });
    assert.deepEqual(found.map(([number, list]) => [number, list]), [
        ['−12,345', 'a, b and c'], ['−12.345', 'a, b und c'],
        ['−12\u202f345', 'a, b et c']]);
    assert.match(found[0][2], /^1 Mar 2026/);
    assert.match(found[1][2], /^01\.03\.2026/);
    assert.match(found[2][2], /^1 mars 2026/);
    await context.close();
});

/* --- Changing it ------------------------------------------------------------ */

test('in the middle of a game: at once, with one small request', async () => {
    const { page, context, errors } = await visit(at, { settings:
        { onlyMove: false, language: 'en' },
    /* Where a bot crossed something off, she can. */
    store: kept({ game: partOf(wholeGame('qwixx'), 0.5, /^play 0 (?!-)/) }) });
    await page.goto(`${at.server.url}#/play/game`);
    await page.waitForSelector('.play[data-phase=choose]');
    /* A choice that is not confirmed. */
    await page.locator('.stage .piece.next').first().click();
    const touched = () => page.$$eval('.piece.touched',
        (pieces) => pieces.map((piece) => piece.getAttribute('data-piece')));
    const before = await touched();
    assert.ok(before.length > 0);

    /** @type {Promise<{url: string, size: number}>[]} */
    const requests = [];
    page.on('requestfinished', (request) => requests.push(request.sizes()
        .then(({ responseBodySize }) => ({ url: request.url(),
            size: responseBodySize }))));
    await page.click('.top button');
    await page.selectOption('dialog #language', 'nb');
    await page.waitForSelector('html[lang=nb] .play');

    const nb = wordsOf('nb');
    assert.deepEqual(await touched(), before);
    assert.equal(await page.locator('dialog').count(), 0);
    assert.equal(await page.getAttribute('.bar', 'aria-label'), nb['page.bar']);
    assert.equal(await page.getAttribute('.top button:last-of-type',
        'aria-label'), nb['page.hint']);
    assert.ok((await page.textContent('.log') ?? '').includes(
        nb.bot.replace('{word}', nb['bot.medium'])));
    /* The list of languages has letters that English has not. */
    const loaded = (await Promise.all(requests))
        .filter(({ url }) => !url.endsWith('.woff2'));
    assert.deepEqual(loaded.map(({ url }) => url),
        [`${at.server.url}words/nb.words.json`]);
    assert.ok(loaded[0].size < 25_000, `${loaded[0].size} bytes`);
    assert.deepEqual(errors, []);
    await context.close();
});

test('dice that are half typed stay', async () => {
    const { page, context } = await visit(at);
    await sitDown(page, 'qwixx', { people: 2, bots: 0, real: true });
    await page.click('[data-face="0 3"]');
    await page.click('.top button');
    await page.waitForSelector('dialog');
    await page.selectOption('dialog #language', 'fi');
    await page.waitForSelector('html[lang=fi] .pad');
    assert.equal(await page.locator('.pad .known').count(), 1);
    await page.click('.pad .known');
    assert.equal(await page.locator('.pad .picked').getAttribute('data-face'),
        '0 3');
    assert.equal(await page.textContent('.bar .main'),
        wordsOf('fi')['page.pad.done']);
    /* A menu goes with its screen. */
    await page.click('.top button');
    await page.waitForSelector('dialog');
    await page.goBack();
    await page.waitForSelector('.seats');
    assert.equal(await page.locator('dialog').count(), 0);
    await context.close();
});

test('without a network, after the first visit', async () => {
    const { page, context, errors } = await visit(at,
        { keeps: true, settings: { language: 'en' } });
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await page.waitForSelector('h1');
    await context.setOffline(true);
    await page.evaluate(() => {
        location.hash = '#/settings';
    });
    for (const language of ['pl', 'ro', 'cs']) {
        await page.focus('#language');
        await page.selectOption('#language', language);
        await page.waitForSelector(`html[lang=${language}] .settings`);
        assert.equal(await page.textContent('h1'),
            wordsOf(language)['page.settings']);
        assert.equal(await page.evaluate(() => document.activeElement?.id),
            'language');
    }
    assert.deepEqual(errors, []);
    await context.close();
});

test('a browser without vectors has an engine too, and keeps that one', async () => {
    const { page, context, errors } = await visit(at,
        { keeps: true, prepare: async (visiting) => {
            await visiting.addInitScript(() => {
                WebAssembly.validate = () => false;
            });
        } });

    await page.evaluate(() => navigator.serviceWorker.ready);
    assert.deepEqual(await page.evaluate(async () => {
        const [name] = await caches.keys();
        const kept = await (await caches.open(name)).keys();
        return kept.map(({ url }) => new URL(url).pathname)
            .filter((path) => /parlour.*wasm$/.test(path));
    }), ['/parlour-plain.wasm']);
    await page.reload();
    await page.waitForSelector('h1');
    assert.deepEqual(errors, []);
    /** @type {string[]} */
    const missed = [];
    page.on('requestfailed', (request) =>
        missed.push(new URL(request.url()).pathname));
    await context.setOffline(true);
    await page.reload();
    await page.waitForSelector('h1');
    assert.deepEqual(missed.filter((path) => path !== '/healthz'), [],
        'the server alone is asked in vain');
    await context.close();
});

test('a language that cannot be loaded changes nothing', async () => {
    const context = await newContext(at.browser, { locale: 'en' });
    const page = await context.newPage();
    await page.goto(`${at.server.url}#/settings`);
    await page.waitForSelector('#language');
    await context.route('**/words/it.words.json', (route) => route.abort());
    await page.selectOption('#language', 'it');
    await page.waitForSelector('dialog');
    assert.equal(await page.textContent('dialog p'),
        wordsOf('en')['page.set.language.offline']);
    assert.equal(await page.getAttribute('html', 'lang'), 'en');
    await context.close();
});

/* --- Every word is in a catalogue -------------------------------------------- */

/** Names that people gave, endings of files, words of a record, boxes by their
 * place, codes of tables and addresses, and what the browser says itself: dates,
 * and the word before the last name of a list. */
const PLAIN = [/\bAnn\d?\b/g, / and /g, /\bparlour\b/g, /'\w+'/g,
    /^[A-Z0-9]{3} [A-Z0-9]{3}$/g, /https?:\S+/g, /\b[a-z]\d+(,[a-z]\d+)*\b/g,
    /\b\d+ [A-Z][a-z]{2,3} \d{4}, [\d:]+$/g, /‘[^’]*’/g, /^(Ann|Bo|Cy) /g,
    /^(Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)$/g];

/** @param {string[]} texts */
function plain(texts) {
    return texts.filter((text) => /[A-Za-z]{2}/.test(
        PLAIN.reduce((rest, one) => rest.replace(one, ''), text)));
}

/**
 * Everything that is read on these screens.
 * @param {import('playwright-core').Page} page
 * @param {string[]} paths
 */
function readScreens(page, paths) {
    return page.evaluate(async (list) => {
        const { looking } = /** @type {any} */ (globalThis);
        /** @type {Record<string, string[]>} */
        const texts = {};
        for (const path of list) {
            await looking.goTo(path);
            texts[path] = looking.allTexts();
        }
        return texts;
    }, paths);
}

describe('in English with accents no word is plain', () => {
    /** @type {Awaited<ReturnType<typeof visit>>} */
    let visitor;
    before(async () => {
        visitor = await visit(at, { settings:
            { onlyMove: false, language: 'en-XA' },
        store: kept({ broken: 'parlour 1\nnonsense\n',
            ...Object.fromEntries(GAMES.flatMap((game) => {
                const whole = wholeGame(game);
                return [[`end-${game}`, whole],
                    [`half-${game}`, partOf(whole, 0.6)]];
            })) }) });
    });

    test('screens', async () => {
        const { page } = visitor;
        const screens = await readScreens(page, ['settings', '', 'history',
            'play/none', 'rules/none', 'play/broken', 'together',
            'together/rainbow', 'table/none', 'take/none', 'privacy',
            ...GAMES.flatMap((game) => [`new/${game}`, `rules/${game}`,
                `end/end-${game}`, `replay/end-${game}`, `play/half-${game}`])]);

        for (const [path, texts] of Object.entries(screens)) {
            assert.ok(texts.length > 3, path);
            assert.deepEqual(plain(texts), [], path);
        }
    });

    test('dialogs and the bar', async () => {
        const { page } = visitor;
        const texts = () => page.evaluate(() =>
            /** @type {any} */ (globalThis).looking.allTexts());
        await page.goto(`${at.server.url}#/play/half-qwixx`);
        await page.waitForSelector('.play[data-phase=choose]');
        for (const button of ['.top .on-menu', '.top .on-question', '.top .on-log',
            '.player']) {
            await page.click(button);
            await page.waitForSelector('dialog');
            assert.deepEqual(plain(await texts()), [], button);
            await page.keyboard.press('Escape');
        }
        await openMoves(page);
        await page.click('.moves button');
        await page.waitForSelector('.moves .picked');
        assert.deepEqual(plain(await texts()), []);
    });

    test('a table of the server', async () => {
        const { page } = visitor;
        await page.goto(`${at.server.url}#/together`);
        await page.waitForSelector('.new-table');
        await page.fill('#my-name', 'Ann');
        await page.click('[data-open]');
        await page.waitForSelector('.room .mark.ready');
        assert.deepEqual(plain(await page.evaluate(() =>
            /** @type {any} */ (globalThis).looking.allTexts())), []);
        await page.click('.top button >> nth=0');
        await page.selectOption('dialog #language', 'sv');
        await page.waitForSelector('html[lang=sv] .room .mark.ready');
        await page.goto('about:blank');
        await page.goto(`${at.server.url}?lang=en-XA`);
        await page.waitForSelector('html[lang=en-XA] h1');
    });

    test('real dice and the curtain', async () => {
        const { page } = visitor;
        const texts = () => page.evaluate(() =>
            /** @type {any} */ (globalThis).looking.allTexts());
        await page.goto(at.server.url);
        await page.waitForSelector('.games');
        await sitDown(page, 'rainbow', { people: 2, bots: 0, real: true });
        assert.deepEqual(plain(await texts()), []);
        await page.goto(at.server.url);
        await page.waitForSelector('.games');
        await sitDown(page, 'one-to-9', { people: 2, bots: 0 });
        await page.waitForSelector('.curtain:not([hidden]), .bar .main');
        while (await page.getAttribute('.play', 'data-phase') === 'throw')
            await page.click('.bar .main');
        await page.waitForSelector('.curtain:not([hidden])');
        assert.deepEqual(plain(await texts()), []);
        assert.deepEqual(visitor.errors, []);
    });
});
