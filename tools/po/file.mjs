/*
 * A catalogue as a text: read into entries, and written again without touching
 * a line that a translator wrote.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const folder = `${root}po/`;

/**
 * @typedef {object} Entry
 * @property {string[]} section comments that stand alone before it
 * @property {string[]} comments of translators: "# …"
 * @property {string[]} notes of programmers: "#. …"
 * @property {string[]} flags "#, …"
 * @property {string} id
 * @property {boolean} plural
 * @property {string[]} lines of its msgstr, as they stand
 * @property {string[]} forms the same, joined and still escaped
 *
 * @typedef {object} Catalogue
 * @property {Entry} header
 * @property {Map<string, Entry>} entries
 * @property {Map<string, Entry>} obsolete
 */

/** The codes of all languages that have a file. */
export function languages() {
    return readdirSync(folder).filter((name) => name.endsWith('.po'))
        .map((name) => name.slice(0, -3)).sort();
}

/** @param {string} code */
export function readCatalogue(code) {
    return parse(readFileSync(`${folder}${code}.po`, 'utf8'));
}

/** @param {string} text @returns {Catalogue} */
export function parse(text) {
    /** @type {Map<string, Entry>} */
    const entries = new Map();
    /** @type {Map<string, Entry>} */
    const obsolete = new Map();
    /** @type {string[]} */
    let section = [];

    for (const block of text.split(/\n{2,}/)) {
        const lines = block.split('\n').filter(Boolean);
        const old = lines.length > 0 && lines.every((line) => /^#~ /.test(line));
        const entry = parseEntry(old ? lines.map((line) => line.slice(3))
            : lines, section);
        if (!entry) {
            section = [...section, ...lines.filter(isComment)];
            continue;
        }
        const all = old ? obsolete : entries;
        if (all.has(entry.id))
            throw new Error(`${entry.id} stands twice`);
        all.set(entry.id, entry);
        section = [];
    }
    const header = entries.get('');
    if (!header)
        throw new Error('the header is missing');
    entries.delete('');
    return { header, entries, obsolete };
}

/** Of a translator, not of a tool. @param {string} line */
function isComment(line) {
    return /^#( |$)/.test(line);
}

/** @param {string[]} lines @param {string[]} section @returns {Entry | null} */
function parseEntry(lines, section) {
    /** @param {string} mark */
    const marked = (mark) => lines.filter((line) => line.startsWith(mark));
    const id = lines.find((line) => line.startsWith('msgid '));
    const first = lines.findIndex((line) => line.startsWith('msgstr'));

    if (!id || first < 0)
        return null;
    return { section, comments: lines.filter(isComment),
        notes: marked('#.'), flags: marked('#,'), id: id.slice(7, -1),
        plural: marked('msgid_plural ').length > 0, lines: lines.slice(first),
        forms: formsOf(lines.slice(first)) };
}

/** @param {string[]} lines */
function formsOf(lines) {
    /** @type {string[]} */
    const forms = [];

    for (const line of lines) {
        const words = line.slice(line.indexOf('"') + 1, line.lastIndexOf('"'));
        if (line.startsWith('msgstr'))
            forms.push(words);
        else
            forms[forms.length - 1] += words;
    }
    return forms;
}

/** How many plural forms the language has. @param {Catalogue} catalogue */
export function pluralCount({ header }) {
    return Number(/nplurals=(\d)/.exec(header.forms[0])?.[1]);
}

/** @param {Entry} entry @param {string[]} references */
export function writeEntry(entry, references = []) {
    const { comments, notes, flags, id, plural, lines } = entry;

    return [...comments, ...notes,
        ...(references.length ? [`#: ${references.join(' ')}`] : []), ...flags, `msgid "${id}"`,
        ...(plural ? [`msgid_plural "${id}"`] : []), ...lines].join('\n');
}
