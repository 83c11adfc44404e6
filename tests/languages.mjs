/* The command in every language: which one it chooses, and in English with
 * accents that every word a person reads comes from a catalogue. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { languages } from '../tools/po/file.mjs';

const parlour = join(process.env.B ?? 'build', 'parlour');
const work = mkdtempSync(join(tmpdir(), 'parlour-'));
after(() => rmSync(work, { recursive: true }));

/**
 * @param {string[]} args
 * @param {{input?: string, env?: Record<string, string>}} [how]
 */
function run(args, { input = '', env = {} } = {}) {
    const { stdout, stderr, error } = spawnSync(parlour, args, { input,
        encoding: 'utf8', timeout: 60_000,
        env: { PATH: process.env.PATH, HOME: work, ...env } });

    assert.equal(error, undefined);
    return stdout + stderr;
}

/* --- Which language -------------------------------------------------------- */

const firstLine = Object.fromEntries([...languages(), 'en-XA'].map((code) =>
    [code, run(['--help', '--lang', code]).split('\n')[0]]));

describe('the language', () => {
    /** @type {[string, Record<string, string>, string[]][]} */
    const cases = [
        ['en', {}, []],
        ['de', { LANG: 'de_AT.UTF-8' }, []],
        ['fr', { LANGUAGE: 'xx:fr:de', LANG: 'sv_SE.UTF-8' }, []],
        ['fi', { LANG: 'sv_SE.UTF-8', LC_MESSAGES: 'fi_FI' }, []],
        ['nb', { LANG: 'nb_NO.UTF-8' }, []],
        ['nb', { LANG: 'nn_NO.UTF-8' }, []],
        ['nb', { LANG: 'no_NO.UTF-8' }, []],
        ['nb', { LANGUAGE: 'nn:da' }, []],
        ['nb', {}, ['--lang', 'no']],
        ['nb', {}, ['--lang', 'nn']],
        ['nb', {}, ['--lang=no']],
        ['pl', { LANG: 'de_DE.UTF-8' }, ['--lang', 'pl']],
        ['en-XA', {}, ['--lang', 'en-XA']],
        ['en', { LANG: 'tlh' }, []],
    ];
    for (const [code, env, args] of cases)
        test(`${JSON.stringify(env)} ${args.join(' ')} is ${code}`, () => {
            assert.equal(run(['--help', ...args], { env }).split('\n')[0],
                firstLine[code]);
        });

    test('no two are the same', () => {
        assert.equal(new Set(Object.values(firstLine)).size,
            languages().length + 1);
    });
});

/* --- Numbers ---------------------------------------------------------------- */

/** What has numbers of all kinds. @param {string} language */
function numbersIn(language) {
    const game = join(work, 'numbers.game');

    run(['play', 'numeri', '--players', 'bot,bot', '--seed', '5', '--save', game]);
    return [['sim', 'numeri', 'easy', 'hard', '--games', '20'],
        ['odds', game, '--to', '0'], ['hint', game, '--to', '1', '--steps', '200'],
        ['hint', game, '--all', '--steps', '1'], ['bench', 'numeri', '--seconds', '0.01'],
        ['show', 'numeri'], ['replay', game], ['rules', 'numeri']]
        .map((args) => run([...args, '--lang', language])).join('\n');
}

describe('numbers are as the language writes them', () => {
    for (const [language, own, foreign] of /** @type {const} */ ([
        ['en', /\d\.\d\d%/, /\d,\d\d|\d\s%/],
        ['de', /\d,\d\d\u00a0%/, /\d\.\d\d|\d%/],
        ['fi', /\d,\d\d\u00a0%/, /\d\.\d\d|\d%/],
        ['pl', /\d,\d\d%/, /\d\.\d\d|\d\s%/]]))
        test(language, () => {
            const text = numbersIn(language);

            assert.match(text, own);
            assert.doesNotMatch(text, foreign);
            assert.match(text, /−\d/);
            assert.doesNotMatch(text, /(^|\s)-\d/m);
        });

    test('a single game is one game', () => {
        const text = run(['sim', 'qwixx', 'easy', '--seats', '1', '--games', '1']);
        assert.match(text, /^Qwixx, 1 player: 1 game, seed 1$/m);
    });
});

test('“You” is never a name', () => {
    const file = join(work, 'you.game');
    const text = run(['play', 'qwixx', '--players', 'You,Bo', '--seed', '5',
        '--save', file], { input: '1\n1\n1\nquit\n' });

    assert.match(text, / Player 1 passed$/m);
    assert.doesNotMatch(text, /You/);
});

/* --- Every word is in a catalogue ------------------------------------------- */

/** Words of the notation, of the command line and of file formats. */
const NOTATION = [
    /<[^<>]*>|&amp;/g, // a picture
    /^ *\d+ {2}[!-~]+(?= )/gm, // a move of a list
    /\(?\b[a-z]\d+(,[a-z]\d+)*\b/g, // boxes
    /https?:\S+/g,
    new RegExp(`${work}\\S*`, 'g'),
];

/**
 * What is left when all is gone that may be plain.
 * @param {string} text
 * @param {string[]} given words that the person used
 */
function plainWords(text, given) {
    const notation = NOTATION.reduce((rest, one) => rest.replace(one, ' '),
        text);
    const rest = [...given].sort((a, b) => b.length - a.length)
        .reduce((left, word) => left.replaceAll(word, ' '), notation);

    return rest.match(/[A-Za-z]{2,}/g) ?? [];
}

/**
 * @param {string[]} args
 * @param {{input?: string, given?: string[], least?: number}} [how] given: what
 *     else may be plain
 */
function checkAccents(args, { input, given = [], least = 10 } = {}) {
    const text = run(['--lang', 'en-XA', ...args], { input });

    assert.ok(text.length >= least, `parlour ${args.join(' ')}: ${text}`);
    assert.deepEqual(plainWords(text, ['parlour: ', ...given,
        ...args.filter((word) => word.length > 1)]), [],
    `parlour ${args.join(' ')}\n${text}`);
}

const COMMANDS = run(['--help']).match(/^ {2}[a-z-]+(?= )/gm)
    ?.map((line) => line.trim()) ?? [];
const GAMES = run(['games']).match(/^\S+/gm) ?? [];
const BOTS = run(['sim', 'qwixx', 'genius']).split(/\s/).slice(-6);

describe('in English with accents no word is plain', () => {
    test('help', () => {
        assert.ok(COMMANDS.length > 10 && GAMES.length === 8);
        checkAccents(['--help'], { given: COMMANDS });
        for (const command of COMMANDS)
            checkAccents([command, '--help']);
    });

    test('games and their house rules', () => {
        const names = run(['games', '--options'])
            .match(/(?<=^ {4})\S+=\S+( \([^)]*\))?/gm) ?? [];

        assert.ok(names.length > 20);
        checkAccents(['games'], { given: GAMES });
        checkAccents(['games', '--options'], { given: [...GAMES, ...names] });
    });

    for (const game of GAMES)
        test(game, () => {
            const file = join(work, `${game}.game`);
            checkAccents(['rules', game], { given: ['Ann', 'Bo'] });
            checkAccents(['show', game, '--steps', '30']);
            checkAccents(['show', game, '--svg', '--steps', '30']);
            checkAccents(['play', game, '--players', 'bot,bot', '--seed', '5',
                '--save', file]);
            checkAccents(['replay', file]);
            checkAccents(['play', game, '--players', 'Ann,bot', '--seed', '5'],
                { input: 'help\n1\nnonsense\n1\n1\nundo\nquit\n',
                    given: ['Ann', 'nonsense'] });
        });

    test('studies', () => {
        const game = join(work, 'qwixx.game');
        checkAccents(['sim', 'qwixx', 'easy', 'random', '--games', '20', '--threads', '1'],
            { given: ['easy', 'random'] });
        checkAccents(['odds', game, '--to', '4']);
        checkAccents(['hint', game, '--to', '1', '--steps', '200']);
        checkAccents(['bench', 'numeri', '--seconds', '0.02'], { given: GAMES });
    });

    test('errors', () => {
        const game = join(work, 'qwixx.game');
        const bad = join(work, 'bad.game');
        writeFileSync(bad, readFileSync(game, 'utf8')
            .replace(/^play .*$/m, 'chance 9 9'));
        for (const args of [['dance'], ['games', '--lang', 'xx'],
            ['games', '--fast'], ['rules'], ['rules', 'chess'],
            ['rules', 'qwixx', 'numeri'], ['replay', join(work, 'none')],
            ['replay', work], ['replay', bad], ['replay', game, '--to', 'z'],
            ['show', 'qwixx', '--seat', '9'], ['games', '--lang'],
            ['play', 'qwixx', '--players', 'aa,,bb'],
            ['play', 'qwixx', '--players', 'a,b,c,d,e,f'],
            ['play', 'qwixx', '--players', 'a,b', '--option', 'speed=5'],
            ['play', 'qwixx', '--players', 'a,b', '--option', 'finish_turn=5'],
            ['play', 'qwixx', '--players', 'a,b', '--dice', 'loaded'],
            ['solve'], ['solve', 'chess'], ['solve', 'qwixx-solo', '--threads', '0'],
            ['sim', 'qwixx', '--games', 'z'],
            ['hint', game, '--to', '0'],
            ['serve', '--port', 'z'], ['serve', '--bind', 'nowhere'],
            ['serve', '--web', join(work, 'none')], ['verify', game],
            ['backup', join(work, 'none'), join(work, 'copy')]])
            checkAccents(args, { given: args.flatMap((arg) =>
                [...arg.split('='), ...arg.split(',')]).filter((arg) =>
                arg.length > 1) });
        checkAccents(['sim', 'qwixx', 'genius'], { given: BOTS });
    });
});
