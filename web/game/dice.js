/* Dice by their notation: which colour the name of a die stands for. */

/** @type {Record<string, string>} */
const COLOURS = { w: 'white', r: 'red', y: 'yellow', g: 'green', b: 'blue',
    p: 'purple', o: 'orange' };

/** @param {string} name "W", "r", "d6" */
export function colourOfDie(name) {
    return name.length === 1 ? COLOURS[name.toLowerCase()] ?? 'white' : 'white';
}

/**
 * A face as a piece that can be drawn and named.
 * @param {string} name of the die
 * @param {string | undefined} face "5", "*"; none: not yet known
 * @returns {import('../engine/engine.js').Piece}
 */
export function dieShowing(name, face) {
    /** @type {import('../engine/engine.js').Piece} */
    const die = { kind: 'cube', area: 0, x: 0, y: 0, w: 1, h: 1, marks: [],
        colour: colourOfDie(name) };

    return !face ? die : face === '*' ? { ...die, sign: 'star' }
        : { ...die, value: Number(face) };
}
