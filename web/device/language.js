/* Which language the page speaks. */

/** Norwegian without saying which, and nynorsk: bokmål is what we have. */
const OTHER_NAMES = /** @type {Record<string, string>} */ (
    { no: 'nb', nn: 'nb' });
/** English with accents, for translators: known, but not in the list. */
const HIDDEN = ['en-XA'];

/** The languages that the build has words of. */
export function languages() {
    return (document.documentElement.dataset.languages ?? 'en').split(' ');
}

/**
 * Our code of a language, or undefined.
 * @param {string} code as browsers write it: de-AT
 */
function ourCode(code) {
    const [base] = code.toLowerCase().split(/[-_]/);
    const ours = OTHER_NAMES[base] ?? base;

    if (HIDDEN.includes(code))
        return code;
    return languages().includes(ours) ? ours : undefined;
}

/**
 * A language in the address, as ?lang=de, is chosen like one in the settings.
 * @param {import('./settings.js').Settings} settings
 */
export function chosenLanguage(settings) {
    const url = new URL(location.href);
    const asked = ourCode(url.searchParams.get('lang') ?? '');

    if (asked)
        settings.change({ language: asked });
    if (url.searchParams.has('lang')) {
        url.searchParams.delete('lang');
        history.replaceState(history.state, '', url);
    }
    return [settings.values.language ?? '', ...navigator.languages]
        .map(ourCode).find(Boolean) ?? 'en';
}

/** What a language calls itself. @param {string} code */
export function nameOfLanguage(code) {
    return new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
}
