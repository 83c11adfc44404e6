/* Results of the game of the day at a real server: those that the day's dice
 * allow are counted, all others are refused with a reason. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, test } from 'node:test';

const root = fileURLToPath(new URL('..', import.meta.url));
const parlour = join(root, (process.env.B ?? 'build').split(' ')[0], 'parlour');
const TODAY = new Date().toISOString().slice(0, 10);

/** @param {string} store */
async function serve(store) {
    const server = spawn(parlour, ['serve', '--port', '0', '--bind',
        '127.0.0.1', '--store', store], { stdio: ['ignore', 'pipe', 'ignore'],
        cwd: root });
    after(() => server.kill('SIGKILL'));
    const ended = new Promise((resolve) => {
        server.on('exit', resolve);
    });
    let said = '';

    for await (const text of server.stdout) {
        said += text;
        if (/http:\S+/.test(said))
            break;
    }
    return { url: /http:\S+/.exec(said)?.[0], stop: () => {
        server.kill('SIGTERM');
        return ended;
    } };
}

/** Expert's game of a day: a good record. @param {string} date */
const gameOf = (date) => execFileSync(parlour,
    ['daily', '--expert', '--date', date], { encoding: 'utf8' });
const keyOf = (/** @type {number} */ n) => String(n).padStart(32, '0');

/** @param {string} url @param {string} record @param {string} key */
async function send(url, record, key, headers = {}) {
    const answer = await fetch(`${url}daily?key=${key}`, { method: 'POST',
        body: record, headers: { origin: url.slice(0, -1), ...headers } });
    const text = await answer.text();

    return { status: answer.status,
        told: text.startsWith('{') ? JSON.parse(text) : {} };
}

test('results are replayed, counted once, and kept', async () => {
    const store = join(mkdtempSync(join(tmpdir(), 'parlour-')), 'store');
    const record = gameOf(TODAY);
    const [, mine, other] = /^result (-?\d+) (-?\d+)?/m.exec(record) ?? [];
    const value = Number(mine) - Number(other ?? 0);
    let { url, stop } = await serve(store);

    const first = await send(url, record, keyOf(1));
    assert.equal(first.status, 200, JSON.stringify(first));
    assert.deepEqual(first.told, { mine: value, count: 1, below: 0,
        values: [[value, 1]] });
    assert.equal((await send(url, record, keyOf(1))).told.count, 1);
    await stop();
    /* The first half of a key names a try. */
    ({ url, stop } = await serve(store));
    const second = await send(url, record, `1${keyOf(2).slice(1)}`);
    assert.deepEqual(second.told.values, [[value, 2]]);
    await stop();
});

test('what the dice do not allow is refused', async () => {
    const store = join(mkdtempSync(join(tmpdir(), 'parlour-')), 'store');
    const good = gameOf(TODAY);
    const { url, stop } = await serve(store);
    const steps = good.split('\n').findIndex((line) => /^chance/.test(line));
    const head = good.split('\n').slice(0, steps).join('\n');
    const forged = good.replace(/^chance (\S+)/m, (_, face) =>
        `chance ${/^[1-4]$/.test(face) ? Number(face) + 1 : /^\d$/.test(face)
            ? 1 : face === 'n1' ? 'n2' : 'n1'}`);
    const refusals = [
        /* Other dice: the first choice may be impossible with them, too. */
        [`${head}\n${forged.split('\n')[steps]}\n`, /^error.wrong_daily$/],
        [good.replace(/^result -?\d+/m, 'result 999'), /^error.wrong_result$/],
        [`${head}\n`, /^error.not_over$/],
        [gameOf('2020-02-02'), /^daily.closed$/],
        [good.replace(/^daily \d .*$/m, 'daily 1 2026-02-30'), /^error.bad_date$/],
        [good.replace(/^daily \d .*\n/m, ''), /^error.not_daily$/],
        [good.replace(/^first 0$/m, 'bot 0 expert\nfirst 0'), /^error.not_daily$/],
        ['not a game', /^error.not_a_record$/],
    ];

    assert.notEqual(forged, good);
    for (const [i, [record, why]] of refusals.entries()) {
        const { status, told } = await send(url, String(record), keyOf(i));
        assert.equal(status, 400, String(record).slice(0, 300));
        assert.match(told.why.id, /** @type {RegExp} */ (why));
    }
    assert.equal((await send(url, good, 'xyz')).told.why.id, 'error.bad_hex');
    /* Ten at once from one address; this one is the tenth. */
    assert.equal((await send(url, good, keyOf(9))).told.count, 1);
    const { status, told } = await send(url, good, keyOf(10));
    assert.equal(status, 429);
    assert.equal(told.why.id, 'daily.busy');
    await stop();
});

test('only a page of this server sends results, and no long ones', async () => {
    const store = join(mkdtempSync(join(tmpdir(), 'parlour-')), 'store');
    const { url, stop } = await serve(store);

    assert.equal((await send(url, 'x'.repeat(32769), keyOf(1))).status, 400);
    /* Expert's longest games of Play & Repeat have 24,000 bytes. */
    assert.equal((await send(url, 'x\n'.repeat(16384), keyOf(1))).told.why.id,
        'error.not_a_record');
    assert.equal((await send(url, gameOf(TODAY), keyOf(1),
        { origin: 'https://elsewhere.example' })).status, 400);
    assert.equal((await fetch(`${url}daily`)).status, 404);
    assert.equal((await fetch(url, { method: 'POST', body: 'x' })).status, 405);
    await stop();
});
