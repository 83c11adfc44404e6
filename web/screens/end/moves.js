/* The best and the costliest move of a game, once the coach is sure of them:
 * nothing changes while someone reads it. */
import { h } from '../../elements/dom.js';
import { icon } from '../../elements/icons.js';
import { lateStyle } from '../../elements/late.js';
import { analysisOf, LEAST } from '../../coach/analysis.js';

/**
 * @typedef {import('../../coach/analysis.js').Decision} Decision
 * @typedef {import('../../engine/words.js').Names} Names
 */

const CALM = 1700; // ms: the celebration has the device to itself

/**
 * @param {import('../../app.js').App} app
 * @param {import('../../device/store.js').Kept} kept
 * @param {Names} names
 */
export function drawMoves(app, kept, names) {
    const place = h('section', { class: 'paper told-moves', hidden: true });

    setTimeout(async () => {
        if (!place.isConnected)
            return;
        await Promise.all([app.learnCoach(), lateStyle('coach')]);
        const analysis = analysisOf(app, kept);
        analysis.onChange = () => draw(app, place, analysis, { kept, names });
        analysis.onChange();
        await analysis.run();
    }, CALM);
    return place;
}

/**
 * @param {import('../../app.js').App} app
 * @param {HTMLElement} place
 * @param {import('../../coach/analysis.js').Analysis} analysis
 * @param {{kept: import('../../device/store.js').Kept, names: Names}} game
 */
function draw({ words }, place, analysis, { kept, names }) {
    const { finest } = analysis;
    const [worst] = analysis.worst(1);
    const known = analysis.done === 1 && analysis.decisions.length > 0;
    /** @param {string} id @param {string} sign @param {Decision} one */
    const line = (id, sign, one) => h('li', { class: sign },
        h('a', { class: 'line', href: `#/replay/${kept.id}/${one.step}` },
            h('span', { class: 'seal', 'aria-hidden': 'true' }, icon(sign)),
            h('span', {}, h('b', {}, words.the(id)), h('span', { class: 'soft' },
                words.done(one.played.say, one.seat, names))),
            h('b', { class: 'display' }, signOf(words, one))));

    place.hidden = !known || (!finest && !worst);
    if (known)
        place.replaceChildren(h('ul', {},
            finest ? line('coach.finest', 'check', finest) : '',
            worst ? line('coach.costliest', 'close', worst)
                : h('li', { class: 'check' }, h('p', { class: 'line' },
                    h('span', { class: 'seal', 'aria-hidden': 'true' },
                        icon('check')), h('b', {},
                        words.the('coach.no_mistakes'))))));
}

/** What it brought or cost. @param {import('../../engine/words.js').Words} words @param {Decision} decision */
function signOf(words, { verdict }) {
    const { points = 0, win = 0, worth = 0 } = verdict ?? {};
    const isGain = worth < 0;
    const isPoints = Math.abs(points) >= LEAST && (points < 0) === isGain;

    return (isGain ? '+' : '−') + (isPoints ? words.decimal(Math.abs(points))
        : words.percent(Math.max(0.01, Math.abs(win))));
}
