/* Serves build/web for the tests, with the headers that the page promises to
 * live with. */
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

export const folder = fileURLToPath(
    new URL(`../../${process.env.B ?? 'build'}/web/`, import.meta.url));

const TYPES = { '.html': 'text/html; charset=utf-8', '.css': 'text/css',
    '.js': 'text/javascript', '.json': 'application/json',
    '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.png': 'image/png',
    '.webmanifest': 'application/manifest+json' };

export const POLICY = "default-src 'none'; script-src 'self' " +
    "'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; " +
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * @param {string} [address]
 * @returns {Promise<{url: string, sent: Map<string, number>,
 *     instead: Map<string, (text: string) => string>,
 *     close: () => Promise<void>}>} sent: bytes over the wire, by path;
 *     instead: what a path is changed to
 */
export async function serve(address = '127.0.0.1') {
    /** @type {Map<string, number>} */
    const sent = new Map();
    /** @type {Map<string, (text: string) => string>} */
    const instead = new Map();
    const server = createServer(async (request, response) => {
        const path = new URL(request.url ?? '/', 'http://here').pathname;
        const name = normalize(path.endsWith('/') ? `${path}index.html` : path);
        try {
            const file = await readFile(join(folder, name));
            const change = instead.get(path);
            const body = gzipSync(change ? change(file.toString()) : file);
            sent.set(path, (sent.get(path) ?? 0) + body.length);
            response.writeHead(200, {
                'Content-Type': TYPES[extname(name)] ?? 'text/plain',
                'Content-Encoding': 'gzip',
                'Content-Security-Policy': POLICY,
                'Cache-Control': 'no-cache',
            }).end(body);
        } catch {
            response.writeHead(404).end();
        }
    });

    await new Promise((resolve) => {
        server.listen(0, address, () => resolve(undefined));
    });
    const { port } = /** @type {import('node:net').AddressInfo} */
        (server.address());
    return { url: `http://${address}:${port}/`, sent, instead,
        close: () => new Promise((resolve) => {
            server.closeAllConnections();
            server.close(() => resolve());
        }) };
}
