/* What the parts of the play screen draw, and what has changed in it. */
import { areaKey } from '../../areas.js';
import { differs } from '../../table.js';

/**
 * @typedef {import('../../engine.js').Piece} Piece
 * @typedef {import('../../engine.js').View} View
 *
 * @typedef {object} Scene
 * @property {import('../../engine.js').Look} look
 * @property {import('../../choosing.js').Choosing} choosing
 * @property {{view: View, told: import('../../words.js').Message[]} | null}
 *     ahead what the choice would do
 * @property {number} whose sheet is large
 * @property {ReadonlySet<Piece>} fresh what others have changed, and what was
 *     won in this turn
 * @property {import('../hints.js').Hints} hints
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
    const old = new Map(before.pieces.map(
        (piece) => [pieceKey(before, piece), piece]));
    for (const piece of now.pieces) {
        const was = old.get(pieceKey(now, piece));
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
 * What own choices have won since dice fell.
 * @param {View | null} thrown
 * @param {View} now
 * @param {number} mine
 */
export function wonPieces(thrown, now, mine) {
    /** @param {View} view */
    const won = (view) => view.pieces.filter((piece) =>
        piece.kind === 'label' && piece.marks.includes('circled') &&
        view.areas[piece.area].seat === mine);
    const old = new Set(thrown
        ? won(thrown).map((piece) => pieceKey(thrown, piece)) : []);

    return thrown
        ? won(now).filter((piece) => !old.has(pieceKey(now, piece))) : [];
}

/** Which piece this is, in any view. @param {View} view @param {Piece} piece */
function pieceKey(view, { area, kind, id, x, y }) {
    return `${areaKey(view.areas[area])} ${kind} ${id ?? `${x},${y}`}`;
}

/**
 * What can no longer be used is not news.
 * @param {Piece} piece
 */
function unfaded(piece) {
    return { ...piece, marks: piece.marks.filter((mark) => mark !== 'lost') };
}
