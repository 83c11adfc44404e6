/* Our sentences are our own: no run of eight words of any catalogue stands in
 * the rulebooks of the games, of which tests/rulebooks.fingerprints has the
 * fingerprints and not a word. See tools/fingerprints.mjs. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { decode, encode, fingerprint, runsOf } from '../tools/fingerprints.mjs';
import { languages, pluralCount, readCatalogue } from '../tools/po/file.mjs';

const known = decode(readFileSync(
    new URL('rulebooks.fingerprints', import.meta.url)));

/** Runs that were looked at and are no one's: fingerprints that meet by chance. */
const LOOKED_AT = /** @type {string[]} */ ([]);

/**
 * The sentence with each plural form of its places.
 * @param {string} text
 * @param {number} forms
 */
function variants(text, forms) {
    return Array.from({ length: forms }, (_, i) => text.replaceAll('\\n', ' ')
        .replace(/\{[a-z_]+((?:\|[^|{}]+)*)\}/g,
            (_all, /** @type {string} */ choice) => choice.split('|')[1 + i] ?? ''));
}

test('a run is found again, whatever stands between its words', () => {
    const book = 'One, two: THREE four; five six 7 seven eight — nine ten.';
    const prints = runsOf(book).map(fingerprint).sort((a, b) => a - b);

    assert.deepEqual([...decode(encode(prints))], prints);
    assert.equal(prints.length, 3);
    assert.ok(prints.includes(fingerprint(
        runsOf('two three four five six seven eight nine')[0])));
    assert.deepEqual(runsOf('only seven words are not a run'), []);
});

test('the fingerprints are there', () => {
    assert.ok(known.size > 30_000);
});

for (const code of languages())
    test(`${code} repeats no rulebook`, () => {
        const own = readCatalogue(code);
        const found = [...own.entries.values()].flatMap(({ id, forms }) =>
            forms.flatMap((form) => variants(form, pluralCount(own)))
                .flatMap(runsOf)
                .filter((run) => known.has(fingerprint(run)) &&
                    !LOOKED_AT.includes(run))
                .map((run) => `${id}: ${run}`));

        assert.deepEqual([...new Set(found)], []);
    });
