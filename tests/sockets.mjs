/* The real server and what comes through its sockets: guests before they have
 * said who they are, floods, peers that stop, and too many of them. B names
 * the builds to try. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { BINARY, builds, CLOSE, closing, frame, handshake, LOOPBACK, memory, Peer, PING, sockets,
    start, stop, TEXT, until, within } from './server.mjs';

const site = mkdtempSync(join(tmpdir(), 'parlour-sockets-'));
writeFileSync(join(site, 'index.html'), '<!DOCTYPE html><title>A page</title>');
after(() => rmSync(site, { recursive: true }));

const HEX = '00112233445566778899aabbccddeeff';
const OTHER = '127.0.0.2';

async function guest(port, how) {
    const peer = await Peer.connect(port, how);
    assert.equal(peer.status, '101');
    assert.ok('parlour' in await peer.hear('parlour'));
    return peer;
}

/** Opens a table with a bot at seat 1. */
async function open(peer, bot = 'random') {
    const { table } = await peer.ask({ do: 'open', game: 'qwixx', seats: 2, name: 'Ann' });
    assert.equal((await peer.ask({ do: 'bot', seat: 1, bot })).ok, 'bot');
    return table;
}

/** A game in which the person passes every question; then the next one is
 * prepared. */
async function pass(peer, table) {
    await peer.ask({ do: 'nonce', nonce: HEX });
    assert.equal((await peer.ask({ do: 'start' })).ok, 'start');
    for (let last = -1;;) {
        const { state } = await peer.hear('state');
        if (state.turn === 'over')
            break;
        if (state.question === last || !state.asked.includes(0))
            continue;
        last = state.question;
        peer.say({ do: 'move', id: 1, table, question: last, seat: 0, move: '-' });
    }
    assert.equal((await peer.ask({ do: 'rematch' })).ok, 'rematch');
}

/** What guests say. */
function words(build) {
    let server, port, least;
    before(async () => {
        ({ port } = server = await start(build, site));
        least = sockets(server.pid);
    });
    after(async () => assert.equal(await stop(server), 0));

    test('the table of descriptors need not grow while people play', () => {
        const [, size] = /FDSize:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'));
        assert.ok(Number(size) >= 4000 + 1000 + 400, size);
    });
    test('a socket is one descriptor, and closed for good', async () => {
        const peer = await guest(port);
        await until('MHD has let go', 5, () => sockets(server.pid) === least + 1);
        peer.socket.write(frame(BINARY, ''));
        await peer.closed();
        await until('it is closed', 5, () => sockets(server.pid) === least);
    });
    test('the greeting comes first, and tells what the page must know', async () => {
        const peer = await Peer.connect(port);
        const hello = await peer.hear('parlour');
        assert.deepEqual(Object.keys(hello),
            ['parlour', 'version', 'wire', 'build', 'store', 'keep_days']);
        assert.match(hello.store, /^[0-9a-f]{16}$/);
        assert.equal(hello.keep_days, 30);
        peer.socket.destroy();
    });
    test('measures: build, memory, lag, refusals by reason', async () => {
        const peer = await guest(port);
        await peer.ask({ do: 'find', code: 'zzzzzz' });
        await peer.ask({ do: 'find', code: 'zzzzzz' });
        const text = await within('measures', 60, new Promise((done) => {
            http.get({ port, host: LOOPBACK, path: '/metrics' }, async (answer) => {
                let all = '';
                for await (const part of answer)
                    all += part;
                done(all);
            });
        }));
        assert.match(text, /^parlour_build_info\{version="[\d.]+",build="[0-9a-f]{16}"\} 1$/m);
        assert.match(text, /^parlour_memory_bytes \d{7,}$/m);
        assert.match(text, /^parlour_store_lag_seconds [\d.e-]+$/m);
        assert.match(text, /^parlour_refusals_total\{reason="table.no_code"\} 2$/m);
        assert.match(text, /^parlour_connections_refused_total\{reason="full"\} 0$/m);
        for (const line of text.trim().split('\n'))
            assert.match(line, /^(# TYPE parlour_\w+ (counter|gauge|histogram)|parlour_\w+(\{[^}]*\})? [\d.e+-]+)$/);
        peer.socket.destroy();
    });
    test('a table whose id the page has made can be opened again, by its opener', async () => {
        const plan = { do: 'open', game: 'qwixx', seats: 2, name: 'Ann', table: 'abcdefgh01234567' };
        const ann = await guest(port), bob = await guest(port);
        const first = await ann.ask({ ...plan, secret: HEX });
        assert.equal(first.table, plan.table);
        assert.equal(first.secret, HEX);
        const again = await bob.ask({ ...plan, secret: HEX }); // the same, on another socket
        assert.equal(again.ok, 'open');
        assert.equal(again.seat, 0);
        const other = await ann.ask({ ...plan, secret: HEX.replaceAll('1', '2') });
        assert.equal(other.why.id, 'table.id_taken');
        assert.equal((await ann.ask(plan)).why.id, 'wire.missing_field');
        ann.socket.destroy();
        bob.socket.destroy();
    });
    test('a QR code', async () => {
        const peer = await guest(port);
        const { ok, size, dots } = await peer.ask({ do: 'qr', text: 'x'.repeat(300) });
        assert.equal(ok, 'qr');
        assert.equal(size, 61);
        assert.match(dots, /^1{7}0[01]{3713}$/);
        // Others draw as well, and those who come from the same address not for ever.
        const begun = Date.now();
        let drawn = 1;
        for (let i = 0; i < 4; i++) {
            const again = await guest(port);
            for (let j = 0; j < 10; j++) {
                const { ok, why } = await again.ask({ do: 'qr', text: 'x' });
                assert.ok(ok || why.id === 'table.too_fast');
                drawn += Number(ok === 'qr');
            }
            again.socket.destroy();
        }
        assert.ok(drawn >= 30 && drawn <= 31 + (Date.now() - begun) / 500, `${drawn}`);
        const other = await guest(port, { from: OTHER });
        assert.equal((await other.ask({ do: 'qr', text: 'x' })).ok, 'qr');
        other.socket.destroy();
        peer.socket.destroy();
    });
    test('QR codes are drawn one at a time, and not for those who have left', async () => {
        const all = await Promise.all(Array.from({ length: 40 },
            (_, i) => guest(port, { from: `127.0.2.${1 + (i % 2)}` })));
        const drawn = () => all.map(({ messages }) => messages.some(({ ok }) => ok === 'qr'));
        const isOver = () => drawn().every((is, i) => is || i % 3 === 0);
        let most = 0;
        for (const peer of all)
            peer.say({ do: 'qr', id: 1, text: 'x'.repeat(600) });
        all.filter((_, i) => i % 3 === 0).forEach(({ socket }) => socket.destroy());
        await until('all who stayed have theirs', 60, async () => {
            const text = await (await fetch(`http://${LOOPBACK}:${port}/metrics`)).text();
            most = Math.max(most, Number(/^parlour_bots_thinking (\d+)/m.exec(text)?.[1]));
            return isOver();
        });
        assert.ok(most <= 1, `${most} at once`);
        all.forEach(({ socket }) => socket.destroy());
    });
    test('before anyone sits, nothing of a table can be asked', async () => {
        const peer = await guest(port);
        for (const request of [{ do: 'start' }, { do: 'leave' }, { do: 'record', number: 1 },
            { do: 'move', table: 'x', question: 0, seat: 0, move: '-' },
            { do: 'sit', name: 'A' }, { do: 'close' }, { do: 'chat', text: 'x' },
            { do: 'nonce', nonce: HEX }, { do: 'hand' }, { do: 'remove', seat: 0 }]) {
            const { no, why } = await peer.ask(request);
            assert.equal(no, request.do);
            assert.equal(why.id, 'table.at_none', request.do);
        }
        const hello = await peer.ask({ do: 'hello', table: 'x', secret: HEX });
        assert.equal(hello.why.id, 'table.gone');
        peer.socket.destroy();
    });
    test('in parts, byte by byte, and together with the handshake', async () => {
        const text = '{"do":"lobby","id":5}';
        const peer = await Peer.connect(port, { after: frame(TEXT, text) });
        assert.equal((await peer.hear('ok')).id, 5);
        peer.socket.write(frame(TEXT, text.slice(0, 9), { last: false }));
        peer.socket.write(frame(PING, 'between'));
        peer.socket.write(frame(0, text.slice(9)));
        assert.equal((await peer.hear('ok')).id, 5);
        for (const byte of frame(TEXT, text)) {
            peer.socket.write(Buffer.from([byte]));
            await pause(1);
        }
        assert.equal((await peer.hear('ok')).id, 5);
        peer.socket.destroy();
    });
    test('what is no request is refused, and the guest stays', async () => {
        const peer = await guest(port);
        for (const text of ['', '{', '[]', 'null', '{"do":"lobby"}', '{"id":1}',
            '{"do":"dance","id":1}', '"'.repeat(2048), '['.repeat(2048)]) {
            peer.socket.write(frame(TEXT, text));
            assert.match((await peer.hear('no')).why.id, /^wire\./);
        }
        peer.socket.destroy();
    });
    test('what is no frame, too long or binary cuts off', async () => {
        /** @type {[Buffer, number][]} */
        const cases = [[frame(TEXT, 'x'.repeat(2049)), 1009], [frame(BINARY, '{}'), 1008],
            [Buffer.from('81026869', 'hex'), 1002], [Buffer.from('GET / HTTP/1.1\r\n'), 1002],
            [frame(TEXT, Buffer.from([0xc3, 0x28])), 1007]];
        for (const [bytes, code] of cases) {
            const peer = await guest(port);
            peer.socket.write(bytes);
            await peer.closed();
            assert.ok([code, 0].includes(peer.code), `${peer.code} and not ${code}`);
        }
    });
    test('ten thousand requests in one go are cut off', async () => {
        const quiet = await guest(port);
        const peer = await guest(port);
        const kept = memory(server.pid);
        peer.socket.write(Buffer.concat(Array.from({ length: 10000 },
            (_, id) => frame(TEXT, JSON.stringify({ do: 'lobby', id })))));
        await peer.closed();
        assert.ok(peer.messages.length < 100, `${peer.messages.length} answers`);
        assert.equal((await quiet.ask({ do: 'lobby' })).ok, 'lobby');
        if (!build.includes('san'))
            assert.ok(memory(server.pid) - kept < 1000);
        quiet.socket.destroy();
    });
    test('two thousand, a few at a time, are all answered, and heard in their time', async () => {
        const peer = await guest(port);
        const group = Buffer.concat(Array.from({ length: 8 },
            (_, id) => frame(TEXT, JSON.stringify({ do: 'lobby', id }))));
        let yes = 0, no = 0;
        for (let sent = 0; sent < 2000; sent += 8) {
            peer.messages.length = 0;
            peer.socket.write(group);
            while (peer.messages.length < 8) {
                assert.ok(!peer.isClosed);
                await within('answers', 60, once(peer.socket, 'data'));
            }
            for (const message of peer.messages)
                if ('ok' in message)
                    yes++;
                else
                    no += Number(message.why.id === 'table.too_fast');
        }
        assert.equal(yes + no, 2000);
        // Nobody is heard before one of his requests is due: each group has one.
        assert.ok(yes >= 250 && no > 500, `${yes} yes, ${no} no`);
        peer.socket.destroy();
    });
    test('every bot plays', async () => {
        for (const bot of ['random', 'easy', 'medium', 'hard', 'expert']) {
            const peer = await guest(port);
            const table = await open(peer, bot);
            await pass(peer, table);
            peer.socket.destroy();
        }
        const peer = await guest(port);
        await peer.ask({ do: 'open', game: 'qwixx', seats: 2, name: 'Ann' });
        assert.equal((await peer.ask({ do: 'bot', seat: 1, bot: 'best' })).why.id,
            'table.no_bot');
        peer.socket.destroy();
    });
    test('those who never read cost nothing while their table goes on', async () => {
        const ann = await guest(port);
        const table = await open(ann);
        const watchers = await Promise.all(Array.from({ length: 40 }, () => guest(port)));
        for (const watcher of watchers) {
            watcher.say({ do: 'watch', id: 1, table });
            watcher.socket.pause();
        }
        await pass(ann, table);
        const kept = memory(server.pid);
        for (let game = 0; game < 5; game++)
            await pass(ann, table);
        if (!build.includes('san'))
            assert.ok(memory(server.pid) - kept < 1000,
                `${kept} kB became ${memory(server.pid)} kB`);
        for (const peer of [ann, ...watchers])
            peer.socket.destroy();
    });
}

/** Those who stop; patience is an eighth of the usual. */
function silence(build) {
    let server, port;
    before(async () => ({ port } = server
        = await start(build, site, ['--impatience', '8'])));
    after(async () => assert.equal(await stop(server), 0));

    test('the silent are pinged, and dropped', async () => {
        const peer = await guest(port);
        const begun = Date.now();
        peer.answersPings = false;
        await peer.closed(60);
        assert.deepEqual(peer.controls, [PING]);
        assert.ok(Date.now() - begun >= 7400);
    });
    test('anyone who answers pings stays', async () => {
        const peer = await guest(port);
        await until('three pings', 60, () => peer.isClosed || peer.controls.length >= 3);
        assert.ok(!peer.isClosed);
        assert.equal((await peer.ask({ do: 'lobby' })).ok, 'lobby');
        peer.socket.destroy();
    });
    test('half a frame is silence too', async () => {
        const peer = await guest(port);
        peer.answersPings = false;
        peer.socket.write(frame(TEXT, '{"do":"lobby","id":1}').subarray(0, 10));
        await peer.closed(60);
    });
    test('half a handshake is dropped', async () => {
        const head = handshake(port);
        for (const part of [head.slice(0, 20), head.slice(0, -2), head.slice(0, -1)]) {
            const socket = net.connect(port, LOOPBACK);
            socket.resume();
            socket.write(part);
            await closing(socket);
        }
    });
}

/** Many, and from where. */
function crowds(build) {
    /** A server for as long as this takes; resolves to what it wrote. */
    async function inside(options, act) {
        const server = await start(build, site, options);
        const least = sockets(server.pid);
        const peers = [];
        const come = async (how) => {
            const peer = await Peer.connect(server.port, how);
            peers.push(peer);
            return peer;
        };
        try {
            await act(come, server, least);
        } finally {
            for (const peer of peers)
                peer.socket.destroy();
            assert.equal(await stop(server), 0);
        }
        assert.doesNotMatch(server.journal, /127\.0\.|::/);
        return server.journal;
    }
    const statuses = async (come, list) => {
        const all = [];
        for (const how of list)
            all.push((await come(how)).status);
        return all.join(' ');
    };
    const status = (port, path) => within('a status', 60, new Promise((done) => {
        http.get({ port, host: LOOPBACK, path }, (answer) => {
            answer.resume();
            done(answer.statusCode);
        });
    }));
    const sentence = (port, from) => within('a sentence', 60, new Promise((done) => {
        const request = http.get({ port, host: LOOPBACK, path: '/socket',
            localAddress: from, headers: { Origin: `http://${LOOPBACK}:${port}`,
                Upgrade: 'websocket', Connection: 'Upgrade',
                'Sec-WebSocket-Version': '13',
                'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==' } },
        async (answer) => {
            let text = '';
            for await (const part of answer)
                text += part;
            done(text);
        });
        request.on('upgrade', (_, socket) => { socket.destroy(); done(''); });
    }));

    test('so many from one address, and others still come', async () => {
        const journal = await inside(['--per-address', '3'], async (come, { port }) => {
            assert.equal(await statuses(come, [{}, {}, {}, {}]), '101 101 101 429');
            assert.match(await sentence(port), /^Too many devices on your network/);
            assert.equal(await statuses(come, [{ from: OTHER },
                { more: 'X-Forwarded-For: 192.0.2.1\r\n' }]), '101 429');
        });
        assert.match(journal, /refused because too many came from one address: \d/);
        assert.match(journal, /\nparlour: Server stopped\. connections: 4, games: 0, moves: 0\n$/);
    });
    test('anyone who goes makes room', async () => {
        await inside(['--per-address', '1'], async (come, { pid }, least) => {
            const first = await come();
            assert.equal((await come()).status, '429');
            first.socket.destroy();
            await until('it is gone', 60, () => sockets(pid) <= least + 1);
            await until('there is room', 60, async () => (await come()).status === '101');
        });
    });
    test('a full house', async () => {
        const journal = await inside(['--sockets', '2'], async (come, { port }) => {
            assert.equal(await statuses(come, [{}, {}, {}]), '101 101 503');
            assert.match(await sentence(port), /^The server is full/);
            assert.equal(await status(port, '/healthz'), 200);
            assert.equal(await status(port, '/readyz'), 503);
        });
        assert.match(journal, /refused because the server is full: \d/);
    });
    test('a trusted proxy says for whom it speaks', async () => {
        const of = (list, from) => ({ more: `X-Forwarded-For: ${list}\r\n`, from });
        await inside(['--trusted-proxy', LOOPBACK, '--per-address', '1'], async (come) => {
            assert.equal(await statuses(come, [of('192.0.2.1'), of('192.0.2.2'),
                of('192.0.2.1'), of('192.0.2.9, 192.0.2.1'), of('192.0.2.1, 192.0.2.3'),
                { more: 'X-Forwarded-For: 192.0.2.8\r\nX-Forwarded-For: 192.0.2.1\r\n' },
                of('192.0.2.4', OTHER), of('192.0.2.5', OTHER), {}, {}]),
            '101 101 429 429 101 429 101 429 101 429');
        });
    });
    test('out of descriptors it says so, and recovers', async () => {
        const server = await start(build, site, [], ['prlimit', '--nofile=64:64']);
        assert.match(server.journal,
            /only 64 files may be open at a time, but --sockets needs 5400/);
        const many = [];
        // One by one: of those who come at once, some are refused as too many
        // from one address.
        while (many.length < 80 && !many.at(-1)?.isClosed) {
            const peer = await Peer.connect(server.port);
            await until('it is greeted or sent away', 60,
                () => peer.messages.length > 0 || peer.isClosed);
            many.push(peer);
        }
        await until('it is said', 120,
            () => server.journal.includes('out of file descriptors'));
        assert.equal(many.filter(({ status }) => status === '101').length > 20, true);
        for (const { socket } of many)
            socket.destroy();
        await until('someone comes in again', 120, async () => {
            const peer = await Peer.connect(server.port);
            peer.socket.destroy();
            return peer.status === '101';
        });
        await until('it is said', 120,
            () => server.journal.includes('file descriptors are available again'));
        assert.equal(await stop(server), 0);
    });
    test('many slow ones from six addresses keep no one waiting', async () => {
        await inside([], async (come, { port, pid }, least) => {
            const fill = () => Array.from({ length: 1200 }, (_, i) => {
                const socket = net.connect({ port, host: LOOPBACK,
                    localAddress: `127.0.1.${i % 6}` });
                socket.on('error', () => {});
                socket.write('GET / HTTP/1.1\r\nX: ');
                return socket;
            });
            const measures = async () =>
                (await fetch(`http://${LOOPBACK}:${port}/metrics`)).text();
            const madeRoom = /refused_total\{reason="made_room"\} [1-9]/;
            // Nobody waits until they are dropped for being slow; on a busy
            // machine they may be gone before anyone else comes.
            for (let i = 0; i < 4 && !madeRoom.test(await measures()); i++) {
                const slow = fill();
                await until('the house is full', 60, () => sockets(pid) - least >= 1000);
                for (let k = 0; k < 20; k++)
                    assert.equal((await come({ from: OTHER })).status, '101');
                for (const socket of slow)
                    socket.destroy();
            }
            assert.match(await measures(), madeRoom);
        });
    });
    test('connections that come without end are closed, others are not', async () => {
        await inside([], async (come, { port }) => {
            const refused = () => fetch(`http://${LOOPBACK}:${port}/metrics`)
                .then((answer) => answer.text()).then((text) => Number(
                    /connections_refused_total\{reason="pace"\} (\d+)/.exec(text)[1]));
            const hundred = () => Array.from({ length: 100 }, () => net.connect({ port,
                host: LOOPBACK, localAddress: '127.0.1.9' })).map((socket) => {
                socket.end('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
                return closing(socket.resume());
            });
            for (let i = 0; i < 60 && await refused() === 0; i++)
                await Promise.all(hundred());
            assert.ok(await refused() > 0, 'nothing stops them');
            assert.equal((await come({ from: OTHER })).status, '101');
        });
    });
    test('a store that cannot be written is said, and nothing confirmed', async () => {
        const store = join(site, `store-${build.replaceAll('/', '-')}`);
        const server = await start(build, site, ['--store', store]);
        const limit = (size) => assert.equal(spawnSync('prlimit',
            ['--pid', String(server.pid), `--fsize=${size}:unlimited`]).status, 0);
        const peer = await guest(server.port);
        limit(1);
        peer.say({ do: 'open', id: 1, game: 'qwixx', seats: 2, name: 'Ann' });
        await until('it is said', 120,
            () => /cannot write the data file \(.+\);/.test(server.journal));
        assert.deepEqual(peer.messages, []);
        assert.equal(await status(server.port, '/healthz'), 503);
        assert.equal(await status(server.port, '/readyz'), 503);
        limit('unlimited');
        assert.equal((await peer.hear('ok')).ok, 'open');
        assert.equal(await status(server.port, '/healthz'), 200);
        await until('it is said', 120,
            () => server.journal.includes('the data file can be written again'));
        peer.socket.destroy();
        assert.equal(await stop(server), 0);
        const again = await start(build, site, ['--store', store]);
        assert.equal(await stop(again), 0);
        assert.match(again.journal, /tables restored from the data file: 1\n/);
    });
    test('pings from those who never read stop no one, nor the end', async () => {
        const server = await start(build, site);
        const honest = await guest(server.port);
        const kept = memory(server.pid);
        const pings = Buffer.concat(Array.from({ length: 20000 }, () => frame(PING, '')));
        const mad = await Promise.all(Array.from({ length: 5 }, () => guest(server.port)));
        for (const peer of mad) {
            peer.socket.pause();
            for (let i = 0; i < 20; i++)
                peer.socket.write(pings);
        }
        for (let i = 0; i < 20; i++)
            assert.equal((await honest.ask({ do: 'lobby' })).ok, 'lobby');
        if (!build.includes('san'))
            assert.ok(memory(server.pid) < 2 * kept, `${kept} kB became ${memory(server.pid)} kB`);
        assert.equal(await stop(server), 0);
        for (const peer of [honest, ...mad])
            peer.socket.destroy();
    });
    test('the end does not wait for what bots would think of', async () => {
        const server = await start(build, site);
        const all = await Promise.all(Array.from({ length: 40 }, () => guest(server.port)));
        await Promise.all(all.map(async (peer) => {
            await open(peer, 'expert');
            await peer.ask({ do: 'nonce', nonce: HEX });
            peer.say({ do: 'start', id: 0 });
        }));
        await Promise.all(all.map((peer) => peer.hear('state')));
        assert.equal(await stop(server), 0);
        assert.match(server.journal, /^[^\n]*moves[^\n]*\n$/);
    });
    test('the end says goodbye', async () => {
        const server = await start(build, site);
        const peer = await guest(server.port);
        assert.equal(await stop(server), 0);
        await peer.closed();
        assert.equal(peer.code, 1001);
        assert.deepEqual(peer.controls, [CLOSE]);
    });
}

describe('sockets', { concurrency: true }, () => {
    for (const build of builds) {
        describe(`${build} hears`, { concurrency: 1 }, () => words(build));
        describe(`${build} and the silent`, () => silence(build));
        describe(`${build} and many`, { concurrency: 1 }, () => crowds(build));
    }
});

// By itself: it keeps this process busy, and the others look at the time.
for (const build of builds)
    test(`${build}: a thousand who come at once and ask for much cost less than the server itself`,
        { skip: build.includes('san') }, async () => {
            const server = await start(build, site);
            const kept = memory(server.pid);
            const eight = Buffer.concat(Array.from({ length: 8 },
                (_, id) => frame(TEXT, JSON.stringify({ do: 'lobby', id }))));
            const all = await Promise.all(Array.from({ length: 1000 }, (_, i) =>
                Peer.connect(server.port, { from: `127.0.1.${i % 6}`, after: eight })));
            await until('all are answered', 120, () => all.every(
                ({ messages }) => messages.filter((one) => 'id' in one).length === 8));
            assert.ok(memory(server.pid) < 2 * kept,
                `${kept} kB became ${memory(server.pid)} kB`);
            for (const { socket } of all)
                socket.destroy();
            assert.equal(await stop(server), 0);
        });

/** What a thousand do not finish. @type {Record<string, (port: number) => string>} */
const unfinished = {
    heads: () => `GET / HTTP/1.1\r\nX: ${'x'.repeat(7000)}`,
    bodies: (port) => `POST /daily HTTP/1.1\r\nHost: ${LOOPBACK}:${port}\r\n`
        + `Origin: http://${LOOPBACK}:${port}\r\nContent-Length: 32768\r\n\r\n`
        + 'x'.repeat(32000),
};

for (const build of builds)
    for (const [what, text] of Object.entries(unfinished))
        test(`${build}: a thousand unfinished ${what} cost less than the server itself`,
            { skip: build.includes('san') }, async () => {
                const server = await start(build, site);
                const kept = memory(server.pid);
                const all = Array.from({ length: 1000 }, (_, i) => net.connect({
                    port: server.port, host: LOOPBACK, localAddress: `127.0.1.${i % 6}` }));
                for (const socket of all) {
                    socket.on('error', () => {});
                    socket.resume().write(text(server.port));
                }
                const come = async () => Number(/^parlour_connections (\d+)/m.exec(await (
                    await fetch(`http://${LOOPBACK}:${server.port}/metrics`)).text())[1]);
                if (what === 'heads') // or patience with the first has ended already
                    for (let i = 0; i < 100 && await come() < 950; i++)
                        await pause(100);
                else // all are answered or wait, and no one keeps more than eight
                    await until('most have gone', 60, async () => all.filter(
                        ({ closed }) => closed).length >= 900 && await come() < 100);
                assert.ok(memory(server.pid) < 2 * kept,
                    `${kept} kB became ${memory(server.pid)} kB`);
                all.forEach((socket) => socket.destroy());
                assert.equal(await stop(server), 0);
            });
