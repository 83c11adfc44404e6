/* What a person can set once for all games. */

/**
 * @typedef {object} Values
 * @property {'slow'|'normal'|'fast'|'once'} pace of the bots
 * @property {boolean} onlyMove is an only move played by the page?
 * @property {boolean} ownThrow does one's own roll wait for a touch?
 * @property {boolean} [oneTap] is a touch that makes a whole move the choice?
 *     absent: no one was asked yet
 * @property {boolean} [skips] does the person know that a touch skips?
 * @property {'auto'|'light'|'dark'} theme
 * @property {'usual'|'safe'} palette
 * @property {boolean} sound
 * @property {boolean} vibration where there is sound
 * @property {string} [language] absent: what the browser prefers
 */

/** When it is dark, as a media query; paper never is. */
const DARK = { auto: 'screen and (prefers-color-scheme: dark)',
    light: 'not all', dark: 'screen' };
/** @type {Values} */
const USUAL = { pace: 'normal', onlyMove: true, ownThrow: true, theme: 'auto',
    palette: 'usual', sound: true, vibration: true };

/** How long others take, beside the normal. */
const PACES = { slow: 2, normal: 1, fast: 0.5, once: 0 };

export class Settings {
    #store;
    /** @type {Values} */
    values;

    /** @param {import('./store.js').Store} store */
    constructor(store) {
        this.#store = store;
        this.values = { ...USUAL, ...store.read('settings') };
        this.#show();
    }

    get pace() {
        return PACES[this.values.pace] ?? PACES.normal;
    }

    /** @param {Partial<Values>} values */
    change(values) {
        Object.assign(this.values, values);
        this.#store.write('settings', this.values);
        this.#show();
    }

    #show() {
        const { dataset } = document.documentElement;
        document.querySelector('#dark')?.setAttribute('media',
            DARK[this.values.theme]);
        dataset.palette = this.values.palette;
    }
}

/** Does the person want less movement? */
export function isCalm() {
    return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
