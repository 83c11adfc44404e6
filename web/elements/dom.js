/* Making elements without a framework. */
import { icon } from './icons.js';

/** @typedef {Node | string | number | null | undefined | false} Child */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes functions are listeners; false, null
 *     and undefined are left out
 * @param {Child[]} children
 */
function furnish(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === false || value === null || value === undefined)
            continue;
        if (typeof value === 'function')
            element.addEventListener(name, value);
        else
            element.setAttribute(name, value === true ? '' : String(value));
    }
    for (const child of children)
        if (child !== null && child !== undefined && child !== false)
            element.append(child instanceof Node ? child : String(child));
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    furnish(element, attributes, children);
    return element;
}

/**
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function s(tag, attributes = {}, ...children) {
    const element = document.createElementNS(SVG, tag);
    furnish(element, attributes, children);
    return element;
}

/**
 * A dialog that is modal, closes on Escape and on a touch beside it, and is
 * gone from the page afterwards.
 * @param {string} title
 * @param {string} closeWord
 * @param {...Child} children
 */
export function openDialog(title, closeWord, ...children) {
    const close = h('button',
        { class: 'plain icon', type: 'button', 'aria-label': closeWord },
        icon('close'));
    const dialog = h('dialog', { 'aria-label': title },
        h('header', {}, h('h2', {}, title), close),
        h('div', { class: 'inside', tabindex: '0' }, ...children));
    const before = document.activeElement;

    close.addEventListener('click', () => dialog.close());
    dialog.addEventListener('click', (event) => {
        if (event.target === dialog)
            dialog.close();
    });
    dialog.addEventListener('close', () => {
        dialog.remove();
        if (before instanceof HTMLElement || before instanceof SVGElement)
            before.focus({ preventScroll: true });
    });
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
}

/**
 * Hands a file to the person.
 * @param {string} name
 * @param {string} text
 */
export function download(name, text) {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const link = h('a', { href: url, download: name });

    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
}
