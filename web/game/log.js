/* What happened, in words: a line a step, and what it brought about. */
import { avatar } from '../elements/cloth.js';
import { h } from '../elements/dom.js';
import { colourOfDie } from './dice.js';

/**
 * @param {import('../engine/engine.js').Step} step
 * @param {import('../engine/words.js').Words} words
 * @param {import('../engine/words.js').Names} names
 * @returns {string[]}
 */
export function linesOf(step, words, names) {
    return [headline(step, words, names),
        ...step.told.map((message) => words.say(message, names))];
}

/**
 * @param {import('../engine/engine.js').Step} step
 * @param {import('../engine/words.js').Words} words
 * @param {import('../engine/words.js').Names} names
 */
function headline(step, words, names) {
    if (step.seat >= 0)
        return step.say
            ? words.done(step.say, step.seat, names)
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

/** @param {string} die @param {string} face @param {import('../engine/words.js').Words} words */
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
 * Cards that no one else sees, drawn one after another, are one line: who drew
 * is who acted before. What is dealt to begin with is no news.
 * @param {import('../engine/engine.js').Step[]} steps
 * @param {import('../engine/words.js').Words} words
 * @param {string[]} names
 */
export function paragraphsOf(steps, words, names) {
    /** @type {{seat: number, lines: string[]}[]} */
    const list = [];
    let actor = -1;
    let drawn = 0;
    const sayDrawn = () => {
        if (drawn > 0 && actor >= 0)
            list.push({ seat: actor, lines: [words.the('page.log.drew',
                { seat: actor, n: drawn }, names)] });
        drawn = 0;
    };

    for (const step of steps) {
        if (step.seat < 0 && !step.dice && step.told.length === 0) {
            drawn++;
            continue;
        }
        sayDrawn();
        actor = step.seat >= 0 ? step.seat : actor;
        list.push({ seat: step.seat, lines: linesOf(step, words, names) });
    }
    sayDrawn();
    return list;
}

/**
 * A list a step, or what is worth reading of them.
 * @param {import('../engine/engine.js').Step[]} steps
 * @param {import('../engine/words.js').Words} words
 * @param {import('../engine/words.js').Names} names
 * @param {string} label for screen readers
 * @param {{newestFirst?: boolean, short?: boolean}} [how] absent: a line a
 *     step, the newest at its end
 */
export function drawLog(steps, words, names, label, { newestFirst, short } = {}) {
    const all = newestFirst || short ? paragraphsOf(steps, words, names)
        : steps.map((step) => ({ seat: step.seat,
            lines: linesOf(step, words, names) }));

    if (newestFirst)
        all.reverse();
    return h('ol', { class: 'log', tabindex: '0', 'aria-label': label },
        ...all.map(({ seat, lines: [first, ...rest] }) => h('li',
            { class: seat < 0 ? 'chance' : 'move' },
            newestFirst && seat >= 0 && avatar(names[seat] ?? '', seat, 'small'),
            first, ...rest.map((line) => h('small', {}, line)))));
}
