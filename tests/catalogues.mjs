/* Every language has every message, with the same places and the right number
 * of plural forms. No how-to has a number in it: the games' facts do
 * (tests/test_conformance.c). */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';

const folder = new URL('../po/', import.meta.url);

/** @typedef {{ plural: boolean, forms: string[] }} Message */

/** @param {string} text of a PO file @returns {Map<string, Message>} */
function parse(text) {
    const messages = new Map();
    let id = '';
    /** @type {Message} */
    let now = { plural: false, forms: [] };
    /** @type {(s: string) => void} */
    let append = () => {};

    for (const line of text.split('\n')) {
        const [, key, form, words] =
            /^(msgid|msgid_plural|msgstr)?(?:\[(\d)\])? ?"(.*)"$/.exec(line) ?? [];

        if (words === undefined)
            continue;
        if (key === 'msgid') {
            now = { plural: false, forms: [] };
            id = words;
        } else if (key === 'msgid_plural') {
            now.plural = true;
        } else if (key === 'msgstr') {
            const at = Number(form ?? 0);

            assert.ok(at > 0 || !messages.has(id), `${id} stands twice`);
            messages.set(id, now);
            append = (s) => { now.forms[at] = (now.forms[at] ?? '') + s; };
            append(words);
        } else {
            append(words);
        }
    }
    return messages;
}

/** {n}, or in a how-to {name} and {name|form|form} */
const PLACE = /\{([a-z_]+)((?:\|[^|{}]+)*)\}/g;

/** @param {Message} message */
function places(message) {
    const all = message.forms.flatMap((s) =>
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

const english = parse(await readFile(new URL('en.po', folder), 'utf8'));

for (const file of (await readdir(folder)).filter((f) => f.endsWith('.po')))
    test(`${file} is complete`, async () => {
        const own = parse(await readFile(new URL(file, folder), 'utf8'));
        const header = own.get('')?.forms[0] ?? '';
        const forms = Number(/nplurals=(\d)/.exec(header)?.[1]);

        assert.ok(header.includes(`Language: ${file.slice(0, -3)}\\n`));
        assert.deepEqual([...own.keys()].sort(), [...english.keys()].sort());
        for (const [id, message] of english) {
            const translated = own.get(id);

            if (!id)
                continue;
            assert.equal(translated?.forms.length, message.plural ? forms : 1, id);
            assert.ok(translated.forms.every((s) => s), `${id} is empty`);
            assert.equal(places(translated), places(message), id);
            if (id.startsWith('howto.'))
                checkHowto(id, translated.forms[0], forms);
            assert.ok(translated.forms.every((s) => sameEnds(s, message.forms[0])),
                `${id} begins or ends with a space`);
        }
    });
