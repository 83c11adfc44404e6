/* The head of a screen: the way back, what it is, and what else there is. */
import { hued, lid } from '../../elements/cloth.js';
import { h } from '../../elements/dom.js';
import { icon } from '../../elements/icons.js';
import { facts } from './facts.js';

/**
 * @typedef {object} Way back
 * @property {string} [href] absent: where the person came from
 * @property {string} label
 */

/** @param {Way} way */
export function wayBack({ href, label }) {
    return href === undefined
        ? h('button', { type: 'button', class: 'plain icon', 'aria-label': label,
            click: () => history.back() }, icon('back'))
        : h('a', { class: 'button plain icon', href, 'aria-label': label },
            icon('back'));
}

/**
 * @param {Way} way
 * @param {string} title
 * @param {...import('../../elements/dom.js').Child} more
 */
export function head(way, title, ...more) {
    return h('header', { class: 'top' }, wayBack(way),
        h('h1', { tabindex: '-1' }, title), ...more);
}

/**
 * The head of a screen that is about one game, on its cloth.
 * @param {import('../../engine/words.js').Words} words
 * @param {import('../../engine/engine.js').Game} game
 * @param {{way: Way, title: string}} about
 * @param {...import('../../elements/dom.js').Child} more
 */
export function banner(words, game, { way, title }, ...more) {
    return hued(h('header', { class: 'banner cloth' },
        h('div', { class: 'top' }, wayBack(way), h('span', { class: 'gap' }),
            ...more),
        h('div', { class: 'of-game' }, lid(game),
            h('div', {}, h('h1', { tabindex: '-1' }, title),
                h('p', {}, facts(words, game)),
                h('p', { class: 'about' }, words.the(`about.${game.id}`))))),
    game);
}
