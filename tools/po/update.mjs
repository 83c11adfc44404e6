/*
 * make po: brings every catalogue up to en.po and the code. en.po says which
 * files use a message, the others what its English sentence is; new ones are
 * added in their place, untranslated; those that en.po has no more end as "#~".
 * What a translator wrote stays as it is. A second run changes nothing.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { folder, languages, pluralCount, readCatalogue, writeEntry }
    from './file.mjs';
import { findUses } from './used.mjs';

/**
 * @typedef {import('./file.mjs').Catalogue} Catalogue
 * @typedef {import('./file.mjs').Entry} Entry
 */

/** A message of many files belongs to none of them: no need to name all. */
const MOST_FILES = 4;

/** Marks a message whose code is still to come; goes when it has come. */
const WAITS = '#. Not used yet.';

/** The sentence that is to be translated. @param {Entry} english */
function sentenceNotes({ forms }) {
    return forms.flatMap((form) => {
        const lines = form.replaceAll('\\"', '"').replaceAll('\\\\', '\\')
            .split('\\n');
        return lines.length === 1 ? [`#. English: ${lines[0]}`]
            : ['#. English:', ...lines.map((line) => `#.   ${line}`.trimEnd())];
    });
}

/** @param {Entry} english @param {number} forms @returns {Entry} */
function untranslated(english, forms) {
    const lines = english.plural
        ? Array.from({ length: forms }, (_, i) => `msgstr[${i}] ""`)
        : ['msgstr ""'];

    return { ...english, comments: [], flags: [], lines,
        forms: lines.map(() => '') };
}

/** @param {Entry} entry */
function writeObsolete(entry) {
    return writeEntry({ ...entry, comments: [], notes: [], flags: [] })
        .replace(/^/gm, '#~ ');
}

/**
 * @param {Catalogue} own
 * @param {Catalogue} english
 * @param {Map<string, string[]>} where
 */
export function updated(own, english, where) {
    const isEnglish = own === english;
    const blocks = [writeEntry(own.header)];
    const gone = new Map([...own.obsolete, ...own.entries]);

    for (const [id, source] of english.entries) {
        const entry = own.entries.get(id) ?? own.obsolete.get(id) ??
            untranslated(source, pluralCount(own));
        gone.delete(id);
        if (source.section.length > 0)
            blocks.push(source.section.join('\n'));
        const notes = where.has(id)
            ? source.notes.filter((note) => note !== WAITS) : source.notes;
        blocks.push(isEnglish ? writeEntry({ ...entry, notes },
            where.get(id)?.slice(0, MOST_FILES))
            : writeEntry({ ...entry,
                notes: [...notes, ...sentenceNotes(source)] }));
    }
    if (!isEnglish)
        blocks.push(...[...gone.values()].map(writeObsolete));
    return `${blocks.join('\n\n')}\n`;
}

/** What every file should be, and what is wrong with the names. */
export function update() {
    const english = readCatalogue('en');
    const { where, unknown } = findUses(english.entries.keys());
    const unused = [...english.entries.values()].filter(({ id, notes }) =>
        !where.has(id) && !notes.includes(WAITS)).map(({ id }) => id);
    /** @type {Map<string, string>} */
    const texts = new Map(languages().map((code) => [code, updated(
        code === 'en' ? english : readCatalogue(code), english, where)]));

    return { texts, unknown, unused };
}

/** @param {string} code */
function report(code) {
    const { entries, obsolete } = readCatalogue(code);
    const missing = [...entries.values()].filter((entry) =>
        entry.forms.some((form) => !form)).map(({ id }) => id);

    console.log(`${code}: ${entries.size - missing.length} of ${entries.size}` +
        (obsolete.size ? `, ${obsolete.size} obsolete` : ''));
    for (const id of missing)
        console.log(`    ${id} is not translated`);
}

function main() {
    const { texts, unknown, unused } = update();

    for (const [code, text] of texts) {
        writeFileSync(`${folder}${code}.po`, text);
        report(code);
    }
    for (const use of unknown)
        console.error(`${use} is not in en.po`);
    for (const id of unused)
        console.error(`${id} is in en.po, but nothing uses it`);
    process.exitCode = unknown.length + unused.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
    main();
