/* What the parts of the play screen draw, and what has changed in it. */
import { differs } from '../../table.js';

/**
 * @typedef {import('../../engine.js').Piece} Piece
 * @typedef {import('../../engine.js').View} View
 * @typedef {import('../../engine.js').Move} Move
 *
 * @typedef {object} Scene
 * @property {import('../../engine.js').Look} look
 * @property {import('../../choosing.js').Choosing} choosing
 * @property {{view: View, told: import('../../words.js').Message[]} | null}
 *     ahead what the choice would do
 * @property {number} whose sheet is large
 * @property {ReadonlySet<Piece>} fresh what others have changed
 * @property {Move | null} hint
 */

/**
 * The pieces of others that were different before.
 * @param {View | null} before
 * @param {View} now
 * @param {number} mine
 */
export function freshPieces(before, now, mine) {
    /** @type {Set<Piece>} */
    const fresh = new Set();

    if (!before || before.pieces.length === 0)
        return fresh;
    /** @param {Piece} p */
    const key = (p) => `${p.area} ${p.kind} ${p.id ?? `${p.x},${p.y}`}`;
    const old = new Map(before.pieces.map((piece) => [key(piece), piece]));
    for (const piece of now.pieces) {
        const was = old.get(key(piece));
        const { seat } = now.areas[piece.area];
        if ((piece.seat ?? seat) === mine)
            continue;
        if (!was || differs(unfaded(was), unfaded(piece)) ||
            was.x !== piece.x)
            fresh.add(piece);
    }
    return fresh;
}

/**
 * What can no longer be used is not news.
 * @param {Piece} piece
 */
function unfaded(piece) {
    return { ...piece, marks: piece.marks.filter((mark) => mark !== 'lost') };
}
