/*
 * The move that the strongest bot would choose, and why. A worker finds it, and
 * what it beats; the reason comes from comparing where both lead.
 */
import { reasonsFor } from './reasons.js';

/**
 * @typedef {import('../engine/engine.js').Move} Move
 *
 * @typedef {object} Advice
 * @property {number} best move
 * @property {number} other the best of the others
 * @property {boolean} isClose are they as good as each other?
 * @property {import('../engine/words.js').Message[]} reasons
 */

const THINKS = 500; // ms
const STEPS = 60_000; // to compare the two: a tenth of a second

/**
 * @param {Pick<import('../app.js').App, 'adviser' | 'engine'>} app
 * @param {import('../engine/engine.js').Readable} match
 * @param {number} seat
 * @returns {Promise<Advice>}
 */
export async function adviceOn({ adviser, engine }, match, seat) {
    const { moves } = match.look(seat);
    const chosen = moves.length === 1 ? moves[0].move
        : await adviser.choose(match, seat, engine.bots.at(-1) ?? '',
            { ms: THINKS });
    if (moves.length === 1)
        return { best: chosen, other: chosen, isClose: false, reasons: [] };
    const { best: rival, call, worth } =
        await adviser.judge(match, seat, chosen, STEPS);
    const [best, other] = call === 'costly' ? [rival, chosen] : [chosen, rival];
    /** @param {number} which */
    const find = (which) => /** @type {Move} */ (moves.find(
        ({ move }) => move === which));

    return { best, other, isClose: call !== 'costly' && worth > 0,
        reasons: reasonsFor(match, seat, find(best), find(other)) };
}
