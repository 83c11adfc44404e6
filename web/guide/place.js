/*
 * How far somebody has come with the guide of a game, and whether it is worth
 * offering: to those who have never played that game here.
 */
import { hued } from '../elements/cloth.js';
import { h } from '../elements/dom.js';
import { icon } from '../elements/icons.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../engine/engine.js').Game} Game
 * @typedef {{step?: number, done?: boolean}} Place
 */

/** @param {App} app @param {Game} game @returns {Place} */
function placeOf({ store }, { id }) {
    return store.read(`guided.${id}`) ?? {};
}

/**
 * The step to begin with: where it was left.
 * @param {App} app
 * @param {Game} game
 * @param {number} steps that there are
 */
export function placeIn(app, game, steps) {
    const { step = 0 } = placeOf(app, game);

    return Number.isInteger(step) && step > 0 && step < steps - 1 ? step : 0;
}

/** @param {App} app @param {Game} game @param {Place} place */
export function keepPlace({ store }, { id }, place) {
    store.write(`guided.${id}`, place);
}

/** Was it begun, and is not over? @param {App} app @param {Game} game */
export function isBegun(app, game) {
    return (placeOf(app, game).step ?? 0) > 0;
}

/** Has nobody played it here yet? @param {App} app @param {Game} game */
export function isNew(app, game) {
    return !placeOf(app, game).done && !app.store.read(`plan.${game.id}`);
}

/**
 * The way to the guide, for those who see a game for the first time.
 * @param {App} app
 * @param {Game} game
 */
export function offerGuide(app, game) {
    const { words } = app;

    if (!isNew(app, game))
        return null;
    const offer = hued(h('section', { class: 'paper guide-offer' },
        h('span', { class: 'lamp' }, icon('lamp')),
        h('p', {}, h('b', {}, words.the('page.guide.new')),
            h('span', { class: 'soft' }, words.the('page.guide.about'))),
        h('button', { type: 'button', class: 'plain icon', 'aria-label':
            words.the('page.close'), click: () => {
            keepPlace(app, game, { done: true });
            offer.remove();
        } }, icon('close')),
        guideLink(app, game, 'main')), game);
    return offer;
}

/** @param {App} app @param {Game} game @param {string} look a class */
export function guideLink(app, game, look) {
    return h('a', { class: `button ${look}`, 'data-guide': true,
        href: `#/guide/${game.id}` }, icon('lamp'), app.words.the(
        isBegun(app, game) ? 'page.guide.go_on' : 'page.guide.go'));
}
