/* Two nodes and one PostgreSQL, as people and the operator see them: one lobby,
 * one code, one distribution of the day, one limit for an address, one operator. */
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { builds, CLOSE, env, LOOPBACK, Peer, root, start, stop, TEXT, watchOver, within }
    from './server.mjs';

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

async function guest(at, how) {
    const peer = await Peer.connect(at.port, how);
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

/** At its table, as a page comes: again if the node closes the socket, because
 * someone else has claimed the table a moment ago. */
async function arrive(at, hello) {
    const arrival = await becomes('it arrives', async () => {
        const peer = await guest(at);
        const answer = await peer.ask(hello).catch(() => null);
        return { peer, answer };
    }, ({ answer }) => answer);
    assert.equal(arrival.answer.ok, 'hello');
    return arrival.peer;
}

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

const FAR = '127.0.0.2';
const comesIn = async (at) => {
    const peer = await Peer.connect(at.port, { from: FAR });
    peer.socket.destroy();
    return peer.status === '101';
};
const is = (value) => value;

test('what an operator orders at one node holds at all, also at one that starts later',
    async () => {
        const far = await guest(two, { from: FAR });
        await far.ask({ ...opening, name: 'Far', chat: true });
        assert.equal((await far.ask({ do: 'chat', text: 'a' })).ok, 'chat');
        assert.equal((await admin('one', 'mute', FAR, '5')).code, 0);
        await becomes('muted', () => far.ask({ do: 'chat', text: 'b' }),
            ({ why }) => why?.id === 'table.house_muted', 3000);

        assert.equal((await admin('one', 'ban', FAR, '5')).code, 0);
        assert.equal((await admin('one', 'say', 'Back at nine')).code, 0);
        await becomes('the socket at the other node is closed',
            async () => far.isClosed, is);
        assert.equal(await comesIn(two), false);
        const near = await guest(two);
        assert.equal((await near.hear('house')).house.text, 'Back at nine');
        await stop(one);
        one = await node('one');
        await becomes('one knows it again', () => comesIn(one), (does) => !does);
        assert.equal((await (await guest(one)).hear('house')).house.text, 'Back at nine');

        assert.equal((await admin('two', 'ban', FAR, '0')).code, 0);
        assert.equal((await admin('two', 'say')).code, 0);
        assert.equal((await near.hear('house')).house.text, '');
        await becomes('it may come in', () => comesIn(one), is);
        near.socket.destroy();
    });

test('a table comes back from a copy, at another node than where it is played', async () => {
    const before = await guest(two);
    const { table, secret } = await before.ask({ ...opening, name: 'Dora' });
    const copy = join(work, 'whole.db');
    const hello = { do: 'hello', table, secret };

    await Promise.all([stop(one), stop(two)]);
    await becomes('no node seems to be there any more',
        () => run('move-store', store, copy), ({ code }) => code === 0, 500);
    [one, two] = [await node('one'), await node('two')];
    const dora = await arrive(two, hello);
    assert.equal((await dora.ask({ do: 'bot', seat: 1, bot: 'random' })).ok, 'bot');
    await dora.ask({ do: 'nonce', nonce: '0'.repeat(32) });
    assert.equal((await dora.ask({ do: 'start' })).ok, 'start');

    assert.match((await admin('one', 'restore', '0'.repeat(16), copy)).said, /has no table/);
    assert.equal((await admin('one', 'restore', table, copy)).code, 0);
    await becomes('the other node has lost it', async () => dora.isClosed, (is) => is);
    const again = await arrive(one, hello);
    assert.equal((await again.hear('table')).table.phase, 'open');
    again.socket.destroy();

    assert.equal((await admin('one', 'close', table)).code, 0);
    assert.equal((await admin('two', 'restore', table, copy)).code, 0);
    (await arrive(two, hello)).socket.destroy();
});

/** A frame as a server sends it. */
const said = (kind, body) => Buffer.concat([Buffer.from([0x80 | kind, body.length]), body]);

test('the crowd goes where a node sends it', async () => {
    const asked = [];
    const house = net.createServer((socket) => socket.on('error', () => {})
        .once('data', (head) => {
            asked.push(/GET (\S+)/.exec(head)[1]);
            socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
            socket.write(said(TEXT, Buffer.from('{"parlour":1,"nodes":true}')));
            socket.end(said(CLOSE, Buffer.from('\x03\xf4try=12', 'latin1'))); // 1012
            house.emit('asked');
        }));
    await new Promise((go) => { house.listen(0, LOOPBACK, go); });
    const crowd = watchOver(spawn(join(root, build, 'crowd'),
        [house.address().port, 1, 1, 'qwixx', 1, 600, 'nodes'], { stdio: 'ignore' }));
    await within('it comes again', 60, new Promise((done) => {
        house.on('asked', () => asked.length === 3 && done());
    }));
    crowd.kill('SIGKILL');
    house.close();
    const tries = asked.map((path) => /^\/socket\/\w{16}\?try=(\d+)$/.exec(path)?.[1]);
    assert.deepEqual(tries.slice(0, 3), ['0', '12', '12']);
});
