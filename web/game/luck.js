/* The dice of a game, to fall once more in another one that goes on from it. */

/**
 * @typedef {object} Luck
 * @property {number} from so many rolls are the same already
 * @property {[string, string][][]} rolls names and faces of those that followed
 */

/** Rolls and draws of a record. @param {string} record */
export function countRolls(record) {
    return record.match(/^chance /gm)?.length ?? 0;
}

/**
 * @param {import('../engine/engine.js').Step[]} steps all of a game
 * @param {number} from the first that is played anew
 * @returns {Luck}
 */
export function luckOf(steps, from) {
    /** @param {import('../engine/engine.js').Step[]} list */
    const rolls = (list) => list.filter(({ seat }) => seat < 0);

    return { from: rolls(steps.slice(0, from)).length,
        rolls: rolls(steps.slice(from)).map(({ dice = [] }) =>
            dice.map(({ name, face }) => [name, face])) };
}

/**
 * The faces that fell then, if the same dice are rolled now.
 * @param {Luck} luck
 * @param {string} record so far
 * @param {import('../engine/engine.js').Chance} chance
 * @returns {number[] | null}
 */
export function sameFaces({ from, rolls }, record, { dice }) {
    const then = rolls[countRolls(record) - from];

    if (then?.length !== dice.length)
        return null;
    const faces = dice.map(({ name, faces: all }, i) =>
        (then[i][0] === name ? all.indexOf(then[i][1]) : -1));
    return faces.includes(-1) ? null : faces;
}
