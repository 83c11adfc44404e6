/* What can be heard of what has just happened. */
import { isCalm } from '../../device/settings.js';

const FALL = 320; // ms until the first die lies
const APART = 40;

/**
 * Dice tumble, and come to rest one after another.
 * @param {import('../../device/sound.js').Sound} sound
 * @param {import('../../engine/engine.js').View} view
 */
export function hearDice(sound, view) {
    const dice = view.pieces.filter(({ kind }) => kind === 'cube').length;

    sound.roll();
    for (let i = 0; i < (isCalm() ? 1 : dice); i++)
        setTimeout(() => sound.die(i, dice > 1 ? 2 * i / (dice - 1) - 1 : 0),
            FALL + i * APART);
}

/**
 * What someone did: a cross, a card, a pawn, a lock.
 * @param {import('../../device/sound.js').Sound} sound
 * @param {Iterable<import('../../engine/engine.js').Piece>} just
 */
export function hearNews(sound, just) {
    let step = 0;

    for (const piece of just) {
        if (piece.kind === 'card')
            sound.card();
        else if (piece.kind === 'token')
            sound.hop();
        else if (piece.kind === 'box' && piece.sign === 'lock' &&
            piece.marks.length > 0)
            sound.lock();
        else if (piece.kind === 'box' && piece.marks.length > 0)
            hearMark(sound, piece, step++);
    }
}

/**
 * @param {import('../../device/sound.js').Sound} sound
 * @param {import('../../engine/engine.js').Piece} piece
 * @param {number} step
 */
function hearMark(sound, { colour, marks }, step) {
    sound.pencil(marks.includes('circled'));
    sound.done(colour, step);
}
