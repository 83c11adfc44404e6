/* What is kept, where and for how long, and how to delete it. */
import { askAgain } from '../online/asking.js';
import { h } from '../elements/dom.js';
import { whyNoServer } from '../online/server.js';
import { head } from './parts/head.js';

const ON_SERVER = ['names', 'chat', 'strangers', 'listed', 'daily'];
const FOR_HOW_LONG = ['closed', 'unvisited', 'leave'];
const ON_DEVICE = ['games', 'keys', 'cookies'];

/** @param {import('../app.js').App} app @returns {import('../app.js').Screen} */
export function openPrivacy(app) {
    const { words } = app;
    /** @param {string} title @param {string[]} lines @param {Node} [more] */
    const part = (title, lines, more) => h('section', { class: 'paper' },
        h('h2', {}, words.the(`page.privacy.${title}`)),
        h('ul', { class: 'dotted' }, ...lines.map((line) => h('li',
            { 'data-line': line },
            words.the(`page.privacy.${title}.${line}`)))), more);
    const element = h('div', { class: 'settings privacy' },
        head({ label: words.the('page.back') }, words.the('page.privacy')),
        part('server', ON_SERVER), part('time', FOR_HOW_LONG),
        part('device', ON_DEVICE, forgetAll(app)));

    sayDays(app, element);
    return { title: words.the('page.privacy'), element };
}

/**
 * Where there is a server, it says how many days it keeps a table.
 * @param {import('../app.js').App} app
 * @param {HTMLElement} screen
 */
async function sayDays(app, screen) {
    const n = await whyNoServer() ? 0 : await app.line.keepDays();
    const line = screen.querySelector('[data-line="unvisited"]');

    if (n && line)
        line.textContent = app.words.the('page.privacy.time.days', { n });
}

/** @param {import('../app.js').App} app */
function forgetAll({ words, store }) {
    const title = words.the('page.privacy.forget');

    return h('button', { type: 'button', class: 'danger', 'data-forget': true,
        click: () => askAgain(words, { title,
            why: words.the('page.privacy.forget.sure'), act: async () => {
                store.keys().forEach((key) => store.remove(key));
                location.hash = '#/';
                location.reload();
            } }) }, title);
}
