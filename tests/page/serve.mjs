/* The real server, and where a file must change under the browser's eyes, a
 * small one of our own. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

export const build = fileURLToPath(
    new URL(`../../${process.env.B ?? 'build'}/`, import.meta.url));
export const folder = join(build, 'web/');

/**
 * @typedef {object} Server
 * @property {string} url
 * @property {() => Promise<void>} close
 */

/**
 * @param {string} [address]
 * @param {{port?: string, web?: string, store?: string, more?: string[]}} [how]
 *     more: other arguments
 * @returns {Promise<Server>}
 */
export async function serve(address = '127.0.0.1',
    { port = '0', web = folder, store, more = [] } = {}) {
    const server = spawn(join(build, 'parlour'), ['serve', '--port', port,
        '--bind', address, '--web', web, ...(store ? ['--store', store] : []),
        ...more],
    { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = new Promise((resolve) => {
        server.on('exit', resolve);
    });
    let said = '';

    for await (const text of server.stdout) {
        said += text;
        if (/http:\S+/.test(said))
            break;
    }
    const url = /http:\S+/.exec(said)?.[0];
    if (!url)
        throw new Error(`the server did not start: ${said}`);
    return { url, close: async () => {
        server.kill('SIGTERM');
        await ended;
    } };
}

/** @type {Record<string, string>} */
const TYPES = { '.html': 'text/html; charset=utf-8', '.css': 'text/css',
    '.js': 'text/javascript', '.json': 'application/json',
    '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.png': 'image/png', '.woff2': 'font/woff2',
    '.webmanifest': 'application/manifest+json' };

/**
 * @returns {Promise<Server & {instead: Map<string, (text: string) => string>,
 *     silent: Set<string>}>}
 *     instead: what the file of a path is changed to; silent: paths that are
 *     asked for and never answered
 */
export async function serveChanging() {
    /** @type {Map<string, (text: string) => string>} */
    const instead = new Map();
    /** @type {Set<string>} */
    const silent = new Set();
    const server = createServer(async (request, response) => {
        const path = new URL(request.url ?? '/', 'http://here').pathname;
        if (silent.has(path))
            return;
        const name = normalize(path.endsWith('/') ? `${path}index.html` : path);
        try {
            const file = await readFile(join(folder, name));
            response.writeHead(200, {
                'Content-Type': TYPES[extname(name)] ?? 'text/plain',
                'Cache-Control': 'no-cache',
            }).end(instead.get(path)?.(file.toString()) ?? file);
        } catch {
            response.writeHead(404).end();
        }
    });

    await new Promise((resolve) => {
        server.listen(0, '127.0.0.1', () => resolve(undefined));
    });
    const { port } = /** @type {import('node:net').AddressInfo} */
        (server.address());
    return { url: `http://127.0.0.1:${port}/`, instead, silent,
        close: () => new Promise((resolve) => {
            server.closeAllConnections();
            server.close(() => resolve());
        }) };
}
