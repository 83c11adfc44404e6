/* Two nodes and one PostgreSQL, as people and the operator see them: one lobby,
 * one code, one distribution of the day, one limit for an address. */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { builds, env, LOOPBACK, Peer, root, start, stop, within } from './server.mjs';

const build = builds[0];
const MOST = 12; // sockets of an address
const work = mkdtempSync(join(tmpdir(), 'parlour-nodes-'));
const site = join(work, 'site');
let store, one, two;

function postgres(...words) {
    return execFileSync(join(root, 'tools/postgres'), words, { encoding: 'utf8' })
        .trim();
}

before(async () => {
    mkdirSync(site);
    writeFileSync(join(site, 'index.html'), '<!DOCTYPE html><title>A page</title>');
    store = postgres('start', join(work, 'pg'));
    [one, two] = [await node('one'), await node('two')];
});
after(async () => {
    await Promise.all([stop(one), stop(two)]);
    postgres('stop', join(work, 'pg'), 'immediate');
    rmSync(work, { recursive: true });
});

function node(name) {
    return start(build, site, ['--store', store, '--per-address', String(MOST),
        '--admin', join(work, name)]);
}

function run(...words) {
    return new Promise((resolve) => {
        execFile(join(root, build, 'parlour'), words, { env },
            (error, out, said) => resolve({ code: error?.code ?? 0, out, said }));
    });
}

const admin = (name, ...words) => run('admin', '--store', join(work, name), ...words);

async function guest(at) {
    const peer = await Peer.connect(at.port);
    assert.equal(peer.status, '101');
    await peer.hear('parlour');
    return peer;
}

/** Asks again until the answer is as it must become. */
const becomes = (what, ask, is, pause = 100) => within(what, 120, (async () => {
    for (;;) {
        const answer = await ask();
        if (is(answer))
            return answer;
        await new Promise((go) => { setTimeout(go, pause); });
    }
})());

const opening = { do: 'open', game: 'qwixx', seats: 2, listed: true };

test('the lobby is that of all nodes, and a code leads everywhere', async () => {
    const ann = await guest(one), ben = await guest(two);
    const here = await ann.ask({ ...opening, name: 'Ann' });
    const there = await ben.ask({ ...opening, name: 'Ben' });
    const { table: about } = await ann.hear('table');

    for (const peer of [ann, ben]) {
        const { tables } = await becomes('both are listed',
            () => peer.ask({ do: 'lobby' }), (lobby) => lobby.tables.length === 2);
        assert.deepEqual(tables.map((t) => t.id).sort(),
            [here.table, there.table].sort());
        assert.deepEqual(tables.find((t) => t.id === here.table),
            { id: here.table, game: 'qwixx', players: ['Ann', null] });
    }
    assert.equal((await ben.ask({ do: 'find', code: about.code })).table, here.table);
    ann.socket.destroy();
    await becomes('who left is not listed', () => ben.ask({ do: 'lobby' }),
        (lobby) => lobby.tables.length === 1);
    ben.socket.destroy();
});

test('the results of a day are counted over all nodes', async () => {
    const date = new Date().toISOString().slice(0, 10);
    const record = execFileSync(join(root, build, 'parlour'),
        ['daily', '--expert', '--date', date], { encoding: 'utf8' });
    const send = async (at, key) => {
        const url = `http://${LOOPBACK}:${at.port}`;
        const answer = await fetch(`${url}/daily?key=${String(key).repeat(32)}`,
            { method: 'POST', body: record, headers: { origin: url } });
        return answer.json();
    };

    assert.equal((await send(one, 1)).count, 1);
    // Who sends too often is refused.
    await becomes('two knows both', () => send(two, 2), (told) => told.count === 2, 3000);
    await becomes('one knows both', () => send(one, 1), (told) => told.count === 2, 3000);
});

test('an address has one limit over all nodes', async () => {
    const peers = [];

    for (let i = 0; i < MOST; i++)
        peers.push(await guest(one));
    await becomes('the other node refuses', async () => {
        const peer = await Peer.connect(two.port);
        peer.socket.destroy();
        return peer.status;
    }, (status) => status !== '101');
    for (const peer of peers)
        peer.socket.destroy();
    await becomes('and lets in again', async () => {
        const peer = await Peer.connect(two.port);
        peer.socket.destroy();
        return peer.status;
    }, (status) => status === '101');
});

test('the operator of a node reaches tables of others', async () => {
    const cleo = await guest(two);
    const { table } = await cleo.ask({ ...opening, name: 'Cleo' });

    assert.match((await admin('two', 'list')).out, new RegExp(table));
    assert.doesNotMatch((await admin('one', 'list')).out, new RegExp(table));
    assert.match((await admin('one', 'show', table)).out, /Cleo/);
    assert.equal((await admin('one', 'show', '0'.repeat(16))).code, 1);

    // A copy of everything in a file is a backup, too.
    const copy = join(work, 'copy.db');
    assert.match((await run('move-store', store, copy)).said, /is using/);

    assert.equal((await admin('one', 'close', table)).code, 0);
    await becomes('it is gone for those who were there', async () => cleo.isClosed,
        (is) => is);
    const again = await guest(two);
    assert.equal((await again.ask({ do: 'watch', table })).no, 'watch');
    assert.equal((await admin('one', 'close', table)).code, 1);
    again.socket.destroy();
});
