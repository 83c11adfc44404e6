/* The strangers of bench/attack, in a process of their own: they attack the
 * server at PORT in one way, from six addresses or more (127.0.1.x), until
 * their input ends, and then say how much they sent.
 *   node bench/strangers.mjs PORT NAME */
import { execFileSync } from 'node:child_process';
import net from 'node:net';
import { join } from 'node:path';
import { argv, stdin } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { frame, handshake, LOOPBACK, Peer, PING, root, TEXT } from '../tests/server.mjs';

const port = Number(argv[2]), name = argv[3];
const is = { over: false, connections: 0, bytes: 0, sockets: new Set() };

function connect(i, places = 6) {
    const socket = net.connect({ port, host: LOOPBACK,
        localAddress: `127.0.1.${1 + (i % places)}` });
    socket.on('close', () => {
        is.sockets.delete(socket);
        is.bytes += socket.bytesWritten;
    });
    is.sockets.add(socket);
    is.connections++;
    return socket;
}

/** A socket that is opened again when it is cut off, until `is.over`. */
async function again(i, { act, first = handshake(port), places }) {
    while (!is.over) {
        const socket = connect(i, places);
        const peer = new Peer(socket);
        socket.write(first);
        await act(peer);
        socket.destroy();
        await pause(5);
    }
}

/** Writes until the peer is cut off. */
async function pour(peer, bytes) {
    while (!is.over && !peer.isClosed)
        if (peer.socket.write(bytes))
            await pause(1);
        else
            await Promise.race([pause(50),
                new Promise((done) => { peer.socket.once('drain', done); })]);
}

const many = (kind, text, count) => Buffer.concat(
    Array.from({ length: count }, () => frame(kind, text)));
const sure = async (hope, times = 100) => {
    for (let i = 0; i < times && !is.over && !hope(); i++)
        await pause(10);
};

const pings = many(PING, '', 5000), short = many(PING, 'x', 100);
const eight = many(TEXT, '{"do":"lobby","id":1}', 8);
const half = frame(TEXT, 'x'.repeat(2048)).subarray(0, 2000);
const parts = Buffer.concat(Array.from({ length: 700 },
    () => frame(0, '', { last: false })));
const garbage = Buffer.alloc(60000, 255);
const measures = '/metrics HTTP/1.1\r\nHost: x\r\n\r\nGET '.repeat(10);
const codes = many(TEXT, JSON.stringify({ do: 'qr', id: 1, text: 'x'.repeat(600) }), 6);

/** Fifty at a table: five sit there and block each other as often as they may,
 * which is news for all who watch. */
const tables = [];
let came = 0;
async function unsettle(peer) {
    const i = came++, at = Math.floor(i / 50), seat = i % 50;
    const heard = (word) => peer.messages.find(({ ok }) => ok === word);

    await sure(() => peer.messages.length > 0 || peer.isClosed);
    if (seat === 0) {
        peer.say({ do: 'open', id: 1, game: 'qwixx', seats: 5, name: 'Mad' });
        await sure(() => heard('open') || peer.isClosed, Infinity);
        tables[at] = heard('open')?.table;
    } else {
        await sure(() => tables[at] || peer.isClosed, Infinity);
        peer.say({ do: 'watch', id: 1, table: tables[at] });
        if (seat < 5)
            peer.say({ do: 'sit', id: 2, name: `Mad ${seat}` });
    }
    for (let on = true; !is.over && !peer.isClosed; on = !on) {
        peer.messages.length = 0;
        if (seat < 5)
            peer.say({ do: 'block', id: 3, seat: (seat + 1) % 5, on });
        await pause(seat < 5 ? 50 : 500);
    }
}

/** Five at a table who change their minds as often as they may: all of it is
 * stored. */
async function promise(peer) {
    const i = came++, at = Math.floor(i / 5), seat = i % 5;
    const heard = (word) => peer.messages.find(({ ok }) => ok === word);

    await sure(() => peer.messages.length > 0 || peer.isClosed);
    if (seat === 0) {
        peer.say({ do: 'open', id: 1, game: 'qwixx', seats: 5, name: 'Mad' });
        await sure(() => heard('open') || peer.isClosed, Infinity);
        tables[at] = heard('open')?.table;
    } else {
        await sure(() => tables[at] || peer.isClosed, Infinity);
        peer.say({ do: 'watch', id: 1, table: tables[at] });
        peer.say({ do: 'sit', id: 2, name: `Mad ${seat}` });
    }
    for (let n = 0; !is.over && !peer.isClosed; n++) {
        peer.messages.length = 0;
        peer.say({ do: 'commit', id: 3, hash: String(n).padStart(64, '0') });
        await pause(50);
    }
}

const nowhere = () => Array.from({ length: 16 },
    () => 'abcdefgh'[Math.floor(8 * Math.random())]).join('');

/** A good one, which takes as long to check as any. */
function result() {
    const record = execFileSync(join(root, 'build/parlour'), ['daily', '--expert'],
        { encoding: 'utf8' });
    const key = Math.random().toString(10).slice(2).padStart(32, '0');

    return `POST /daily?key=${key} HTTP/1.1\r\nHost: ${LOOPBACK}:${port}\r\n`
        + `Origin: http://${LOOPBACK}:${port}\r\n`
        + `Content-Length: ${record.length}\r\n\r\n${record}`;
}

/** @type {Record<string, {count: number, first?: string, places?: number,
 *     act: (peer: Peer) => Promise<void>}>} */
const attacks = {
    'pings whose answers no one takes': { count: 20, act: (peer) => {
        peer.socket.pause();
        return pour(peer, pings);
    } },
    'pings': { count: 20, act: (peer) => pour(peer, short) },
    'requests, eight at a time': { count: 100, act: async (peer) => {
        while (!is.over && !peer.isClosed) {
            peer.messages.length = 0;
            peer.socket.write(eight);
            await sure(() => peer.messages.length >= 8 || peer.isClosed);
        }
    } },
    'a thousand sockets, eight requests each': { count: 1000, act: async (peer) => {
        peer.socket.write(eight);
        await sure(() => peer.isClosed, Infinity);
    } },
    'half a message': { count: 1000, act: async (peer) => {
        peer.socket.write(half);
        await sure(() => peer.isClosed, Infinity);
    } },
    'messages without end': { count: 1000, act: (peer) => {
        peer.socket.write(frame(TEXT, '', { last: false }));
        return pour(peer, parts);
    } },
    'messages, byte by byte': { count: 1000, act: async (peer) => {
        for (let i = 0; !is.over && !peer.isClosed; i++) {
            peer.socket.write(half.subarray(i % 2000, i % 2000 + 1));
            await pause(5);
        }
    } },
    'tables, one per connection': { count: 20, act: async (peer) => {
        await sure(() => peer.messages.length > 0 || peer.isClosed);
        peer.say({ do: 'open', id: 1, game: 'qwixx', seats: 2, name: 'Mad' });
        await sure(() => peer.messages.length > 1 || peer.isClosed);
    } },
    'codes': { count: 20, act: async (peer) => {
        await sure(() => peer.messages.length > 0 || peer.isClosed);
        for (let i = 0; i < 8; i++)
            peer.say({ do: 'find', id: i, code: 'zzzzzz' });
        await sure(() => peer.messages.length > 8 || peer.isClosed);
    } },
    'connections': { count: 100, act: (peer) => sure(() => peer.status || peer.isClosed) },
    'heads, byte by byte': { count: 1000, first: 'GET / HTTP/1.1\r\nX: ', act: async (peer) => {
        while (!is.over && !peer.isClosed) {
            peer.socket.write('x');
            await pause(5);
        }
    } },
    'measures, over and over': { count: 900, first: 'GET ', act: (peer) => {
        peer.socket.removeAllListeners('data').resume();
        return pour(peer, measures);
    } },
    'QR codes': { count: 100, act: async (peer) => {
        await sure(() => peer.messages.length > 0 || peer.isClosed);
        peer.socket.write(codes);
        await sure(() => peer.messages.length > 6 || peer.isClosed);
    } },
    'news for all who watch': { count: 1000, act: unsettle },
    'promises, over and over': { count: 1000, act: promise },
    'tables that are not there': { count: 1000, act: async (peer) => {
        while (!is.over && !peer.isClosed) {
            peer.say({ do: 'hello', id: 1, table: nowhere(), secret: '0'.repeat(32) });
            await pause(50);
        }
    } },
    'results': { count: 200, places: 200,
        first: name === 'results' ? result() : '',
        act: (peer) => sure(() => peer.status || peer.isClosed) },
    'what is no frame': { count: 20, act: (peer) => pour(peer, garbage) },
};

/** What a thousand and more connections begin, and do not end. */
const begun = {
    'slow connections': 'GET / HTTP/1.1\r\nX: ',
    'half a head': `GET / HTTP/1.1\r\nX: ${'x'.repeat(7000)}`,
    'half a result': `POST /daily HTTP/1.1\r\nHost: ${LOOPBACK}:${port}\r\n`
        + `Origin: http://${LOOPBACK}:${port}\r\nContent-Length: 32768\r\n\r\n`
        + 'x'.repeat(32000),
};

async function beSlow(text) {
    for (let i = 0; i < 1200 && !is.over; i++) {
        const socket = connect(i);
        socket.on('error', () => {});
        socket.resume().write(text);
    }
    while (!is.over)
        await pause(50);
}

export const ways = [...Object.keys(attacks), ...Object.keys(begun)];

async function attack() {
    stdin.on('end', () => {
        is.over = true;
        is.sockets.forEach((socket) => socket.destroy());
    }).resume();
    await (name in begun ? beSlow(begun[name]) : Promise.all(Array.from(
        { length: attacks[name].count }, (_, i) => again(i, attacks[name]))));
    console.log(`connections ${is.connections} bytes ${is.bytes}`);
}
if (import.meta.filename === argv[1])
    await attack();
