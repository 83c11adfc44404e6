/* How many play a game, and for how long. */

/**
 * @param {import('../../engine/words.js').Words} words
 * @param {import('../../engine/engine.js').Game} game
 */
export function facts(words, { least, most, minutes }) {
    const players = least === most ? words.number(most)
        : `${words.number(least)}–${words.number(most)}`;
    return words.the('page.tile', { word: players, n: minutes });
}
