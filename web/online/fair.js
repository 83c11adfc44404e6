/* Were the dice of a game at a table fair? What was checked, in words. */
import { icon } from '../elements/icons.js';
import { h, openDialog } from '../elements/dom.js';
import { Refused } from '../engine/engine.js';
import { agreed } from './drawing.js';

/**
 * @typedef {import('../device/store.js').Kept} Kept
 * @typedef {import('../engine/words.js').Message} Message
 * @typedef {{say: Message, good: boolean}} Check
 */

/** Could the dice of this game be checked? @param {string} record */
export function canCheck(record) {
    return /^seed [0-9a-f]+$/m.test(record);
}

/**
 * @param {import('../engine/engine.js').Engine} engine
 * @param {Kept} kept
 * @returns {Check[]}
 */
export function checkDice(engine, { record, promised }) {
    const hasPart = promised !== undefined && promised.nonce !== '' &&
        !isLeftOut(record, promised);

    return [...(hasPart ? checkPromise(record, promised)
        : [{ say: { id: 'page.fair.absent' }, good: true }]),
    ...checkThrows(engine, record, promised)];
}

/**
 * Was it away when the game began? Then it was asked for nothing.
 * @param {string} record
 * @param {NonNullable<Kept['promised']>} promised
 */
function isLeftOut(record, { seat, hashes }) {
    return !hashes && !record.includes(`\nnonce ${seat} `);
}

/**
 * What this device saw and gave before the game stands in the record.
 * @param {string} record
 * @param {NonNullable<Kept['promised']>} promised
 * @returns {Check[]}
 */
function checkPromise(record, { commitment, nonce, seat, hashes, afresh = 0 }) {
    const lines = record.split('\n');
    const seen = lines.includes(`seed-commitment ${commitment}`);
    const mine = lines.includes(`nonce ${seat} ${nonce}`);
    const promised = !hashes || arePromised(lines, hashes);

    return [
        { say: { id: seen ? 'page.fair.seen' : 'page.fair.not_seen' },
            good: seen },
        { say: { id: mine ? 'page.fair.mine' : 'page.fair.not_mine' },
            good: mine },
        ...(hashes ? [{ say: { id: promised ? 'page.fair.promised'
            : 'page.fair.not_promised' }, good: promised }] : []),
        ...(afresh > 0 ? [{ say: { id: 'page.fair.afresh', n: afresh },
            good: true }] : [])];
}

/**
 * Are these all the hashes that the record has?
 * @param {string[]} lines
 * @param {(string | null)[]} hashes
 */
function arePromised(lines, hashes) {
    const there = lines.filter((line) => line.startsWith('nonce-commitment '));
    const seen = hashes.flatMap((hash, seat) =>
        (hash ? [`nonce-commitment ${seat} ${hash}`] : []));

    return there.length === seen.length &&
        seen.every((line) => there.includes(line));
}

/**
 * @param {import('../engine/engine.js').Engine} engine
 * @param {string} record
 * @param {Kept['promised']} promised
 * @returns {Check[]}
 */
function checkThrows(engine, record, promised) {
    try {
        const match = engine.open(record);
        try {
            match.checkDice();
            return [{ say: { id: 'page.fair.all' }, good: true },
                ...checkDraws(engine, match.draws(), promised)];
        } finally {
            match.close();
        }
    } catch (error) {
        if (!(error instanceof Refused))
            throw error;
        return [{ say: error.reason, good: false }];
    }
}

/**
 * The record shows every draw that this device brought a link to in time, as it
 * agreed to it; and how often others were left out.
 * @param {import('../engine/engine.js').Engine} engine
 * @param {ReturnType<import('../engine/engine.js').Match['draws']>} draws
 * @param {Kept['promised']} promised
 * @returns {Check[]}
 */
function checkDraws(engine, draws, promised) {
    const mine = promised?.drawn;
    const silent = draws.reduce((sum, { named, drawn }) =>
        sum + named.length - drawn.length, 0);
    const alone = draws.filter(({ drawn }) => drawn.length === 0).length;
    const checks = [];

    if (mine) {
        const shown = mine.draws.map((number) => draws[number - 1]);
        const good = shown.every((draw) => draw?.drawn.includes(promised.seat) ||
                (draw && mine.unsure.includes(draw.number))) &&
            mine.sum === shown.reduce((sum, { transcript }) =>
                agreed(engine, sum, transcript), '');

        checks.push({ say: { id: good ? 'page.fair.agreed'
            : 'page.fair.not_agreed', n: shown.length }, good });
    }
    if (silent > 0)
        checks.push({ say: { id: 'fair.left_out', n: silent }, good: true });
    if (alone > 0)
        checks.push({ say: { id: 'fair.alone', n: alone }, good: true });
    return checks;
}

/**
 * What such dice are worth, whatever the checks say.
 * @param {string} record
 * @returns {Message[]}
 */
function worth(record) {
    if (/^dice together$/m.test(record))
        return [{ id: 'page.fair.how.promised' }, { id: 'page.fair.together' },
            { id: 'fair.server' }];
    if (/^nonce-commitment /m.test(record))
        return [{ id: 'page.fair.how.promised' }, { id: 'fair.known' },
            { id: 'fair.server' }];
    return [{ id: 'page.fair.how' }, { id: 'fair.once' }, { id: 'fair.server' }];
}

/** @param {import('../app.js').App} app @param {Kept} kept */
export function openFair({ words, engine }, kept) {
    const checks = checkDice(engine, kept);
    const good = checks.every((check) => check.good);

    openDialog(words.the('page.fair'), words.the('page.close'),
        h('p', { class: good ? 'verdict good' : 'verdict bad',
            'data-fair': good ? 'good' : 'bad' },
        words.the(good ? 'page.fair.good' : 'page.fair.bad')),
        h('ul', { class: 'checks' }, ...checks.map((check) =>
            h('li', { class: check.good ? 'good' : 'bad' },
                icon(check.good ? 'check' : 'close'),
                h('span', {}, words.say(check.say))))),
        ...worth(kept.record).map((message) =>
            h('p', { class: 'soft' }, words.say(message))));
}
