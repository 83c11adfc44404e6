/* Every language has every message, with the same places and the right number
 * of plural forms; the code and en.po know the same names. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { folder, languages, pluralCount, readCatalogue }
    from '../tools/po/file.mjs';
import { update } from '../tools/po/update.mjs';

/** @typedef {import('../tools/po/file.mjs').Entry} Entry */

/** @param {Entry} message */
function places({ forms }) {
    const all = forms.flatMap((s) => s.match(/\{[a-z]+\}/g) ?? []);

    return [...new Set(all)].sort().join(' ');
}

const catalogues = new Map(languages().map((code) =>
    [code, readCatalogue(code)]));
const english = readCatalogue('en');

for (const [code, own] of catalogues)
    test(`${code} is complete`, () => {
        assert.ok(own.header.forms[0].includes(`Language: ${code}\\n`));
        assert.deepEqual([...own.entries.keys()], [...english.entries.keys()]);
        for (const [id, message] of english.entries) {
            const translated = own.entries.get(id);

            assert.equal(translated?.forms.length,
                message.plural ? pluralCount(own) : 1, id);
            assert.ok(translated.forms.every((s) => s), `${id} is empty`);
            assert.equal(places(translated), places(message), id);
        }
    });

/** Letters as people count them. @param {string} text */
function lengthOf(text) {
    return [...new Intl.Segmenter().segment(text)].length;
}

test('labels of sheets are as short as en.po asks', () => {
    let limited = 0;

    for (const [id, { notes }] of english.entries) {
        const most = Number(/^#\. At most (\d+) characters/m
            .exec(notes.join('\n'))?.[1] ?? Infinity);
        limited += Number(most < Infinity);
        for (const [code, own] of catalogues)
            for (const form of own.entries.get(id)?.forms ?? [])
                assert.ok(lengthOf(form) <= most,
                    `${code}: ${id}: “${form}” has more than ${most}`);
    }
    assert.ok(limited > 30);
});

const { texts, unknown, unused } = update();

test('every message that the code names is in en.po', () => {
    assert.deepEqual(unknown, []);
});

test('every message of en.po is used', () => {
    assert.deepEqual(unused, []);
});

test('make po would change nothing', () => {
    for (const [code, text] of texts)
        assert.ok(text === readFileSync(`${folder}${code}.po`, 'utf8'),
            `po/${code}.po is behind the code or en.po: run 'make po'`);
});
