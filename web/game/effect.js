/* What a choice would bring, in a line: points, boxes lost, what happens. */

/**
 * @param {import('../engine/engine.js').View} now
 * @param {{view: import('../engine/engine.js').View,
 *     told: import('../engine/words.js').Message[]}} ahead
 * @param {number} gain points
 * @param {number} seat who chooses
 * @param {import('../engine/words.js').Words} words
 * @param {import('../engine/words.js').Names} names
 */
export function effectOf(now, ahead, gain, seat, words, names) {
    const parts = [];
    const lost = lostBoxes(now, ahead.view, seat);

    if (gain !== 0)
        parts.push(words.the(gain > 0 ? 'page.gain' : 'page.loss',
            { n: Math.abs(gain) }));
    if (lost.length > 0)
        parts.push(lostWords(lost, words));
    for (const message of ahead.told)
        if (message.seat === undefined || message.seat < 0 ||
            message.seat === seat)
            parts.push(words.say(message, names));
    return parts.join(' · ');
}

/**
 * Boxes of this seat that could still be used and then could not.
 * @param {import('../engine/engine.js').View} now
 * @param {import('../engine/engine.js').View} later
 * @param {number} seat
 */
function lostBoxes(now, later, seat) {
    const gone = new Set(later.pieces.filter((piece) => piece.id &&
        piece.marks.includes('lost')).map((piece) => piece.id));

    return now.pieces.filter((piece) => piece.id && gone.has(piece.id) &&
        !piece.marks.includes('lost') &&
        (now.areas[piece.area].seat ?? seat) === seat);
}

/**
 * @param {import('../engine/engine.js').Piece[]} lost
 * @param {import('../engine/words.js').Words} words
 */
function lostWords(lost, words) {
    const one = lost.every((piece) => piece.colour === lost[0].colour &&
        piece.value !== undefined);

    if (one && lost.length <= 5)
        return words.the('page.skips', { word: words.list(
            lost.map((piece) => words.number(piece.value ?? 0))) });
    return words.the('page.loses', { n: lost.length });
}
