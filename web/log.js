/* What happened, in words: a line a step, and what it brought about. */
import { h } from './dom.js';
import { colourOfDie } from './dice.js';

/**
 * @param {import('./engine.js').Step} step
 * @param {import('./words.js').Words} words
 * @param {string[]} names
 * @returns {string[]}
 */
export function linesOf(step, words, names) {
    return [headline(step, words, names),
        ...step.told.map((message) => words.say(message, names))];
}

/**
 * @param {import('./engine.js').Step} step
 * @param {import('./words.js').Words} words
 * @param {string[]} names
 */
function headline(step, words, names) {
    if (step.seat >= 0)
        return step.say
            ? words.the('log.move', { seat: step.seat }, names) +
              words.say(step.say, names)
            : words.the('page.log.chose', { seat: step.seat }, names);
    if (!step.dice)
        return words.the('page.log.secret');
    const faces = step.dice.map(({ name, face }) => faceWords(name, face, words));
    return words.the(step.draw ? 'page.log.drawn' : 'page.log.thrown',
        { word: faces.join(', ') });
}

/** Cards of no colour. @type {[RegExp, string][]} */
const CARDS = [[/^n(\d+)$/, 'page.card.number_joker'],
    [/^\+(\d+)$/, 'page.card.plus']];

/** @param {string} die @param {string} face @param {import('./words.js').Words} words */
function faceWords(die, face, words) {
    const card = /^([rygbpow])(\d+)$/.exec(face);

    if (card)
        return words.the(`page.coloured.${colourOfDie(card[1])}`,
            { n: Number(card[2]) });
    for (const [notation, id] of CARDS) {
        const n = notation.exec(face)?.[1];
        if (n)
            return words.the(id, { n: Number(n) });
    }
    if (face === '*')
        return words.the('page.sign.star');
    if (/^\d+$/.test(face) && die.length === 1)
        return words.the(`page.coloured.${colourOfDie(die)}`,
            { n: Number(face) });
    return face;
}

/**
 * A list with the newest at its end.
 * @param {import('./engine.js').Step[]} steps
 * @param {import('./words.js').Words} words
 * @param {string[]} names
 * @param {string} label for screen readers
 */
export function drawLog(steps, words, names, label) {
    return h('ol', { class: 'log', tabindex: '0', 'aria-label': label }, ...steps.map((step) => {
        const [first, ...rest] = linesOf(step, words, names);
        return h('li', { class: step.seat < 0 ? 'chance' : 'move' }, first,
            ...rest.map((line) => h('small', {}, line)));
    }));
}
