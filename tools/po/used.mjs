/*
 * Which messages the code names, and where. C is read after its preprocessor,
 * so that names made by macros are whole. A name that is composed when the
 * program runs, as `page.die.${colour}` or "game.%s", stands for all messages
 * of its shape whose variable parts are numbers or words of the code. A guide
 * names what it says, and each has a title.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { root } from './file.mjs';

const C_FOLDERS = ['src', 'games', 'bots', 'lab', 'paper', 'cli', 'server', 'web'];
const FLAGS = ['-std=c17', '-E', '-P', '-D_GNU_SOURCE',
    '-Iinclude', '-Isrc', '-Igames'];
const STRING = /"(?:[^"\\\n]|\\.)*"/;
const STRINGS = new RegExp(`${STRING.source}(?:\\s*${STRING.source})*`, 'g');
const QUOTED = /'([^'\\\n]*)'|`([^`]*)`|\{\{([^{}]*)\}\}/g;
/** A variable part of a composed name. */
const ANY = '*';

/** @param {string} path */
function stringsOfC(path) {
    const [cc, ...more] = (process.env.CC ?? 'cc').split(' ');
    const text = execFileSync(cc, [...more, ...FLAGS, path],
        { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });

    return [...text.matchAll(STRINGS)].map(([strings]) =>
        strings.replace(/"\s*"/g, '').slice(1, -1)
            .replace(/%[sd]/g, ANY));
}

/** @param {string} path */
function stringsOfPage(path) {
    return [...readFileSync(root + path, 'utf8').matchAll(QUOTED)]
        .map(([, plain, template, braces]) => plain ?? braces ??
            template.replace(/\$\{[^}]*\}/g, ANY));
}

/** @param {string} path */
function stringsOfGuide(path) {
    return [...readFileSync(root + path, 'utf8').matchAll(/^say (.*)$/gm)]
        .flatMap(([, id]) => [id, `${id}.title`]);
}

/** @param {string} path a folder @returns {string[]} */
function filesBelow(path) {
    return readdirSync(root + path, { withFileTypes: true }).flatMap((one) =>
        (one.isDirectory() ? filesBelow(`${path}/${one.name}`)
            : [`${path}/${one.name}`])).sort();
}

/** Every string of every file. @returns {Map<string, string[]>} */
function allStrings() {
    const c = C_FOLDERS.flatMap(filesBelow).filter((path) =>
        path.endsWith('.c') && path !== 'lab/team_mpi.c');
    const page = filesBelow('web').filter((path) =>
        /\.(js|html|webmanifest)$/.test(path));

    return new Map([
        ...c.map((path) => /** @type {[string, string[]]} */
            ([path, stringsOfC(path)])),
        ...page.map((path) => /** @type {[string, string[]]} */
            ([path, stringsOfPage(path)])),
        ...filesBelow('guides').map((path) => /** @type {[string, string[]]} */
            ([path, stringsOfGuide(path)])),
    ]);
}

/**
 * @param {Iterable<string>} ids all that exist
 * @returns {{where: Map<string, string[]>, unknown: string[]}} the files that
 *     use each id, and "file: name" of names that are no id
 */
export function findUses(ids) {
    const known = new Set(ids);
    const topics = new Set([...known].map((id) => id.split('.')[0]));
    const strings = allStrings();
    const words = new Set([...strings.values()].flat());
    /** @type {Map<string, string[]>} */
    const where = new Map();
    /** @type {string[]} */
    const unknown = [];

    for (const [path, list] of strings)
        for (const name of new Set(list)) {
            const meant = meantBy(name, known, words);
            if (meant.length === 0 && looksLikeId(name, topics))
                unknown.push(`${path}: ${name}`);
            for (const id of meant.flatMap((one) => [one, ...formsOf(one, known)]))
                where.set(id, [...new Set([...(where.get(id) ?? []), path])]);
        }
    return { where, unknown };
}

/**
 * What its readers find by itself: ID.done and ID.you, or those of its group.
 * @param {string} id
 * @param {Set<string>} known
 */
function formsOf(id, known) {
    return ['done', 'you'].flatMap((form) =>
        [`${id}.${form}`, id.replace(/[^.]*$/, form)])
        .filter((one) => known.has(one));
}

/** @param {string} name @param {Set<string>} topics */
function looksLikeId(name, topics) {
    return /^[a-z][a-z0-9_-]*(\.[\w*-]+)+$/.test(name) &&
        topics.has(name.split('.')[0]);
}

/**
 * @param {string} name
 * @param {Set<string>} known
 * @param {Set<string>} words
 */
function meantBy(name, known, words) {
    if (!name.includes(ANY))
        return known.has(name) ? [name] : [];
    if (!/^[a-z][\w-]*\.[\w.*-]+$/.test(name))
        return [];
    const shape = new RegExp(`^${name.replaceAll('.', '\\.')
        .replaceAll(ANY, '([^.]+)')}$`);

    return [...known].filter((id) => shape.exec(id)?.slice(1).every(
        (part) => /^\d+$/.test(part) || words.has(part)));
}
