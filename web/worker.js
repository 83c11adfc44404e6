/*
 * Serves the page from this device. VERSION and FILES are filled in by the
 * build: a changed file makes a changed worker, which waits until it is let in.
 */
const VERSION = '{{version}}';
const FILES = /** @type {string[]} */ ('{{files}}'.split(' '));
const worker = /** @type {any} */ (self);

worker.addEventListener('install', (/** @type {any} */ event) => {
    event.waitUntil(caches.open(VERSION).then((cache) =>
        cache.addAll(FILES.map((file) => new Request(file,
            { cache: 'reload' })))));
});

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

    if (request.method !== 'GET' ||
        new URL(request.url).origin !== location.origin)
        return;
    event.respondWith(caches.open(VERSION)
        .then((cache) => cache.match(request,
            { ignoreSearch: request.mode === 'navigate' }))
        .then((found) => found ?? fetch(request)));
});
