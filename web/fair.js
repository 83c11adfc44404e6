/* Were the dice of a game at a table fair? What was checked, in words. */
import { h, openDialog } from './dom.js';
import { Refused } from './engine.js';

/**
 * @typedef {import('./store.js').Kept} Kept
 * @typedef {import('./words.js').Message} Message
 * @typedef {{say: Message, good: boolean}} Check
 */

/** Could the dice of this game be checked? @param {string} record */
export function canCheck(record) {
    return /^seed [0-9a-f]+$/m.test(record);
}

/**
 * @param {import('./engine.js').Engine} engine
 * @param {Kept} kept
 * @returns {Check[]}
 */
export function checkDice(engine, { record, promised }) {
    return [...(promised ? checkPromise(record, promised)
        : [{ say: { id: 'page.fair.absent' }, good: true }]),
    checkThrows(engine, record)];
}

/**
 * What this device saw and gave before the game stands in the record.
 * @param {string} record
 * @param {NonNullable<Kept['promised']>} promised
 * @returns {Check[]}
 */
function checkPromise(record, { commitment, nonce, seat }) {
    const lines = record.split('\n');
    const seen = lines.includes(`seed-commitment ${commitment}`);
    const mine = lines.includes(`nonce ${seat} ${nonce}`);

    return [
        { say: { id: seen ? 'page.fair.seen' : 'page.fair.not_seen' },
            good: seen },
        { say: { id: mine ? 'page.fair.mine' : 'page.fair.not_mine' },
            good: mine }];
}

/**
 * @param {import('./engine.js').Engine} engine
 * @param {string} record
 * @returns {Check}
 */
function checkThrows(engine, record) {
    try {
        const match = engine.open(record);
        try {
            match.checkDice();
        } finally {
            match.close();
        }
        return { say: { id: 'page.fair.all' }, good: true };
    } catch (error) {
        if (!(error instanceof Refused))
            throw error;
        return { say: error.reason, good: false };
    }
}

/** @param {import('./app.js').App} app @param {Kept} kept */
export function openFair({ words, engine }, kept) {
    const checks = checkDice(engine, kept);
    const good = checks.every((check) => check.good);

    openDialog(words.the('page.fair'), words.the('page.close'),
        h('p', { class: good ? 'verdict good' : 'verdict bad',
            'data-fair': good ? 'good' : 'bad' },
        words.the(good ? 'page.fair.good' : 'page.fair.bad')),
        h('ul', { class: 'checks' }, ...checks.map((check) =>
            h('li', { class: check.good ? 'good' : 'bad' },
                h('span', { 'aria-hidden': 'true' }, check.good ? '✓' : '✗'),
                h('span', {}, words.say(check.say))))),
        h('p', { class: 'soft' }, words.the('page.fair.how')));
}
