/*
 * All moves of a question, with what they are worth: final points and the chance
 * to win, with their uncertainty. A worker plays on from the position and knows
 * it better with every moment.
 */
import { h, openDialog } from '../../elements/dom.js';

/**
 * @typedef {import('../../engine/engine.js').Hint} Hint
 * @typedef {import('../../engine/engine.js').Move} Move
 * @typedef {import('../../engine/words.js').Words} Words
 */

const ENOUGH = 2_000_000; // steps: some five seconds
const PATIENCE = 8000; // ms, on a device that is slow
const FEW = 4; // tries that say nothing about their error

/**
 * @param {import('../../app.js').App} app
 * @param {import('../../engine/engine.js').Readable} match
 * @param {number} seat
 * @param {{names: import('../../engine/words.js').Names,
 *     best: Move | undefined, pick: (move: Move) => void}} how best: what is
 *     recommended
 */
export async function openCompare(app, match, seat, { names, best, pick }) {
    const { words } = app;
    const { moves } = match.look(seat);
    const list = h('ol', { class: 'compared' });
    const progress = h('progress', { max: 1, value: 0 });
    const said = h('label', { class: 'progress' }, h('span', {}), progress);
    const dialog = openDialog(words.the('coach.compare'),
        words.the('page.close'), said, list);
    const began = performance.now();
    const draw = (/** @type {Hint[]} */ hints) => list.replaceChildren(
        ...rank(moves, hints, best).map((move) => line(words, {
            move, names, hint: hints.find((one) => one.move === move.move),
            alone: match.about.seats === 1, isBest: move === best,
            pick: () => {
                dialog.close();
                pick(move);
            } })));

    draw([]);
    for await (const { steps, hints } of app.adviser.hints(match, seat)) {
        if (!dialog.isConnected)
            return;
        const done = Math.max(steps / ENOUGH,
            (performance.now() - began) / PATIENCE);
        draw(hints);
        progress.value = done;
        said.firstElementChild?.replaceChildren(words.the('coach.tried',
            { n: hints.reduce((sum, { tries }) => sum + tries, 0) }));
        if (done >= 1)
            break;
    }
    progress.hidden = true;
}

/**
 * The recommended move first, then the best, those that were not tried last.
 * @param {Move[]} moves
 * @param {Hint[]} hints
 * @param {Move | undefined} best
 */
function rank(moves, hints, best) {
    const place = new Map(hints.map(({ move }, i) => [move, i]));
    /** @param {Move} one */
    const of = (one) => (one === best ? -1 : place.get(one.move) ?? place.size);

    return [...moves].sort((a, b) => of(a) - of(b));
}

/**
 * @param {Words} words
 * @param {{move: Move, names: import('../../engine/words.js').Names,
 *     hint?: Hint, alone: boolean, isBest: boolean, pick: () => void}} of
 */
function line(words, { move, names, hint, alone, isBest, pick }) {
    const bar = h('i', { 'aria-hidden': 'true' });

    bar.style.inlineSize = `${100 * (hint?.win ?? 0)}%`;
    return h('li', {}, h('button', { type: 'button',
        class: isBest ? 'hinted' : '', click: pick },
    h('span', {}, words.say(move.say, names)),
    !alone && h('span', { class: 'rail' }, bar),
    hint && h('small', {}, ...worthWords(hint, alone, words))));
}

/** @param {Hint} hint @param {boolean} alone @param {Words} words */
function worthWords(hint, alone, words) {
    const points = h('span', {}, words.the('coach.points',
        { word: pointsWords(hint, words) }));

    return alone ? [points] : [points, ' · ', h('span', {},
        words.the('coach.win', { word: chanceWords(hint, words) }))];
}

/** @param {Hint} hint @param {Words} words */
function pointsWords({ points, pointsError, tries }, words) {
    if (tries < FEW)
        return `≈ ${words.number(round(points, points))}`;
    return `${words.number(round(points, pointsError))} ± ` +
        words.number(round(pointsError, pointsError));
}

/** @param {Hint} hint @param {Words} words */
function chanceWords({ win, winError }, words) {
    return `${words.percent(win)} ± ${words.percent(winError)}`;
}

/**
 * As many digits as the error leaves a meaning.
 * @param {number} n
 * @param {number} error
 */
function round(n, error) {
    return Math.abs(error) >= 10 ? Math.round(n) : Math.round(10 * n) / 10;
}
