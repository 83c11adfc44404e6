/* The list of languages, each by its own name. */
import { h, openDialog } from '../../elements/dom.js';
import { languages, nameOfLanguage } from '../../device/language.js';

/**
 * @param {import('../../app.js').App} app
 * @param {() => void} [chosen] called before the page speaks another language
 */
export function languageChoice(app, chosen = () => {}) {
    const { words } = app;
    const codes = new Set([...languages(), words.language]);
    const select = h('select', { id: 'language', change: () => {
        chosen();
        change(app, select.value);
    } }, ...[...codes].map((code) => h('option', { value: code, lang: code,
        selected: code === words.language }, nameOfLanguage(code))));

    return h('p', { class: 'field' },
        h('label', { for: 'language' }, words.the('page.set.language')), select);
}

/** @param {import('../../app.js').App} app @param {string} language */
async function change(app, language) {
    try {
        await app.speak(language);
    } catch {
        const { words } = app;
        openDialog(words.the('page.set.language'), words.the('page.close'),
            h('p', {}, words.the('page.set.language.offline')));
    }
}
