/* Style sheets that only some screens need come with them. */
import { h } from './dom.js';

/** @type {Map<string, Promise<boolean>>} */
const coming = new Map();

/**
 * A sheet that cannot be had leaves a plain page, and is asked for again.
 * @param {string} name of a file of style/
 * @returns {Promise<boolean>} is it there?
 */
export function lateStyle(name) {
    const there = coming.get(name) ?? new Promise((resolve) => {
        document.head.append(h('link', { rel: 'stylesheet',
            href: `style/${name}.css`, load: () => resolve(true),
            error: () => {
                coming.delete(name);
                resolve(false);
            } }));
    });

    coming.set(name, there);
    return there;
}
