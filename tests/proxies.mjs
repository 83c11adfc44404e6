/* The samples for proxies in docs/, behind which a real server plays: nginx and
 * Caddy themselves, on loopback, each with a folder of its own. Only ports and
 * the certificate are other ones than in the sample. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import tls from 'node:tls';
import { builds, frame, LOOPBACK, Peer, root, start, stop, TEXT, until, watchOver }
    from './server.mjs';

const NAME = 'games.example';
const work = mkdtempSync(join(tmpdir(), 'parlour-proxies-'));
const key = join(work, 'key.pem'), certificate = join(work, 'cert.pem');
let server;

/** A port that was free a moment ago. @returns {Promise<number>} */
const freePort = () => new Promise((done) => {
    const socket = net.createServer().listen(0, LOOPBACK, () => {
        const { port } = /** @type {net.AddressInfo} */ (socket.address());
        socket.close(() => done(port));
    });
});

/** The sample with other ports and our certificate. @param {string} file
 * @param {[string, string][]} changes */
function sample(file, changes) {
    let text = readFileSync(join(root, 'docs', file), 'utf8');
    for (const [from, to] of changes) {
        assert.ok(text.includes(from), `${file} has no ${from}`);
        text = text.replaceAll(from, to);
    }
    return text;
}

/** @param {string} folder @param {number} port */
function nginx(folder, port) {
    const live = `/etc/letsencrypt/live/${NAME}`;
    writeFileSync(join(folder, 'site.conf'), sample('nginx.conf', [
        ['listen 443 ssl', `listen ${LOOPBACK}:${port} ssl`],
        ['127.0.0.1:8080', `${LOOPBACK}:${server.port}`],
        [`${live}/fullchain.pem`, certificate], [`${live}/privkey.pem`, key]]));
    const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ');
    writeFileSync(join(folder, 'nginx.conf'), `daemon off; pid ${folder}/pid;
        error_log stderr; events {} http { access_log off; ${own}
        include ${folder}/site.conf; }`);
    return ['nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')]];
}

/** @param {string} folder @param {number} port */
function caddy(folder, port) {
    writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https off\n}\n${
        sample('Caddyfile', [
            [`${NAME} {`, `https://${NAME}:${port} {\n\tbind ${LOOPBACK}\n\ttls ${certificate} ${key}`],
            ['127.0.0.1:8080', `${LOOPBACK}:${server.port}`]])}`);
    return ['caddy', ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')]];
}

/** Sends a head, as somebody at that address. */
function send(port, head, from = LOOPBACK) {
    const socket = tls.connect({ port, host: LOOPBACK, localAddress: from,
        servername: NAME, rejectUnauthorized: false });
    const peer = new Peer(socket);
    socket.write(`${head}\r\nHost: ${NAME}\r\n`);
    return peer;
}

async function status(port, path) {
    const peer = send(port, `GET ${path} HTTP/1.1`);
    peer.socket.write('Connection: close\r\n\r\n');
    await until('an answer', 20, () => peer.status || peer.isClosed);
    peer.socket.destroy();
    return peer.status;
}

async function come(port, { from = LOOPBACK, more = '', origin = `https://${NAME}` } = {}) {
    const peer = send(port, 'GET /socket HTTP/1.1', from);
    peer.socket.write(`Origin: ${origin}\r\nUpgrade: websocket\r\n`
        + 'Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n'
        + `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${more}\r\n`);
    await until('an answer', 20, () => peer.status || peer.isClosed);
    return peer;
}

describe('proxies', { concurrency: 1 }, () => {
    before(async () => {
        assert.equal(spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes',
            '-days', '1', '-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`,
            '-keyout', key, '-out', certificate]).status, 0);
        const site = join(work, 'site');
        mkdirSync(site);
        writeFileSync(join(site, 'index.html'), '<!DOCTYPE html><title>A page</title>');
        server = await start(builds[0], site, ['--public-url', `https://${NAME}`,
            '--trusted-proxy', LOOPBACK, '--per-address', '2']);
    });
    after(async () => {
        assert.equal(await stop(server), 0);
        rmSync(work, { recursive: true });
    });

    for (const [name, make] of /** @type {[string, Function][]} */
        ([['nginx', nginx], ['caddy', caddy]]))
        describe(name, { concurrency: 1 }, () => {
            let child, port;
            const peers = [];
            before(async () => {
                const folder = join(work, name);
                mkdirSync(folder);
                port = await freePort();
                const [command, args] = make(folder, port);
                child = watchOver(spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'],
                    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder,
                        XDG_CONFIG_HOME: folder } }));
                await until(`${name} answers`, 30,
                    () => status(port, '/').then((got) => got !== '', () => false));
            });
            after(async () => {
                for (const { socket } of peers)
                    socket.destroy();
                const ended = new Promise((done) => { child.on('close', done); });
                child.kill('SIGTERM');
                await ended;
            });

            test('files come, measures do not', async () => {
                assert.equal(await status(port, '/'), '200');
                assert.equal(await status(port, '/healthz'), '200');
                assert.equal(await status(port, '/metrics'), '403');
            });
            test('people play together, each address for itself', async () => {
                const ann = await come(port, { more: 'X-Forwarded-For: 192.0.2.1\r\n' });
                peers.push(ann);
                assert.equal(ann.status, '101');
                assert.ok('parlour' in await ann.hear('parlour'));
                ann.socket.write(frame(TEXT, '{"do":"lobby","id":7}'));
                assert.equal((await ann.hear('ok')).id, 7);
                const others = [];
                for (const how of [{ more: 'X-Forwarded-For: 192.0.2.2\r\n' },
                    { more: 'X-Forwarded-For: 192.0.2.3\r\n' }, { from: '127.0.0.9' },
                    { from: '127.0.0.8', origin: 'https://evil.example' }]) {
                    const peer = await come(port, how);
                    peers.push(peer);
                    others.push(peer.status);
                }
                assert.deepEqual(others, ['101', '429', '101', '403']);
            });
        });
});
