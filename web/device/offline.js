/*
 * Works without a network after the first visit, where the browser allows it.
 * A new version waits until a person lets it in.
 */
import { h } from '../elements/dom.js';
import { ENGINE } from '../engine/engine.js';

const LEAVES = 3000; // ms, for an older worker to leave by itself

/** @param {import('../app.js').App} app */
export async function keepOffline(app) {
    if (!('serviceWorker' in navigator))
        return;
    const registration = await navigator.serviceWorker
        .register(`worker.js?${ENGINE}`).catch(() => null);
    if (!registration) // storage is switched off
        return;

    /** @param {ServiceWorker | null} worker */
    const offer = (worker) => {
        if (!worker || !navigator.serviceWorker.controller)
            return;
        if (!app.offerNewer(() => letIn(worker)))
            showOffer(app, () => letIn(worker));
    };
    offer(registration.waiting);
    registration.addEventListener('updatefound', () => {
        const worker = registration.installing;
        worker?.addEventListener('statechange', () => {
            if (worker.state === 'installed')
                offer(worker);
        });
    });
}

/** @param {ServiceWorker} worker that has all files of a newer page */
function letIn(worker) {
    navigator.serviceWorker.addEventListener('controllerchange', () =>
        location.reload());
    worker.postMessage('take over');
    /* What this page still loads can keep the older one from leaving, five
     * minutes long in Chromium. */
    setTimeout(passWorkers, LEAVES);
}

/** Gets the page from the server, which brings a worker of its own. */
async function passWorkers() {
    const registration =
        await navigator.serviceWorker?.getRegistration().catch(() => undefined);
    const isThere = await fetch(location.pathname, { method: 'HEAD',
        cache: 'reload' }).then(({ ok }) => ok, () => false);

    if (!isThere) { // the older page is better than none
        setTimeout(passWorkers, LEAVES);
        return;
    }
    await registration?.unregister();
    location.reload();
}

/** Does the server have another page than this one? */
export async function servesAnother() {
    const { build } = document.documentElement.dataset;
    /* No worker answers for its own file, which names its build. */
    const served = await fetch('worker.js', { cache: 'reload' })
        .then((answer) => (answer.ok ? answer.text() : null), () => null);

    return served !== null && !served.includes(`'${build}'`);
}

/** Gets the page that the server has now, past what is kept here. */
export async function renewPage() {
    const registration =
        await navigator.serviceWorker?.getRegistration().catch(() => undefined);

    await registration?.update().catch(() => {});
    const worker = registration?.waiting ?? registration?.installing;
    if (worker?.state === 'installed')
        letIn(worker);
    else if (worker)
        worker.addEventListener('statechange', () =>
            (worker.state === 'installed' ? letIn(worker) : passWorkers()),
        { once: true });
    else
        passWorkers();
}

/** @param {import('../app.js').App} app @param {() => void} accept */
function showOffer({ words }, accept) {
    document.querySelector('.offer')?.remove();
    const offer = h('div', { class: 'offer', role: 'status' },
        h('span', {}, words.the('page.update')),
        h('button', { type: 'button', class: 'main', click: accept },
            words.the('page.update.now')),
        h('button', { type: 'button', click: () => offer.remove() },
            words.the('page.update.later')));
    document.body.append(offer);
}

/** Why offline and install are missing here, or null. */
export function whyNotOffline() {
    return 'serviceWorker' in navigator ? null : 'page.offline.insecure';
}
