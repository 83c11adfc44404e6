/* See bench/attack. Every attack comes from addresses of its own (127.0.1.x), as
 * strangers do, and goes on as long as the honest play. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { frame, handshake, LOOPBACK, memory, Peer, PING, root, start, stop, TEXT }
    from '../tests/server.mjs';

const SECONDS = Number(process.argv[2]);
const ROUNDS = Number(process.argv[3]);
const MOST = { p99: 3, memory: 2 };
const site = mkdtempSync(join(tmpdir(), 'parlour-attack-'));
writeFileSync(join(site, 'index.html'), '<!DOCTYPE html><title>Attack</title>');

/** So many play for so long; what their program says at the end. */
async function play(port) {
    const crowd = spawn(join(root, 'build/crowd'),
        [String(port), '40', '2', 'qwixx', '5', String(SECONDS)]);
    let said = '';
    crowd.stdout.on('data', (part) => { said += part; });
    await new Promise((done) => { crowd.on('close', done); });
    const number = (name) => Number(new RegExp(`${name} ([\\d.]+)`).exec(said)?.[1]);
    return { p99: number('p99'), lost: number('lost'), moves: number('moves') };
}

const from = (i) => `127.0.1.${1 + (i % 6)}`;

/** A socket that is opened again when it is cut off, until `is.over`. */
async function again(port, is, i, act) {
    while (!is.over) {
        const socket = net.connect({ port, host: LOOPBACK, localAddress: from(i) });
        const peer = new Peer(socket);
        is.sockets.add(socket);
        socket.write(handshake(port));
        await act(peer);
        is.sockets.delete(socket);
        socket.destroy();
        await pause(5);
    }
}

/** Writes until the peer is cut off. */
async function pour(peer, is, bytes) {
    while (!is.over && !peer.isClosed)
        if (peer.socket.write(bytes))
            await pause(1);
        else
            await Promise.race([pause(50),
                new Promise((done) => { peer.socket.once('drain', done); })]);
}

const many = (kind, text, count) => Buffer.concat(
    Array.from({ length: count }, () => frame(kind, text)));
const sure = async (is, hope) => {
    for (let i = 0; i < 100 && !is.over && !hope(); i++)
        await pause(10);
};

/** @type {Record<string, {count: number, act: (peer: Peer, is: any) => Promise<void>}>} */
const attacks = {
    'pings whose answers no one takes': { count: 20, act: (peer, is) => {
        peer.socket.pause();
        return pour(peer, is, many(PING, '', 5000));
    } },
    'pings': { count: 20, act: (peer, is) => pour(peer, is, many(PING, 'x', 100)) },
    'requests, eight at a time': { count: 100, act: async (peer, is) => {
        const eight = many(TEXT, '{"do":"lobby","id":1}', 8);
        while (!is.over && !peer.isClosed) {
            peer.messages.length = 0;
            peer.socket.write(eight);
            await sure(is, () => peer.messages.length >= 8 || peer.isClosed);
        }
    } },
    'tables, one per connection': { count: 20, act: async (peer, is) => {
        await sure(is, () => peer.messages.length > 0 || peer.isClosed);
        peer.say({ do: 'open', id: 1, game: 'qwixx', seats: 2, name: 'Mad' });
        await sure(is, () => peer.messages.length > 1 || peer.isClosed);
    } },
    'codes': { count: 20, act: async (peer, is) => {
        await sure(is, () => peer.messages.length > 0 || peer.isClosed);
        for (let i = 0; i < 8; i++)
            peer.say({ do: 'find', id: i, code: 'zzzzzz' });
        await sure(is, () => peer.messages.length > 8 || peer.isClosed);
    } },
    'what is no frame': { count: 20, act: (peer, is) => pour(peer, is, Buffer.alloc(60000, 255)) },
};

/** A thousand and more connections that hardly say anything. */
async function beSlow(port, is) {
    for (let i = 0; i < 1200 && !is.over; i++) {
        const socket = net.connect({ port, host: LOOPBACK, localAddress: from(i) });
        socket.on('error', () => {});
        socket.on('close', () => is.sockets.delete(socket));
        is.sockets.add(socket);
        socket.write('GET / HTTP/1.1\r\nX: ');
    }
    while (!is.over)
        await pause(50);
}

async function attack(port, name) {
    const is = { over: false, sockets: new Set() };
    const all = name === 'slow connections' ? [beSlow(port, is)]
        : Array.from({ length: attacks[name].count },
            (_, i) => again(port, is, i, (peer) => attacks[name].act(peer, is)));
    await pause(500);
    return async () => {
        is.over = true;
        for (const socket of is.sockets)
            socket.destroy();
        await Promise.all(all);
    };
}

/** Each on a server of its own, since an address opens only so many tables. */
async function measure(name) {
    const server = await start('build', site);
    const end = name ? await attack(server.port, name) : async () => {};
    const got = { ...await play(server.port), memory: memory(server.pid) };

    await end();
    return { ...got, isSound: await stop(server) === 0 };
}

const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];

/** Undisturbed and attacked by turns. */
async function compare(name) {
    const calm = [], attacked = [];

    for (let i = 0; i < ROUNDS; i++) {
        calm.push(await measure(''));
        attacked.push(await measure(name));
    }
    const of = (list, key) => median(list.map((got) => got[key]));
    return { calm: of(calm, 'p99'), p99: of(attacked, 'p99'),
        size: of(attacked, 'memory') / of(calm, 'memory'),
        moves: of(attacked, 'moves') / of(calm, 'moves'),
        isSound: [...calm, ...attacked].every(({ lost, isSound }) =>
            lost === 0 && isSound) };
}

let failed = 0;
await measure(''); // until everything is warm
for (const name of [...Object.keys(attacks), 'slow connections']
    .filter((one) => one.includes(process.argv[4] ?? ''))) {
    const { calm, p99, size, moves, isSound } = await compare(name);
    const good = p99 / calm <= MOST.p99 && size <= MOST.memory && isSound;
    failed += Number(!good);
    console.log(`${good ? 'ok     ' : 'TOO BAD'} ${name}: p99 ${p99} ms, `
        + `undisturbed ${calm} ms (${(p99 / calm).toFixed(1)} times), memory `
        + `${size.toFixed(1)} times, ${Math.round(100 * moves)} % of the moves, `
        + `${isSound ? 'nothing' : 'SOMETHING'} lost`);
}
rmSync(site, { recursive: true });
process.exit(failed ? 1 : 0);
