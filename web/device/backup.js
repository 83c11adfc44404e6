/*
 * Everything that a person has on this device as one file: games, settings,
 * sheets; statistics follow from the games. Seats at tables of a server and
 * secrets of fair dice are not in it: anyone who has them could play in someone
 * else's place.
 *
 * What comes back is a stranger's file until it is proved: every record is
 * replayed and every sheet read by the engine, settings have values that exist.
 * One wrong thing, and nothing of it is taken.
 */
import { languages } from './language.js';
import { keepSheet } from './sheets.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('./store.js').Kept} Kept
 *
 * @typedef {object} Everything
 * @property {'everything'} parlour
 * @property {1} version
 * @property {string} me the name that was last used
 * @property {Record<string, any>} settings
 * @property {Kept[]} games
 * @property {string[]} sheets
 */

const LARGEST = 30_000_000; // characters of a file
const MOST = 20_000; // games or sheets
const LONGEST = 31; // bytes of a name

/** What can be set, and to what. @type {Record<string, (string | boolean)[]>} */
const SETTINGS = { pace: ['slow', 'normal', 'fast', 'once'],
    theme: ['auto', 'light', 'dark'], palette: ['usual', 'safe'],
    ...Object.fromEntries(['onlyMove', 'ownThrow', 'oneTap', 'skips', 'sound',
        'vibration'].map((key) => [key, [true, false]])) };

/** @param {App} app @returns {string} the file */
export function packEverything({ store, settings }) {
    const { language, ...values } = settings.values;
    const sheets = store.keys().filter((key) => key.startsWith('sheet.'))
        .map((key) => store.read(key)?.text)
        .filter((text) => typeof text === 'string');

    return JSON.stringify({ parlour: 'everything', version: 1,
        me: store.read('me') ?? '', settings: { ...values,
            ...(language && { language }) },
        games: store.games().map(({ owner: _, promised: __, ...kept }) => kept),
        sheets },
    null, 1);
}

/**
 * Takes a file in: what is here already is not taken twice, and what was set
 * here stays.
 * @param {App} app
 * @param {string} text
 * @returns {{added: number, known: number, sheets: number} | null} null: it is
 *     refused, and nothing has changed
 */
export function unpackEverything(app, text) {
    const file = text.length <= LARGEST ? read(app, text) : null;

    if (!file)
        return null;
    const { store, settings } = app;
    const here = store.games();
    const records = new Set(here.map(({ record }) => record));
    const there = new Map(here.map((kept) => [kept.id, kept]));
    let added = 0;

    for (const kept of file.games) {
        const old = there.get(kept.id);
        if (records.has(kept.record) || (old &&
            old.record.length >= kept.record.length))
            continue;
        store.putGame(kept);
        records.add(kept.record);
        added += Number(!old);
    }
    const sheets = file.sheets.map((sheet) => app.engine.sheet(sheet));
    sheets.forEach((sheet) => keepSheet(app, sheet));
    if (!store.read('me') && file.me)
        store.write('me', file.me);
    settings.change({ ...file.settings, ...store.read('settings') });
    return { added, known: file.games.length - added, sheets: sheets.length };
}

/** @param {App} app @param {string} text @returns {Everything | null} */
function read(app, text) {
    try {
        const file = JSON.parse(text);
        return isEverything(app, file) ? file : null;
    } catch {
        return null;
    }
}

/** @param {any} value @returns {value is Record<string, any>} */
function isObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param {App} app @param {any} file */
function isEverything(app, file) {
    return isObject(file) && file.parlour === 'everything' &&
        file.version === 1 && typeof file.me === 'string' &&
        new TextEncoder().encode(file.me).length <= LONGEST &&
        isObject(file.settings) && areSettings(file.settings) &&
        isListOf(file.games, (kept) => isGame(app, kept)) &&
        isListOf(file.sheets, (sheet) => typeof sheet === 'string' &&
            app.engine.readSheet(sheet).sheet !== null);
}

/** @param {any} list @param {(one: any) => boolean} isGood */
function isListOf(list, isGood) {
    return Array.isArray(list) && list.length <= MOST && list.every(isGood);
}

/** @param {Record<string, any>} settings */
function areSettings(settings) {
    return Object.entries(settings).every(([key, value]) => (key === 'language'
        ? languages().includes(value) : Object.hasOwn(SETTINGS, key) &&
            SETTINGS[key].includes(value)));
}

const OWN_ID = /^[0-9a-z]{1,40}$/;
/** What a kept game may say besides its record, and what kind it is.
 * @type {Record<string, string>} */
const KEYS = { id: 'string', record: 'string', real: 'boolean',
    started: 'number', saved: 'number', over: 'boolean', table: 'string',
    row: 'object', luck: 'object', scored: 'boolean', key: 'string' };

/** @param {App} app @param {any} kept */
function isGame({ engine }, kept) {
    if (!isObject(kept) || !OWN_ID.test(kept.id) || !Object.entries(kept).every(
        ([key, value]) => Object.hasOwn(KEYS, key) && value !== null &&
            typeof value === KEYS[key]) ||
        typeof kept.record !== 'string' || typeof kept.saved !== 'number' ||
        (kept.row && !isRow(kept.row)) || (kept.luck && !isLuck(kept.luck)))
        return false;
    const match = engine.open(kept.record); // throws where it is none
    const over = match.turn().what === 'over';

    match.close();
    return over === Boolean(kept.over) || !kept.over;
}

/** @param {any} row */
function isRow(row) {
    return isListOf(row, (points) => isListOf(points, Number.isFinite));
}

/** @param {any} luck */
function isLuck(luck) {
    return isObject(luck) && Number.isInteger(luck.from) &&
        isListOf(luck.rolls, (roll) => isListOf(roll, (die) =>
            isListOf(die, (word) => typeof word === 'string') &&
            die.length === 2));
}
