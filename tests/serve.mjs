/* The real server on loopback, as a browser, a stranger and the system see
 * it. B names the builds to try, "build build/san". */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync,
    writeFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { builds, closing, env, LOOPBACK, memory, root, sockets, start as startServer,
    started, stop, until, watchOver, within } from './server.mjs';

/** @param {string | Buffer} bytes */
const hash = (bytes) => createHash('sha256').update(bytes).digest('hex');

// --- The folder that is served, and what lies beside it ---------------------

const work = mkdtempSync(join(tmpdir(), 'parlour-serve-'));
const site = join(work, 'site');
const page = `<!DOCTYPE html><title>A page</title>${'<p>words</p>'.repeat(200)}`;
const script = 'export const answer = 42;\n'.repeat(50);
const named = `app.${hash(script).slice(0, 8)}.js`;
const large = randomBytes(15 << 20); // more than a connection's buffers hold
/** @type {Record<string, [string | Buffer, string]>} path: content, type */
const files = {
    '/index.html': [page, 'text/html; charset=utf-8'],
    '/app.js': [script, 'text/javascript; charset=utf-8'],
    [`/${named}`]: [script, 'text/javascript; charset=utf-8'],
    '/style.css': ['p { color: red }\n'.repeat(20), 'text/css; charset=utf-8'],
    '/words/en.json': ['{}', 'application/json'],
    '/words/index.html': ['inner', 'text/html; charset=utf-8'],
    '/site.webmanifest': ['{}', 'application/manifest+json'],
    '/parlour.wasm': [Buffer.from('\0asm\x01\0\0\0', 'latin1'), 'application/wasm'],
    '/sheet.svg': ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    '/icon.png': [randomBytes(100), 'image/png'],
    '/empty.txt': ['', 'text/plain; charset=utf-8'],
    '/large.bin': [large, 'application/octet-stream'],
};
const secret = 'no one may read this';

before(() => {
    mkdirSync(join(site, 'words'), { recursive: true });
    for (const [path, [content]] of Object.entries(files))
        writeFileSync(join(site, path), content);
    writeFileSync(join(work, 'secret.txt'), secret);
    writeFileSync(join(site, '.hidden'), secret);
    symlinkSync('../secret.txt', join(site, 'link.txt'));
    symlinkSync(work, join(site, 'outside'));
});
after(() => rmSync(work, { recursive: true }));

// --- Servers and clients ----------------------------------------------------

/** @param {string} build */
const start = (build, port = 0, folder = site, options = []) =>
    startServer(build, folder, ['--port', String(port), ...options]);

const SILENT = 60_000; // ms in which a server that lives says something

/** @returns {Promise<http.IncomingMessage & {body: Buffer}>} */
function ask(port, path, { method = 'GET', headers = {}, agent } = {}) {
    return new Promise((done, failed) => {
        const request = http.request({ host: LOOPBACK, port, path, method,
            headers, agent, timeout: SILENT }, (answer) => {
            const parts = [];
            answer.on('data', (part) => parts.push(part));
            answer.on('error', failed);
            answer.on('end', () => done(Object.assign(answer,
                { body: Buffer.concat(parts) })));
        });
        request.on('timeout', () => request.destroy(
            new Error(`${method} ${path} has no answer`)));
        request.on('error', failed);
        request.end();
    });
}

/** Sends bytes as they are; resolves to all that comes back. */
async function send(port, bytes, from = LOOPBACK) {
    const socket = net.connect({ port, host: LOOPBACK, localAddress: from });
    const parts = [];
    socket.on('data', (part) => parts.push(part));
    socket.setTimeout(5000, () => socket.destroy());
    socket.write(bytes);
    await closing(socket);
    return Buffer.concat(parts).toString('latin1');
}

// --- Tests ------------------------------------------------------------------

const headersOfAll = {
    'content-security-policy': "default-src 'none'; "
        + "script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
        + "img-src 'self' data: blob:; connect-src 'self'; "
        + "manifest-src 'self'; worker-src 'self'; font-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
};
const headersOfDocuments = {
    ...headersOfAll,
    'cross-origin-opener-policy': 'same-origin',
};

/** What a browser gets. */
function answers(build) {
    let server, port;
    before(async () => ({ port } = server = await start(build)));
    after(async () => assert.equal(await stop(server), 0));

    test('every file comes as it is, with its type', async () => {
        for (const [path, [content, type]] of Object.entries(files)) {
            const got = await ask(port, path);
            assert.equal(got.statusCode, 200, path);
            assert.equal(got.headers['content-type'], type, path);
            assert.ok(got.body.equals(Buffer.from(content)), path);
            assert.equal(got.headers['content-encoding'], undefined);
        }
    });
    test('a folder is its index', async () => {
        assert.equal((await ask(port, '/')).body.toString(), page);
        assert.equal((await ask(port, '/words/')).body.toString(), 'inner');
        assert.equal((await ask(port, '/words')).statusCode, 404);
    });
    test('every answer has the strict headers', async () => {
        for (const [path, method] of [['/', 'GET'], ['/', 'HEAD'], ['/no', 'GET'],
            ['/', 'POST'], ['/healthz', 'GET']]) {
            const { headers } = await ask(port, path, { method });
            for (const [name, value] of Object.entries(headersOfDocuments))
                assert.equal(headers[name], value, `${method} ${path}`);
            assert.match(headers['permissions-policy'] ?? '', /camera=\(\)/);
            assert.equal(headers['set-cookie'], undefined);
        }
        for (const path of Object.keys(files)) {
            const { headers } = await ask(port, path);
            for (const [name, value] of Object.entries(headersOfAll))
                assert.equal(headers[name], value, path);
        }
    });
    test('it is healthy', async () => {
        const got = await ask(port, '/healthz');
        assert.equal(got.statusCode, 200);
        assert.equal(got.body.toString().trim(), 'ok');
        assert.equal(got.headers['cache-control'], 'no-store');
    });
    test('it is ready', async () => {
        const got = await ask(port, '/readyz');
        assert.equal(got.statusCode, 200);
        assert.equal(got.body.toString().trim(), 'ok');
    });
    test('HEAD opens no socket', async () => {
        const head = `HEAD /socket HTTP/1.1\r\nHost: ${LOOPBACK}:${port}\r\n`
            + `Origin: http://${LOOPBACK}:${port}\r\nUpgrade: websocket\r\n`
            + 'Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n'
            + 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
        const get = head.replace('HEAD', 'GET');
        assert.match(await send(port, head), /^HTTP\/1\.1 400 /);
        assert.match(await send(port, get), /^HTTP\/1\.1 101 /);
    });
    test('with a public address, other names lead nowhere', async () => {
        const home = await start(build, 0, site, ['--public-url', 'https://games.example']);
        const status = async (host, origin) => /^HTTP\/1\.1 (\d+)/.exec(await send(home.port,
            `GET /socket HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\n`
            + 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n'
            + 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'
            + '\x88\x80\0\0\0\0'))?.[1]; // and goodbye
        assert.equal(await status('games.example', 'https://games.example'), '101');
        assert.equal(await status('127.0.0.1:1', 'http://127.0.0.1:1'), '101');
        assert.equal(await status('evil.example', 'http://evil.example'), '403');
        assert.equal(await status('games.example', 'http://games.example'), '403');
        assert.equal(await stop(home), 0);
    });
    test('HEAD is GET without the body', async () => {
        const head = await ask(port, '/app.js', { method: 'HEAD' });
        assert.equal(head.statusCode, 200);
        assert.equal(head.headers['content-length'], String(script.length));
        assert.equal(head.body.length, 0);
    });
    test('what is known is not sent again', async () => {
        const { headers: { etag } } = await ask(port, '/app.js');
        for (const known of [etag, `"x", ${etag}`, `W/${etag}`, '*']) {
            const got = await ask(port, '/app.js',
                { headers: { 'If-None-Match': known } });
            assert.equal(got.statusCode, 304, known);
            assert.equal(got.headers.etag, etag);
            assert.equal(got.body.length, 0);
        }
        for (const other of ['"x"', '', etag.slice(1, -1), etag.slice(0, -1)]) {
            const got = await ask(port, '/app.js',
                { headers: { 'If-None-Match': other } });
            assert.equal(got.statusCode, 200, other);
        }
        assert.notEqual(etag, (await ask(port, '/')).headers.etag);
    });
    test('gzip for those who take it', async () => {
        for (const [list, packed] of /** @type {[string, boolean][]} */ ([
            ['gzip', true], ['gzip, deflate, br', true], ['br, GZIP', true],
            ['deflate;q=0.5, gzip ; q=0.1', true], ['gzip;q=0', false],
            ['gzip;q=0.000, br', false], ['br', false], ['', false],
            ['gzipped', false], ['x-gzip-not', false], [',,;,', false],
        ])) {
            const got = await ask(port, '/app.js',
                { headers: { 'Accept-Encoding': list } });
            assert.equal(got.headers['content-encoding'],
                packed ? 'gzip' : undefined, list);
            assert.equal(got.headers.vary, 'Accept-Encoding');
            const body = packed ? gunzipSync(got.body) : got.body;
            assert.equal(body.toString(), script);
        }
        const packed = { 'Accept-Encoding': 'gzip' };
        const one = await ask(port, '/app.js', { headers: packed });
        assert.ok(one.body.length < script.length / 5);
        assert.notEqual(one.headers.etag, (await ask(port, '/app.js')).headers.etag);
        const again = await ask(port, '/app.js',
            { headers: { ...packed, 'If-None-Match': one.headers.etag } });
        assert.equal(again.statusCode, 304);
        const png = await ask(port, '/icon.png', { headers: packed });
        assert.equal(png.headers['content-encoding'], undefined);
    });
    test('only what its hash names is kept for ever', async () => {
        const sum = hash(script);
        const wrong = sum.replace(/./g, (c) => (c === 'a' ? 'b' : 'a'));
        for (const [path, kept] of /** @type {[string, boolean][]} */ ([
            ['/app.js', false], [`/${named}`, true], [`/app.js?v=${sum}`, true],
            [`/app.js?v=${sum.slice(0, 8)}`, true], ['/', false],
            [`/app.js?v=${sum.slice(0, 7)}`, false], ['/app.js?v=', false],
            [`/app.js?v=${wrong}`, false], [`/app.js?v=${sum}0`, false],
            ['/app.js?v', false], [`/app.js?w=${sum}`, false],
        ])) {
            const got = await ask(port, path);
            assert.equal(got.statusCode, 200, path);
            assert.match(got.headers['cache-control'] ?? '',
                kept ? /max-age=31536000, immutable/ : /^no-cache$/, path);
        }
    });
    test('one connection carries many requests', async () => {
        const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
        for (const path of ['/', '/no', '/app.js', '/healthz'])
            await ask(port, path, { agent });
        assert.equal(Object.values(agent.freeSockets).flat().length, 1);
        agent.destroy();
        const both = await send(port, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
            + 'GET /no HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
        assert.match(both, /^HTTP\/1.1 200 [^]*HTTP\/1.1 404 /);
    });
}

/** What strangers try. */
function strangers(build) {
    let server, port, least;
    before(async () => {
        ({ port } = server = await start(build));
        least = sockets(server.pid);
    });
    after(async () => assert.equal(await stop(server), 0));

    test('no path leads out', async () => {
        const up = ['/../secret.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt',
            '/words/../../secret.txt', '/..\\secret.txt', '//secret.txt',
            '/.%2e/secret.txt', '/%252e%252e/secret.txt', '/..;/secret.txt',
            '/../../../../../../etc/passwd', '//etc/passwd', '/link.txt',
            '/outside/secret.txt', '/.hidden', '/words/../.hidden',
            '/index.html/', '/index.html/../app.js', '/./index.html',
            '/index.html%00', '/index.html%00.png', '/%69ndex.html',
            '/INDEX.HTML', '/index.html%20', '/index.html.', '/app.js~',
            `/${'a'.repeat(254)}`, `/${'a'.repeat(255)}`, `/${'../'.repeat(300)}`,
            `/${'a/'.repeat(2000)}`, '/\xff\xfe', '/%', '/%zz', '/%f', "/'", '/"',
            '/<script>', '/app.js#x', '/words//', '/words/./'];
        for (const path of up) {
            const got = await send(port, Buffer.from(`GET ${path} HTTP/1.1\r\n`
                + 'Host: x\r\nConnection: close\r\n\r\n', 'latin1'));
            assert.match(got, /^HTTP\/1\.1 (404|400) /, path);
            assert.ok(!got.includes(secret) && !got.includes('root:'), path);
        }
        // A zero byte ends the path for the parser: what comes is ours.
        const cut = await send(port, 'GET /empty.txt\0/../secret.txt HTTP/1.1\r\n'
            + 'Host: x\r\nConnection: close\r\n\r\n');
        assert.ok(!cut.includes(secret));
    });
    test('errors are a status and a sentence', async () => {
        const missing = await ask(port, '/no');
        assert.equal(missing.statusCode, 404);
        assert.match(missing.body.toString(), /^There is nothing at this address/);
        assert.equal(missing.headers['content-type'], 'text/plain; charset=utf-8');
        for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PATCH']) {
            const got = await ask(port, '/', { method });
            assert.equal(got.statusCode, 405, method);
            assert.equal(got.headers.allow, 'GET, HEAD');
        }
    });
    test('what is no request is refused', async () => {
        const hasty = await start(build, 0, site, ['--impatience', '5']);
        const { port } = hasty;
        const line = 'GET / HTTP/1.1\r\nHost: x\r\n';
        /** @type {[string, RegExp][]} */
        const cases = [
            ['GET /\r\n\r\n', /^HTTP\/1\.1 400 /],
            ['GET / HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400 /],
            ['GET * HTTP/1.1\r\nHost: x\r\n\r\n', /^HTTP\/1\.1 400 /],
            ['GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n', /^HTTP\/1\.1 400 /],
            ['GET / HTTP/9.9\r\nHost: x\r\n\r\n', /^HTTP\/1\.1 505 /],
            ['BREW / HTTP/1.1\r\nHost: x\r\n\r\n', /^HTTP\/1\.1 405 /],
            [`${line}Content-Length: -5\r\n\r\n`, /^HTTP\/1\.1 400 /],
            [`${line}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabc`,
                /^HTTP\/1\.1 400 /],
            [`${line}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, /^HTTP\/1\.1 400 /],
            [`${line}X: ${'a'.repeat(20000)}\r\n\r\n`, /^HTTP\/1\.1 431 |^$/],
            [`${line}${'X: a\r\n'.repeat(5000)}\r\n`, /^HTTP\/1\.1 431 |^$/],
            [`GET /${'a'.repeat(100000)} HTTP/1.1\r\n\r\n`, /^HTTP\/1\.1 414 |^$/],
            [`GET ${'/a'.repeat(500000)}`, /^HTTP\/1\.1 414 |^$/],
            ['\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03'.repeat(20), /^(?!.* 200 )/],
        ];
        for (const [bytes, wanted] of cases)
            assert.match(await send(port, Buffer.from(bytes, 'latin1')), wanted,
                JSON.stringify(bytes.slice(0, 60)));
        // A body is never read as the next request.
        const smuggled = await send(port, `${line}Content-Length: 40\r\n\r\n`
            + 'GET /app.js HTTP/1.1\r\nHost: x\r\n\r\n');
        assert.equal(smuggled.split('HTTP/1.1 ').length, 2);
        for (let i = 0; i < 30; i++)
            await Promise.all([1, 2, 3, 4].map(async () => {
                const socket = net.connect(port, LOOPBACK);
                socket.end(randomBytes(1 + i * 100));
                socket.resume();
                await closing(socket);
            }));
        assert.equal((await ask(port, '/healthz')).statusCode, 200);
        assert.equal(await stop(hasty), 0);
    });
    test('a hundred and fifty at a time', async () => {
        const agent = new http.Agent({ keepAlive: true });
        const all = Array.from({ length: 150 },
            (_, i) => ask(port, i % 2 ? '/' : '/app.js', { agent }));
        for (const got of await Promise.all(all))
            assert.equal(got.statusCode, 200);
        agent.destroy();
    });
    test('too many are refused, and then it goes on', async () => {
        const many = Array.from({ length: 400 }, () => net.connect({ port,
            host: LOOPBACK, localAddress: '127.0.0.3' }));
        const told = [];
        for (const socket of many) {
            socket.on('error', () => {});
            socket.on('data', (part) => told.push(part.toString()));
        }
        await within('all are connected', 60,
            Promise.all(many.map((socket) => once(socket, 'connect'))));
        await until('the rest is cut off', 10,
            () => sockets(server.pid) - least <= 260);
        assert.ok(many.some((socket) => !socket.destroyed));
        for (const socket of many)
            if (socket.writable)
                socket.write('GET /no HTTP/1.1\r\nHost: x\r\n\r\n');
        await until('some are told why', 10,
            () => told.some((text) => text.startsWith('HTTP/1.1 429 ')));
        assert.ok(told.some((text) => /^HTTP\/1.1 429 [^]*devices on your network/
            .test(text)));
        const served = told.filter((text) => text.startsWith('HTTP/1.1 404 ')).length;
        assert.ok(served > 100 && served <= 200, `${served} were served`);
        for (const socket of many)
            socket.destroy();
        await until('they are forgotten', 20, () => sockets(server.pid) === least);
        assert.equal((await ask(port, '/healthz')).statusCode, 200);
    });
    test('requests that come without end are refused, others are not', async () => {
        const path = 'GET /healthz HTTP/1.1\r\nHost: x\r\n';
        const thousand = `${path}\r\n`.repeat(999) + `${path}Connection: close\r\n\r\n`;
        const begun = Date.now();
        let served = 0, now = 1000;
        // With the first that is one too many the connection ends.
        for (let i = 0; i < 60 && now === 1000; i++) {
            const got = await send(port, thousand, '127.0.0.5');
            now = got.split('HTTP/1.1 200 ').length - 1;
            served += now;
        }
        assert.ok(now < 1000, 'nothing stops them');
        assert.ok(served >= 10000 && served <= 10001 + (Date.now() - begun) / 2, `${served}`);
        assert.equal((await ask(port, '/healthz')).statusCode, 200);
        assert.match((await ask(port, '/metrics')).body.toString(),
            /^parlour_connections_refused_total\{reason="requests"\} [1-9]/m);
    });
    test('nothing grows', { skip: build.includes('san') }, async () => {
        const server = await start(build, 0, site, ['--per-address', '4000']);
        const { port } = server;
        const agent = new http.Agent({ keepAlive: true, maxSockets: 20 });
        const round = async () => {
            for (let i = 0; i < 40; i++)
                await Promise.all(['/', '/no', '/app.js?v=1', '/a'.repeat(500)]
                    .flatMap((path) => [ask(port, path, { agent }), ask(port, path)]));
        };
        await round();
        const first = memory(server.pid);
        for (let i = 0; i < 5; i++)
            await round();
        agent.destroy();
        const last = memory(server.pid);
        assert.equal(await stop(server), 0);
        assert.ok(last - first < 1000, `${first} kB became ${last} kB`);
    });
}

/** Silent and slow peers, and a server with a tenth of its patience; each test
 * waits for the same clock, so all run at once. */
function slowPeers(build) {
    let server, port;
    before(async () => ({ port } = server = await start(build, 0, site,
        ['--impatience', '10'])));
    after(async () => assert.equal(await stop(server), 0));

    /** Resolves when the server has dropped the peer. */
    async function dropped(socket, act = () => {}) {
        const timer = setInterval(act, 250);
        try {
            await closing(socket);
        } finally {
            clearInterval(timer);
            socket.destroy();
        }
    }
    function connect(bytes = '') {
        const socket = net.connect(port, LOOPBACK);
        socket.resume();
        socket.write(bytes);
        return socket;
    }

    test('says nothing', () => dropped(connect()));
    test('stops in the middle', () => dropped(connect('GET / HTTP/1.1\r\nHo')));
    test('keeps a connection for nothing',
        () => dropped(connect('GET / HTTP/1.1\r\nHost: x\r\n\r\n')));
    test('sends a byte now and then', () => {
        const socket = connect('GET / HTTP/1.1\r\nX: ');
        return dropped(socket, () => socket.writable && socket.write('a'));
    });
    test('takes a little now and then', async () => {
        const socket = net.connect(port, LOOPBACK);
        socket.write('GET /large.bin HTTP/1.1\r\nHost: x\r\n\r\n');
        await within('the file begins', 60, once(socket, 'readable'));
        const local = socket.localPort?.toString(16).toUpperCase().padStart(4, '0');
        // What is on its way hides the end from the client; the system knows.
        const knows = (text) => readFileSync('/proc/net/tcp', 'utf8').includes(text);
        const isThere = () => knows(`:${local} 01 `);
        assert.ok(knows(`:${local} 0100007F`)); // this end, whatever the server did
        const take = () => socket.read(16384)?.length ?? 0;
        let taken = take();
        const timer = setInterval(() => { taken += take(); }, 100);
        try {
            await until('dropped', 60, () => !isThere());
        } finally {
            clearInterval(timer);
            socket.destroy();
        }
        assert.ok(taken > 0 && taken < large.length);
    });
}

/** Starting and ending. */
function life(build) {
    /** Runs a command that must end by itself. */
    async function refuse(...args) {
        const child = spawn(join(root, build, 'parlour'), ['serve', ...args],
            { env, stdio: ['ignore', 'ignore', 'pipe'], timeout: 60000 });
        let said = '';
        child.stderr.on('data', (part) => { said += part; });
        const [status] = await once(child, 'close');
        assert.match(said, /^parlour: .*\n$/);
        return { status, said };
    }

    test('wrong usage is said', async () => {
        /** @type {[string[], number, RegExp][]} */
        const cases = [
            [['--port', 'http'], 2, /'http' is not a port/],
            [['--port', '65536'], 2, /'65536' is not a port/],
            [['--port', '-1'], 2, /'-1' is not a port/],
            [['--port'], 2, /a value is missing after --port/],
            [['--store', ''], 2, /a value is missing after --store/],
            [['--trusted-proxy='], 2, /a value is missing after --trusted-proxy/],
            [['--fast'], 2, /no option '--fast'/],
            [['here'], 2, /unexpected argument 'here'/],
            [['--bind', 'nowhere'], 2, /'nowhere' is not an address/],
            [['--bind', '1.2.3.4.5'], 2, /is not an address/],
            [['--web', site, '--bind', '203.0.113.7', '--port', '0'], 1,
                /'203.0.113.7' is not an address of this computer/],
            ...['httpfoo', 'https://', 'https:///x', 'ftp://games.example',
                'games.example', 'https://a b', 'https://games.example:',
                'https://games.example:x', 'https://:80'].map((url) =>
                [['--public-url', url], 2, /is not an address such as https/]),
            [['--web', 'no/such'], 1, /no folder 'no\/such'.*make web/],
            [['--web', join(site, 'app.js')], 1, /no folder/],
            [['--web', join(site, '../bare')], 1, /has no index.html/],
            [['--web', join(site, '../odd')], 1, /cannot serve 'a b.txt'/],
        ];
        mkdirSync(join(work, 'bare'), { recursive: true });
        mkdirSync(join(work, 'odd'), { recursive: true });
        writeFileSync(join(work, 'odd', 'a b.txt'), '');
        for (const [args, code, sentence] of cases) {
            const { status, said } = await refuse(...args);
            assert.equal(status, code, args.join(' '));
            assert.match(said, sentence);
        }
    });
    test('a port in use is said, and no other taken', async () => {
        const server = await start(build);
        const { status, said } = await refuse('--web', site, '--bind', LOOPBACK, '--port',
            String(server.port));
        assert.equal(status, 1);
        assert.match(said,
            new RegExp(`port ${server.port} is in use.*--port N`));
        assert.equal(await stop(server), 0);
    });
    for (const signal of ['SIGTERM', 'SIGINT'])
        test(`${signal} ends it, and its port is free`, async () => {
            const server = await start(build);
            const socket = net.connect(server.port, LOOPBACK);
            socket.on('error', () => {});
            socket.write('GET /large.bin HTTP/1.1\r\nHost: x\r\n\r\n');
            await within('the file begins', 60, once(socket, 'readable'));
            assert.equal(await stop(server, signal), 0);
            const next = await start(build, server.port);
            assert.equal(next.port, server.port);
            assert.equal((await ask(next.port, '/healthz')).statusCode, 200);
            assert.equal(await stop(next), 0);
            socket.destroy();
        });
    test('what changes on the disk changes nothing', async () => {
        const own = join(work, `own-${build.replaceAll('/', '-')}`);
        mkdirSync(own);
        writeFileSync(join(own, 'index.html'), 'first');
        const server = await start(build, 0, own);
        writeFileSync(join(own, 'index.html'), 'second');
        writeFileSync(join(own, 'new.html'), 'new');
        assert.equal((await ask(server.port, '/')).body.toString(), 'first');
        assert.equal((await ask(server.port, '/new.html')).statusCode, 404);
        assert.equal(await stop(server), 0);
    });

    // A network of its own, so that nothing listens outside loopback.
    const inside = ['unshare', '-rn', 'sh', '-c'];
    const wire = 'ip link set lo up && ip link add here type veth peer name there'
        + ' && ip addr add 192.168.77.2/24 dev here && ip link set here up'
        + ' && ip link set there up';
    const canWire = spawnSync(inside[0], [...inside.slice(1), wire],
        { timeout: 20_000 }).status === 0;
    test('on a terminal: both addresses and a QR code',
        { skip: !canWire && 'no network namespace here' }, async () => {
        const serve = `${join(root, build, 'parlour')} serve --web ${site}`;
        const child = watchOver(spawn(inside[0], [...inside.slice(1),
            `${wire} && exec script -qec '${serve}' /dev/null`],
        { env: { ...env, LC_ALL: 'C.UTF-8' },
            stdio: ['ignore', 'pipe', 'inherit'] }));
        const stdout = await started(child);
        const ended = once(child, 'exit');
        assert.equal(child.kill(), true);
        await within('the terminal ends', 60, ended);
        assert.match(stdout, /http:\/\/192\.168\.77\.2:8080\/ +on any device/);
        assert.match(stdout, /http:\/\/localhost:8080\/ +on this computer/);
        const rows = [...stdout.matchAll(/\x1b\[38;5;16;48;5;231m(.*)\x1b\[0m/g)]
            .map((row) => row[1]);
        // Version 2, 25 squares, with an edge of four: 33 wide, 17 rows of two.
        assert.equal(rows.length, 17);
        for (const row of rows)
            assert.match(row, /^ {4}[ ▀▄█]{25} {4}$/);
        assert.match(rows[2], /^ {4}█▀▀▀▀▀█ .* █▀▀▀▀▀█ {4}$/);
    });
}

test('a test that fails leaves no server behind', () => {
    const help = new URL('server.mjs', import.meta.url).href;
    const failing = `import { test } from 'node:test';
        import { start } from '${help}';
        test('fails', async () => {
            process.stderr.write((await start('${builds[0]}', '${site}')).pid + '');
            throw new Error();
        });`;
    const { status, stderr } = spawnSync(process.execPath,
        ['--input-type=module', '--eval', failing], { timeout: 60_000,
            encoding: 'utf8', env: { ...env, NODE_TEST_CONTEXT: undefined } });

    assert.equal(status, 1);
    assert.throws(() => process.kill(Number(stderr), 0));
});

describe('serve', { concurrency: true }, () => {
    for (const build of builds) {
        describe(`${build} answers`, { concurrency: 1 }, () => answers(build));
        describe(`${build} and strangers`, { concurrency: 1 },
            () => strangers(build));
        describe(`${build} and slow peers`, () => slowPeers(build));
        describe(`${build} begins and ends`, { concurrency: 1 },
            () => life(build));
    }
});
