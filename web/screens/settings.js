/* What can be set once for all games. */
import { h } from '../elements/dom.js';
import { whyNotOffline } from '../device/offline.js';
import { head } from './parts/head.js';
import { languageChoice } from './parts/language.js';

/** @param {import('../app.js').App} app @returns {import('../app.js').Screen} */
export function openSettings(app) {
    const { words } = app;
    const offline = whyNotOffline();

    return {
        title: words.the('page.settings'),
        element: h('div', { class: 'settings' },
            head({ label: words.the('page.back') }, words.the('page.settings')),
            h('section', { class: 'paper' },
                choice(app, 'pace', ['slow', 'normal', 'fast', 'once']),
                check(app, 'oneTap'),
                check(app, 'onlyMove'), check(app, 'ownThrow'),
                check(app, 'sound'),
                'vibrate' in navigator && check(app, 'vibration')),
            h('section', { class: 'paper' },
                choice(app, 'theme', ['auto', 'light', 'dark']),
                choice(app, 'palette', ['usual', 'safe']),
                languageChoice(app)),
            h('section', { class: 'paper' },
                h('h2', {}, words.the('page.offline')),
                h('p', {}, words.the(offline ?? 'page.offline.works')))),
    };
}

/**
 * @param {import('../app.js').App} app
 * @param {'pace' | 'theme' | 'palette'} name
 * @param {string[]} values
 */
function choice({ words, settings }, name, values) {
    return h('fieldset', {},
        h('legend', {}, words.the(`page.set.${name}`)),
        h('div', { class: 'pills' }, ...values.map((value) => {
            const id = `${name}-${value}`;
            return h('span', { class: 'check' },
                h('input', { type: 'radio', name, id, value,
                    checked: settings.values[name] === value,
                    change: () => settings.change({ [name]: value }) }),
                h('label', { for: id }, words.the(`page.set.${name}.${value}`)));
        })));
}

/** @param {import('../app.js').App} app @param {'oneTap' | 'onlyMove' | 'ownThrow' |
 *     'sound' | 'vibration'} name */
export function check({ words, settings }, name) {
    const box = h('input', { type: 'checkbox', id: name,
        checked: settings.values[name] ?? false,
        change: () => settings.change({ [name]: box.checked }) });

    return h('p', { class: 'check' }, box,
        h('label', { for: name }, words.the(`page.set.${name}`)));
}
