/* Games in the middle and at their end, made by the command line, for tests
 * that want to see many screens and play none of them. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './serve.mjs';

export const GAMES = ['qwixx', 'pretty-tricky', 'one-to-9', 'numeri', 'rainbow',
    'play-and-repeat', 'quick-and-tactic', 'bingo'];

/**
 * A whole game of bots.
 * @param {string} game
 * @param {number} [players]
 */
export function wholeGame(game, players = 2) {
    const folder = mkdtempSync(join(tmpdir(), 'parlour-'));
    const file = join(folder, 'game');

    execFileSync(join(build, 'parlour'), ['play', game, '--players',
        Array(players).fill('bot').join(','), '--seed', '5', '--save', file]);
    const record = readFileSync(file, 'utf8');
    rmSync(folder, { recursive: true });
    return record;
}

/**
 * The same game with a person in the first seat, some way before its end: the
 * next step is hers.
 * @param {string} record
 * @param {number} part 0: the beginning, 1: the end
 * @param {RegExp} [hers] which of her steps comes next
 */
export function partOf(record, part, hers = /^play 0 /) {
    const lines = record.replace(/^bot 0 .*\n/m, '').split('\n');
    const steps = lines.flatMap((line, i) => (hers.test(line) ? [i] : []));

    return `${lines.slice(0, steps[Math.floor((steps.length - 1) * part)])
        .join('\n')}\n`;
}

/**
 * What the page keeps of such games, by the key that it keeps them under.
 * @param {Record<string, string>} records by id
 */
export function kept(records) {
    return Object.fromEntries(Object.entries(records).map(([id, record]) =>
        [`parlour.game.${id}`, JSON.stringify({ id, record, real: false,
            started: 1_700_000_000_000, saved: 1_700_000_000_000,
            over: /^result /m.test(record) })]));
}
