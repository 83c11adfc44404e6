/* What a game brings to every screen: the hue of its cloth and its emblem. */
import { h } from './dom.js';

/**
 * Everything inside lies on the cloth of this game.
 * @template {HTMLElement} T
 * @param {T} element
 * @param {{hue: number}} game
 * @returns {T}
 */
export function hued(element, { hue }) {
    element.classList.add('hued');
    element.style.setProperty('--hue', String(hue));
    return element;
}

/** The lid of a game's box. @param {import('../engine/engine.js').Game} game */
export function lid(game) {
    return hued(h('span', { class: 'lid cloth' }, h('img', {
        src: `emblems/${game.emblem}.svg`, alt: '', width: 160, height: 112,
    })), game);
}

/**
 * What tells a name at a glance: its initial, or its number where several are
 * called the same.
 * @param {string} name
 */
export function initialOf(name) {
    const [number] = /\d$/.exec(name) ?? [];
    return number ?? [...name.trim()][0]?.toLocaleUpperCase() ?? '';
}

/**
 * A person or a bot as a disc with an initial.
 * @param {string} name
 * @param {number} seat
 * @param {string} [size] a class
 */
export function avatar(name, seat, size = '') {
    return h('span', { class: `avatar player-${seat % 6} ${size}`.trim(),
        'aria-hidden': 'true' }, initialOf(name));
}
