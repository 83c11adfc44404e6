/* The recipe of docs/daily.md, written once more from its words alone: it says
 * what is played on each day of tests/daily, and what every roll and card is in
 * the games that the command plays there, in any time zone. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('..', import.meta.url);
const parlour = new URL(`${process.env.B ?? 'build'}/parlour`, root).pathname;
const days = readFileSync(new URL('tests/daily', root), 'utf8').trimEnd()
    .split('\n').map((line) => line.split(' '));
/* A game and its sheets, as docs/daily.md lists them. */
const CHOICE = [['qwixx', 'A'], ['pretty-tricky', 'A'], ['one-to-9', 'A'],
    ['numeri', 'A'], ['rainbow', 'A'], ['play-and-repeat', 'AB'],
    ['quick-and-tactic', 'A'], ['bingo', 'B']];

const hash = (text) => createHash('sha256').update(text).digest();
const number = (text) => hash(text).readBigUInt64BE();

function below(text, n) {
    for (let sum = hash(text); ; sum = hash(sum))
        for (let i = 0; i < 32; i += 4)
            if (sum.readUInt32BE(i) < 2 ** 32 - 2 ** 32 % n)
                return sum.readUInt32BE(i) % n;
}

function gamesOf(cycle) {
    return CHOICE.map(([id, sheets]) => ({ id, sheets,
        at: number(`parlour-daily-1 cycle ${cycle} ${id}`) }))
        .sort((a, b) => (a.at < b.at ? -1 : 1));
}

function playedOn(date) {
    const day = Date.parse(`${date}T00:00:00Z`) / 86_400_000;
    const cycle = Math.floor(day / 8);
    const games = gamesOf(cycle);

    if (cycle > 0 && games[0].id === gamesOf(cycle - 1)[7].id)
        [games[0], games[1]] = [games[1], games[0]];
    const { id, sheets } = games[day % 8];
    return [id, sheets[below(`parlour-daily-1 ${date} sheet`, sheets.length)]];
}

test('what is played on each day', () => {
    for (const [date, id, sheet] of days)
        assert.deepEqual(playedOn(date), [id, sheet], date);
});

/** @param {string} date @param {string} zone */
function recordOf(date, zone) {
    return execFileSync(parlour, ['daily', '--date', date, '--expert'],
        { env: { ...process.env, TZ: zone, LANG: 'C.UTF-8' }, encoding: 'utf8' });
}

const DICE = ['W 1', 'W 2', 'r 1', 'y 1', 'g 1', 'b 1'];

test('every roll of a game, die by die', () => {
    const [date] = days.find(([, id]) => id === 'qwixx');
    const rolls = recordOf(date, 'UTC').split('\n')
        .filter((line) => line.startsWith('chance '));

    assert.ok(rolls.length > 5);
    rolls.forEach((line, i) => {
        const place = `parlour-daily-1 ${date} seat 0 turn ${i + 1} roll 1`;
        const faces = line.split(' ').slice(1).map(Number);

        /* Dice leave the game, and those that stay keep their faces. */
        const all = DICE.map((die) => below(`${place} ${die}`, 6) + 1);
        assert.deepEqual(faces.slice(0, 2), all.slice(0, 2), line);
        let at = 2;
        for (const face of faces.slice(2)) {
            while (at < all.length && all[at] !== face)
                at++;
            assert.ok(at++ < all.length, line);
        }
    });
});

test('every time zone has the same dice', () => {
    const [date] = days.find(([, id]) => id === 'qwixx');
    const zones = ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago',
        'Asia/Kolkata', 'America/New_York'].map((zone) => recordOf(date, zone));

    assert.equal(new Set(zones).size, 1);
});

test('every card, from those that are left', () => {
    const [date] = days.find(([, id]) => id === 'one-to-9');
    const record = recordOf(date, 'UTC').split('\n');
    const opening = record.filter((line) => line.startsWith('chance '))
        .map((line) => line.slice(7));
    /** @type {Map<string, number>} */
    const left = new Map();

    for (let n = 1; n <= 9; n++) {
        left.set(`n${n}`, 1);
        for (const colour of 'rygb')
            left.set(`${colour}${n}`, 2);
    }
    left.set('+3', 12);
    /* The opening cards and the first hand are seat 0's first turn. */
    for (let roll = 1; roll <= 6; roll++) {
        const place = `parlour-daily-1 ${date} seat 0 turn 1 roll ${roll}`;
        const cards = [...left].flatMap(([kind, n]) =>
            Array.from({ length: n }, (_, i) => ({ kind,
                at: number(`${place} ${kind} ${i + 1}`) })));
        const { kind } = cards.reduce((a, b) => (b.at < a.at ? b : a));

        assert.equal(cards.length, 94 - roll);
        assert.equal(opening[roll - 1], kind, `card ${roll}`);
        left.set(kind, /** @type {number} */ (left.get(kind)) - 1);
    }
});
