/* Style sheets that only some screens need come with them. */
import { h } from './dom.js';

/** @type {Map<string, Promise<void>>} */
const coming = new Map();

/**
 * A sheet that cannot be had leaves a plain page, and is asked for again.
 * @param {string} name of a file of style/
 */
export function lateStyle(name) {
    const there = coming.get(name) ?? new Promise((resolve) => {
        document.head.append(h('link', { rel: 'stylesheet',
            href: `style/${name}.css`, load: () => resolve(undefined),
            error: () => {
                coming.delete(name);
                resolve(undefined);
            } }));
    });

    coming.set(name, there);
    return there;
}
