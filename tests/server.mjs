/* A real server on loopback, for tests: started, measured and ended; and a
 * WebSocket to it, down to the single frame. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { after } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const builds = (process.env.B ?? 'build').split(' ');
export const LOOPBACK = '127.0.0.1';
export const env = { ...process.env, LANGUAGE: '', LC_ALL: 'C', LANG: 'C' };

/** What is still running. A test that fails leaves its server behind, and the
 * runner would wait for it for ever. @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
after(() => running.forEach((child) => child.kill('SIGKILL')));

/** Sees to it that a child ends with the tests. */
export function watchOver(child) {
    running.add(child);
    child.on('close', () => running.delete(child));
    return child;
}

/**
 * Fails where it would wait longer.
 * @template T
 * @param {string} what
 * @param {number} seconds
 * @param {Promise<T>} coming
 */
export async function within(what, seconds, coming) {
    const limit = new AbortController();
    const late = pause(seconds * 1000, null, { signal: limit.signal })
        .then(() => assert.fail(`not within ${seconds} s: ${what}`));
    try {
        return await Promise.race([coming, late]);
    } finally {
        limit.abort();
    }
}

/** Resolves when a socket is closed, however it was. */
export const closing = (socket) => within('the socket is closed', 60,
    new Promise((done) => {
        socket.on('error', () => {});
        socket.on('close', done);
    }));

/** What a child writes, up to a word. */
async function readUpTo(stream, word) {
    let text = '';
    stream.setEncoding('utf8');
    for await (const part of stream)
        if ((text += part).includes(word))
            break;
    return text;
}
export const started = (child) => within('the server says its address', 60,
    readUpTo(child.stdout, 'Ctrl+C'));

/**
 * @param {string} build
 * @param {string} folder that is served
 * @param {string[]} [options]
 * @param {string[]} [before] a command that runs it, and its arguments
 */
export async function start(build, folder, options = [], before = []) {
    const [command, ...args] = [...before, join(root, build, 'parlour')];
    const child = watchOver(spawn(command,
        [...args, 'serve', '--bind', LOOPBACK, '--web', folder,
            ...options.includes('--port') ? [] : ['--port', '0'], ...options],
        { env, stdio: ['ignore', 'pipe', 'pipe'] }));
    const server = { child, port: 0, pid: child.pid, journal: '' };
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (part) => { server.journal += part; });
    const out = await started(child);
    const address = /http:\/\/127\.0\.0\.1:(\d+)\//.exec(out);
    assert.ok(address, out + server.journal);
    server.port = Number(address[1]);
    return server;
}

/** Ends a server; resolves to its exit code. What it said is shown if that is
 * not zero. */
export async function stop(server, signal = 'SIGTERM') {
    const { child } = server;
    if (child.exitCode === null && child.signalCode === null) {
        const closed = once(child, 'close');
        child.kill(signal);
        await within(`${signal} ends the server`, 60, closed);
    }
    if (child.exitCode !== 0)
        process.stderr.write(server.journal);
    return child.exitCode;
}

/** How many sockets the server has open. */
export function sockets(pid) {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).filter((fd) => {
        try {
            return readlinkSync(join(folder, fd)).startsWith('socket:');
        } catch {
            return false; // closed since
        }
    }).length;
}

/** Its memory in kB. */
export function memory(pid) {
    return Number(/VmRSS:\s+(\d+)/.exec(
        readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

export async function until(what, seconds, is) {
    for (let i = 0; i < seconds * 20; i++, await pause(50))
        if (await is())
            return;
    assert.fail(`not within ${seconds} s: ${what}`);
}

// --- A WebSocket ------------------------------------------------------------

export const TEXT = 1, BINARY = 2, CLOSE = 8, PING = 9, PONG = 10;

/** A frame as a client sends it. */
export function frame(kind, payload, { last = true } = {}) {
    const body = Buffer.from(payload);
    const head = Buffer.alloc(body.length < 126 ? 2 : 4);
    head[0] = kind | (last ? 0x80 : 0);
    head[1] = 0x80 | Math.min(body.length, 126);
    if (body.length >= 126)
        head.writeUInt16BE(body.length, 2);
    return Buffer.concat([head, Buffer.alloc(4), body]);
}

/** The head of a handshake. */
export function handshake(port, more = '') {
    return `GET /socket HTTP/1.1\r\nHost: ${LOOPBACK}:${port}\r\n`
        + `Origin: http://${LOOPBACK}:${port}\r\nUpgrade: websocket\r\n`
        + 'Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n'
        + `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${more}\r\n`;
}

export class Peer {
    /** @param {net.Socket} socket */
    constructor(socket) {
        this.socket = socket;
        this.bytes = Buffer.alloc(0);
        /** @type {object[]} */
        this.messages = [];
        /** Kinds of control frames that came. @type {number[]} */
        this.controls = [];
        this.code = 0; // of the close
        this.answersPings = true;
        this.status = '';
        this.isClosed = false;
        socket.on('error', () => {});
        socket.on('close', () => { this.isClosed = true; });
        socket.on('data', (part) => this.read(part));
    }

    /** Resolves when the handshake has been answered. */
    static async connect(port, { more = '', after = '', from = LOOPBACK } = {}) {
        const peer = new Peer(net.connect({ port, host: LOOPBACK, localAddress: from }));
        peer.socket.write(Buffer.concat([Buffer.from(handshake(port, more)),
            Buffer.from(after)]));
        await until('an answer', 60, () => peer.status || peer.isClosed);
        return peer;
    }

    read(part) {
        this.bytes = Buffer.concat([this.bytes, part]);
        if (!this.status) {
            const end = this.bytes.indexOf('\r\n\r\n');
            if (end < 0)
                return;
            this.head = this.bytes.subarray(0, end).toString();
            this.status = this.head.split(' ')[1];
            this.bytes = this.bytes.subarray(end + 4);
        }
        while (this.status === '101' && this.takeFrame());
    }

    takeFrame() {
        const { bytes } = this;
        if (bytes.length < 2)
            return false;
        let size = bytes[1] & 127, at = 2;
        if (size === 126 && bytes.length >= 4) {
            size = bytes.readUInt16BE(2);
            at = 4;
        } else if (size === 127 && bytes.length >= 10) {
            size = Number(bytes.readBigUInt64BE(2));
            at = 10;
        } else if (size > 125) {
            return false;
        }
        if (bytes.length < at + size)
            return false;
        this.take(bytes[0] & 15, bytes.subarray(at, at + size));
        this.bytes = bytes.subarray(at + size);
        return true;
    }

    take(kind, payload) {
        if (kind === TEXT) {
            this.messages.push(JSON.parse(payload.toString()));
            return;
        }
        this.controls.push(kind);
        if (kind === CLOSE)
            this.code = payload.readUInt16BE(0);
        if (kind === PING && this.answersPings)
            this.socket.write(frame(PONG, payload));
    }

    /** @param {object} request */
    say(request) {
        this.socket.write(frame(TEXT, JSON.stringify(request)));
    }

    /** Waits for a message that has this member, and forgets all before it. */
    async hear(member, seconds = 60) {
        let found;
        await until(`"${member}"`, seconds, () => {
            const at = this.messages.findIndex((message) => member in message);
            if (at >= 0)
                [found] = this.messages.splice(0, at + 1).slice(-1);
            return at >= 0 || this.isClosed;
        });
        assert.ok(found, `closed before "${member}"`);
        return found;
    }

    /** Says something and waits for its answer. */
    async ask(request) {
        this.say({ id: 0, ...request });
        const isAnswer = (message) => 'ok' in message || 'no' in message;
        await until('an answer', 60,
            () => this.isClosed || this.messages.some(isAnswer));
        const at = this.messages.findIndex(isAnswer);
        assert.ok(at >= 0, 'closed before the answer');
        return this.messages.splice(at, 1)[0];
    }

    async closed(seconds = 60) {
        await until('closed', seconds, () => this.isClosed);
    }
}
