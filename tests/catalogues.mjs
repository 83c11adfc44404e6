/* Every language has every message, with the same places and the right number
 * of plural forms; the code and en.po know the same names. No how-to and no
 * guide has a number in it: the games' facts do (tests/test_conformance.c). */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder, languages, parse, pluralCount, readCatalogue }
    from '../tools/po/file.mjs';
import { update, updated } from '../tools/po/update.mjs';

/** @typedef {import('../tools/po/file.mjs').Entry} Entry */

/** {n}, or in a how-to {name} and {name|form|form} */
const PLACE = /\{([a-z_]+)((?:\|[^|{}]+)*)\}/g;

/** @param {Entry} message */
function places({ forms }) {
    const all = forms.flatMap((s) =>
        [...s.matchAll(PLACE)].map(([, name]) => name));

    return [...new Set(all)].sort().join(' ');
}

/**
 * Every number of a how-to comes from the rules.
 * @param {string} id
 * @param {string} text
 * @param {number} forms of a plural
 */
function checkHowto(id, text, forms) {
    const around = text.replace(PLACE, '');

    assert.doesNotMatch(around, /[\d{}|]/, id);
    for (const [place, , choice] of text.matchAll(PLACE))
        assert.ok(!choice || choice.split('|').length === 1 + forms,
            `${id}: ${place}`);
}

/** @param {string} form @param {string} original may both begin and end with a space */
function sameEnds(form, original) {
    return (!form.startsWith(' ') || original.startsWith(' ')) &&
        form.endsWith(' ') === original.endsWith(' ');
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
            if (/^(howto|guide)\./.test(id))
                checkHowto(id, translated.forms[0], pluralCount(own));
            assert.ok(translated.forms.every((s) => sameEnds(s, message.forms[0])),
                `${id} begins or ends with a space`);
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

test('what you did has no name in it, what someone did has one', () => {
    const names = [1, 2, 3, 4, 5, 6].map((n) =>
        english.entries.get(`page.bot_name.${n}`)?.forms[0]);

    for (const [code, own] of catalogues)
        for (const [id, { forms }] of own.entries)
            for (const form of forms.filter(Boolean)) {
                if (/(^|\.)say\..*\.done$/.test(id))
                    assert.match(form, /\{player\}/, `${code}: ${id}`);
                if (/\.you$/.test(id))
                    assert.doesNotMatch(form, /\{player\}/, `${code}: ${id}`);
                if (!id.startsWith('page.bot_name.'))
                    assert.doesNotMatch(form, new RegExp(
                        `(?<!\\p{L})(${names.join('|')})(?!\\p{L})`, 'u'),
                    `${code}: ${id} has the name of a bot`);
            }
});

test('signs are those of print, and French has its spaces', () => {
    for (const [code, own] of catalogues)
        for (const [id, { forms }] of own.entries)
            for (const form of forms) {
                if (code !== 'en')
                    assert.doesNotMatch(form, /'\{word\}'/, `${code}: ${id}`);
                assert.doesNotMatch(form, /\p{Cc}/u, `${code}: ${id}`);
                assert.doesNotMatch(form, /\p{L}'\p{L}/u, `${code}: ${id}`);
                assert.doesNotMatch(form, /\p{L} ?\.\.\.$/u, `${code}: ${id}`);
                if (code === 'fr')
                    assert.doesNotMatch(form, / [;:?!»](\s|$)|« /u, id);
            }
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

/* --- The tools ------------------------------------------------------------- */

const HEADER = 'msgid ""\nmsgstr ""\n"Language: xx\\n"\n' +
    '"Plural-Forms: nplurals=3; plural=0;\\n"\n';
const SOURCE = `${HEADER}
# --- Topic ---

#. At most 4 characters.
msgid "a"
msgstr "A \\"sign\\""

msgid "b"
msgid_plural "b"
msgstr[0] "{n} thing"
msgstr[1] "{n} things"

#. Not used yet.
msgid "c"
msgstr "See"
`;

test('a catalogue is brought up to date, and stays so', () => {
    const english = parse(SOURCE);
    const where = new Map([['a', ['x.c']], ['c', ['y.c', 'z.js']]]);
    const old = `${HEADER}\nmsgid "gone"\nmsgstr "weg"\n\n# mine\nmsgid "c"\nmsgstr "Sieh"\n`;
    const text = updated(parse(old), english, where);

    assert.equal(text, `${HEADER}
# --- Topic ---

#. At most 4 characters.
#. English: A "sign"
msgid "a"
msgstr ""

#. English: {n} thing
#. English: {n} things
msgid "b"
msgid_plural "b"
msgstr[0] ""
msgstr[1] ""
msgstr[2] ""

# mine
#. English: See
msgid "c"
msgstr "Sieh"

#~ msgid "gone"
#~ msgstr "weg"
`);
    assert.equal(updated(parse(text), english, where), text);
    assert.match(updated(english, english, where),
        /\n#: y\.c z\.js\nmsgid "c"\n/);
});

test('what no one has translated is English', () => {
    const place = mkdtempSync(join(tmpdir(), 'parlour-'));
    const catalogue = join(process.env.B ?? 'build', 'catalogue');
    const words = (/** @type {string[]} */ ...more) => JSON.parse(execFileSync(
        catalogue, ['--words', '', ...more], { encoding: 'utf8' })).words;

    writeFileSync(join(place, 'en.po'), SOURCE);
    writeFileSync(join(place, 'xx.po'), updated(parse(`${HEADER}
msgid "c"
msgstr "Sieh"
`), parse(SOURCE), new Map()));
    assert.deepEqual(words(join(place, 'xx.po')), { a: 'A "sign"',
        b: ['{n} thing', '{n} things', '{n} things'], c: 'Sieh' });
    assert.deepEqual(words(join(place, 'en.po'), 'en-XA').b,
        ['{n} ŧħííñğ', '{n} ŧħííñğš', ]);
    rmSync(place, { recursive: true });
});
