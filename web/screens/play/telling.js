/* What others did: told as it happens, and kept in sight until the person
 * acts. */
import { linesOf } from '../../game/log.js';

/**
 * @typedef {import('./scene.js').Event} Event
 * @typedef {import('./scene.js').Done} Done
 */

const LAST = 2; // of the others' moves: so many stay

export class Telling {
    /** Steps that were told. */
    #told;
    /** Steps that were there when a seat last acted. @type {Map<number, number>} */
    #known = new Map();
    #began;
    /** The last one. @type {Event | null} */
    event = null;
    /** The last few since the one who looks has acted. @type {Done[]} */
    since = [];

    /** @param {number} steps that are no news */
    constructor(steps) {
        this.#told = this.#began = steps;
    }

    /** @param {import('../../game/face.js').Face} session whose person acts */
    act({ looking, turn }) {
        this.#known.set(looking, turn.steps);
        this.event = null;
        this.since = [];
    }

    /**
     * @param {import('../../game/face.js').Face} session
     * @param {import('../../engine/words.js').Words} words
     * @param {import('../../engine/engine.js').View} before it
     * @returns {string[]} what screen readers hear
     */
    hear({ match, looking, names, turn }, words, before) {
        const from = Math.min(this.#told, turn.steps);
        const known = Math.min(from, this.#known.get(looking) ?? this.#began);
        const first = Math.max(0, known - 1);
        const all = match.history(looking, first);
        const done = all.map((step, i) => ({ step, lines:
            linesOf(step, words, names), seat: step.seat, at: i,
        pass: step.pass, gain: step.seat < 0 || i === 0 ? 0
            : step.points[step.seat] - all[i - 1].points[step.seat] }));
        const fresh = done.slice(from - first).filter(({ step }) =>
            step.seat !== looking || step.told.length > 0);
        const others = done.slice(known - first).filter(({ step }) =>
            step.seat >= 0 && step.seat !== looking && step.say);
        const last = others.filter((one) => fresh.includes(one)).pop();

        this.#told = turn.steps;
        this.since = inShort(others);
        if (last)
            this.event = { seat: last.seat, lines: last.lines, gain: last.gain,
                dice: last.step.by ?? [], before };
        /* Rolled again, they have made nothing yet. */
        const later = last ? fresh.slice(fresh.indexOf(last)) : fresh;
        if (this.event && later.some(({ seat }) => seat < 0))
            this.event = { ...this.event, dice: [] };
        return fresh.flatMap(({ lines }) => lines);
    }
}

/**
 * The last moves; where there are more, of each player what it did last, by the
 * first of the moves that belong together: what follows from it says little on
 * its own. Who did something has not passed, whatever was not used of a turn.
 * @template {Done & {at: number, pass?: boolean}} T
 * @param {T[]} moves of others; at: among all steps
 * @returns {Done[]}
 */
export function inShort(moves) {
    /** @type {Map<number, Done & {at: number}>} */
    const last = new Map();
    const told = moves.filter(({ seat, pass }, i) => !pass ||
        !moves.some((one, j) => one.seat === seat && (!one.pass || j > i)));

    if (told.length <= LAST)
        return told;
    for (const { seat, lines, gain, at } of told) {
        const before = last.get(seat);
        const follows = before?.at === at - 1;
        last.delete(seat);
        last.set(seat, follows
            ? { ...before, at, gain: before.gain + gain }
            : { seat, lines, gain, at });
    }
    return [...last.values()].slice(-LAST);
}
