/*
 * What each decision of a game cost against the best move that was found: a
 * worker plays on from every decision, one after the other.
 */
import { h } from '../../elements/dom.js';
import { namesIn } from '../../game/player_names.js';
import { round } from '../play/hints.js';

/**
 * @typedef {import('../../engine/engine.js').Hint} Hint
 * @typedef {import('../../engine/engine.js').Step} Step
 *
 * @typedef {object} Judgement
 * @property {number} step which it is, from 0
 * @property {number} seat
 * @property {string} best what would have been best, in words
 * @property {boolean} isBest it was just that
 * @property {boolean} isClose no worse, as far as can be told
 * @property {number} points more or less than the best
 * @property {number} win
 */

const ENOUGH = 300_000; // steps a decision: most of a second

/**
 * Judges decisions of these seats one by one.
 * @param {import('../../app.js').App} app
 * @param {string} record
 * @param {Step[]} steps
 * @param {number[]} seats
 * @returns {AsyncGenerator<Judgement | null>} null: there was no choice
 */
export async function* judge(app, record, steps, seats) {
    for (const step of decisionsOf(steps, seats)) {
        const match = app.engine.open(record);

        match.rewind(step);
        try {
            yield await judgeStep(app, match, step, steps[step]);
        } finally {
            match.close();
        }
    }
}

/** @param {Step[]} steps @param {number[]} seats */
export function decisionsOf(steps, seats) {
    return steps.flatMap(({ seat }, i) => (seats.includes(seat) ? [i] : []));
}

/**
 * @param {import('../../app.js').App} app
 * @param {import('../../engine/engine.js').Match} match
 * @param {number} step
 * @param {Step} done
 * @returns {Promise<Judgement | null>}
 */
async function judgeStep({ adviser, words }, match, step, { seat, name }) {
    const { moves } = match.look(seat);
    const move = moves.find((one) => one.name === name)?.move;

    if (moves.length < 2 || move === undefined)
        return null;
    const hints = await ask(adviser, match, seat, move);
    const played = hints.find((hint) => hint.move === move) ?? hints[0];
    const say = moves.find((one) => one.move === hints[0].move)?.say;

    return { step, seat, ...compare(hints[0], played, match.about.seats === 1),
        best: say ? words.say(say, namesIn(words, match.about)) : '' };
}

/**
 * @param {import('../../engine/bots.js').Thinker} adviser
 * @param {import('../../engine/engine.js').Match} match
 * @param {number} seat
 * @param {number} move
 */
async function ask(adviser, match, seat, move) {
    /** @type {Hint[]} */
    let known = [];

    for await (const { steps, hints } of adviser.hints(match, seat, move)) {
        known = hints;
        if (steps >= ENOUGH)
            break;
    }
    return known;
}

/** @param {Hint} best @param {Hint} played @param {boolean} alone */
function compare(best, played, alone) {
    const points = played.points - best.points;
    const win = played.win - best.win;

    return { points, win, isBest: played === best, isClose:
        -points <= Math.hypot(played.pointsError, best.pointsError) &&
        (alone || -win <= Math.hypot(played.winError, best.winError)) };
}

/**
 * @param {Judgement} judgement
 * @param {boolean} alone
 * @param {import('../../engine/words.js').Words} words
 */
export function drawJudgement(judgement, alone, words) {
    const { isBest, isClose, best, points, win } = judgement;
    const kind = isBest ? 'best' : isClose ? 'close' : 'worse';
    const cost = [words.the('page.judge.points',
        { word: words.signed(round(points, 0)) })];

    if (!alone)
        cost.push(words.the('page.hint.win', { word:
            (win > 0 ? '+' : '') + words.percent(win) }));
    return h('small', { class: `judged ${kind}` },
        [words.the(`page.judge.${kind}`, { word: best }),
            ...isClose ? [] : cost].join(' · '));
}
