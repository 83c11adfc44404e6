/*
 * Ways to a table for other people: its address, the short code, a picture of
 * the address for the camera of a telephone.
 */
import { h, s } from '../elements/dom.js';

/** @param {string} table */
export function addressOf(table) {
    return new URL(`#/table/${table}`, location.href).href;
}

/**
 * For another device of the same person. What stands after # is not sent to
 * servers.
 * @param {string} table
 * @param {string} token
 */
export function addressOfSeat(table, token) {
    return new URL(`#take=${table}.${token}`, location.href).href;
}

/** @param {string} key to seats, for another device as well */
export function addressOfKey(key) {
    return new URL(`#key=${key}`, location.href).href;
}

/**
 * A code as people read it out and type it.
 * @param {string} typed
 * @returns {string} the six letters and digits, or what there is of them
 */
export function readCode(typed) {
    return typed.toLowerCase().replace(/[^a-z0-9]/g, '')
        .replaceAll('o', '0').replace(/[il]/g, '1');
}

/** In two groups, which is easier to read out. @param {string} code */
export function showCode(code) {
    return `${code.slice(0, 3)} ${code.slice(3)}`.toUpperCase();
}

/**
 * In large letters, for those who read it out.
 * @param {import('../engine/words.js').Words} words
 * @param {string} code
 */
export function codeField(words, code) {
    return h('p', { class: 'code' },
        h('span', { class: 'soft' }, words.the('page.invite.code')),
        h('strong', { 'aria-hidden': 'true' }, showCode(code)),
        h('span', { class: 'unseen' }, [...code.toUpperCase()].join(' ')));
}

/** No one else reaches a page at this computer's own name for itself. */
function isOnlyHere() {
    return /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);
}

/**
 * @param {number} size
 * @param {string} dots row by row, '1' is dark
 * @param {string} label
 */
function drawDots(size, dots, label) {
    const quiet = 4;
    const all = size + 2 * quiet;
    let path = '';

    for (let i = 0; i < size * size; i++)
        if (dots[i] === '1')
            path += `M${i % size + quiet} ${Math.floor(i / size) + quiet}h1v1h-1z`;
    return s('svg', { class: 'dots', viewBox: `0 0 ${all} ${all}`, role: 'img',
        'aria-label': label, 'shape-rendering': 'crispEdges' },
    s('rect', { width: all, height: all, fill: '#fff' }),
    s('path', { d: path, fill: '#000' }));
}

/**
 * The address as a picture, which is there as soon as the server has drawn it.
 * @param {import('../app.js').App} app
 * @param {string} address
 * @param {HTMLElement[]} above what is said about it
 */
export function addressPicture({ words, line }, address, ...above) {
    const picture = h('div', { class: 'scan', hidden: true }, ...above);

    line.ask('qr', { text: address }).then(({ size, dots }) => {
        picture.hidden = false;
        picture.append(drawDots(size, dots, words.the('page.invite.scan')));
    }, () => { /* there are other ways */ });
    return picture;
}

/**
 * An address that can be copied, shared where the device can do that, and
 * scanned where the server can draw it.
 * @param {import('../app.js').App} app
 * @param {string} address
 * @param {{title: string, label: string}} about
 */
export function addressField(app, address, { title, label }) {
    const { words } = app;
    const said = h('p', { class: 'said', role: 'status' });
    const field = h('input', { class: 'address', readonly: true,
        value: address, 'aria-label': label,
        focus: () => field.select() });
    const copy = h('button', { type: 'button', 'data-copy': true,
        click: async () => {
            said.textContent = words.the(await copyFrom(field)
                ? 'page.invite.copied' : 'page.invite.copy_yourself');
        } }, words.the('page.invite.copy'));
    const share = 'share' in navigator && h('button', { type: 'button',
        'data-share': true,
        click: () => navigator.share({ title, url: address }).catch(() => {
            /* anyone who changes their mind has not lost anything */
        }) }, words.the('page.invite.share'));

    return h('div', { class: 'invite' },
        addressPicture(app, address),
        h('div', { class: 'ways' }, field,
            h('div', { class: 'abreast' }, copy, share), said),
        isOnlyHere() && h('p', { class: 'note' },
            words.the('page.invite.only_here')));
}

/**
 * Browsers have a clipboard for pages on https only; elsewhere the text is
 * selected, and the old command may still work.
 * @param {HTMLInputElement} field
 */
async function copyFrom(field) {
    if (navigator.clipboard)
        try {
            await navigator.clipboard.writeText(field.value);
            return true;
        } catch {
            /* the old way, then */
        }
    field.focus();
    field.select();
    return document.execCommand('copy');
}
