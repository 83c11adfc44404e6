/* What needs no browser: touching, plurals, the words of each language. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Choosing } from '../../web/choosing.js';
import { pluralForm } from '../../web/plural.js';
import { folder } from './serve.mjs';

/** @param {number} move @param {number[]} touch @param {boolean} [ordered] */
const move = (move, touch, ordered = false) => ({ move, touch, ordered,
    name: '', say: { id: '' }, gain: 0 });

test('one touch chooses, another one chooses instead', () => {
    const choosing = new Choosing([move(1, [10]), move(2, [20])]);
    assert.deepEqual([...choosing.touchable], [10, 20]);
    choosing.touch(10);
    assert.equal(choosing.chosen?.move, 1);
    assert.deepEqual([...choosing.touchable].sort(), [10, 20]);
    choosing.touch(20);
    assert.equal(choosing.chosen?.move, 2);
});

test('a second touch takes a piece back', () => {
    const choosing = new Choosing([move(1, [10, 20])]);
    choosing.touch(10);
    assert.equal(choosing.chosen, undefined);
    choosing.touch(20);
    assert.equal(choosing.chosen?.move, 1);
    choosing.touch(10);
    assert.deepEqual(choosing.touched, [20]);
});

test('a move can be confirmed while longer ones remain', () => {
    const choosing = new Choosing([move(1, [7]), move(2, [7, 9])]);
    choosing.touch(7);
    assert.equal(choosing.chosen?.move, 1);
    assert.equal(choosing.left.length, 2);
    assert.deepEqual([...choosing.next], [9]);
});

test('where order matters, it does', () => {
    const moves = [move(1, [3, 1], true), move(2, [1, 3], true),
        move(3, [4], true)];
    const choosing = new Choosing(moves);
    choosing.touch(1);
    assert.deepEqual([...choosing.next], [3]);
    choosing.touch(3);
    assert.equal(choosing.chosen?.move, 2);
    choosing.touch(1);
    assert.deepEqual(choosing.touched, [3]);
    assert.equal(choosing.touch(99), false);
});

test('plural formulas are read as C reads them', () => {
    const english = pluralForm('(n != 1)');
    assert.deepEqual([0, 1, 2].map(english), [1, 0, 1]);
    const polish = pluralForm('n==1 ? 0 : n%10>=2 && n%10<=4 && ' +
        '(n%100<10 || n%100>=20) ? 1 : 2');
    assert.deepEqual([1, 2, 5, 12, 22, 25].map(polish), [0, 1, 2, 2, 1, 2]);
    const japanese = pluralForm('0');
    assert.equal(japanese(5), 0);
    const french = pluralForm('n > 1');
    assert.deepEqual([0, 1, 2].map(french), [0, 0, 1]);
    assert.throws(() => pluralForm('n +'));
    assert.throws(() => pluralForm('alert(1)'));
});

test('every sentence that the page names is in the catalogue', () => {
    const { words } = JSON.parse(readFileSync(
        `${folder}words/en.words.json`, 'utf8'));
    const worker = readFileSync(`${folder}worker.js`, 'utf8');
    const files = /'\.\/ ([^']+)'/.exec(worker)?.[1].split(' ') ?? [];
    const missing = files.filter((file) => file.endsWith('.js'))
        .flatMap((file) => [...readFileSync(folder + file, 'utf8')
            .matchAll(/'((?:page|error|log|result)\.[a-zA-Z_.]+[a-zA-Z_])'/g)]
            .map(([, id]) => id))
        .filter((id) => !(id in words) && !id.endsWith('.'));
    assert.ok(files.length > 20);
    assert.deepEqual(missing, []);
});
