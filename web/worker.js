/*
 * Serves the page from this device. VERSION and FILES are filled in by the
 * build: a changed file makes a changed worker, which waits until it is let in.
 */
const VERSION = '{{version}}';
const FILES = /** @type {string[]} */ ('{{files}}'.split(' '));
/** Which one it can use, the page says; an older page did not. */
const ENGINE = location.search.slice(1) || 'parlour.wasm';
/** What else is asked for is none of its business: a browser lets a newer worker
 * in only when this one has nothing in hand, and an answer may take for ever. */
const KEPT = new Set(FILES.map((file) =>
    new URL(file, location.href).pathname));
const worker = /** @type {any} */ (self);

worker.addEventListener('install', (/** @type {any} */ event) => {
    event.waitUntil(caches.open(VERSION).then((cache) =>
        cache.addAll(FILES.filter((file) => !file.startsWith('parlour') ||
            file === ENGINE).map((file) => new Request(file,
            { cache: 'reload' })))).then(beWhole));
});

/** If the server has got another build meanwhile, these are files of both. */
async function beWhole() {
    const served = await fetch(location.href, { cache: 'reload' });

    if (!(await served.text()).includes(`'${VERSION}'`))
        throw new Error('the server has another build by now');
}

worker.addEventListener('activate', (/** @type {any} */ event) => {
    event.waitUntil(caches.keys()
        .then((names) => Promise.all(names
            .filter((name) => name !== VERSION)
            .map((name) => caches.delete(name))))
        .then(() => worker.clients.claim()));
});

worker.addEventListener('message', (/** @type {MessageEvent} */ event) => {
    if (event.data === 'take over')
        worker.skipWaiting();
});

worker.addEventListener('fetch', (/** @type {any} */ event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);

    if (request.method !== 'GET' || origin !== location.origin ||
        !KEPT.has(pathname))
        return;
    event.respondWith(caches.open(VERSION)
        .then((cache) => cache.match(request,
            { ignoreSearch: request.mode === 'navigate' }))
        .then((found) => found ?? fetch(request)));
});
