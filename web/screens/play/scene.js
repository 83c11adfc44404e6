/* What the parts of the play screen draw, and what has changed in it. */
import { areaKey } from '../../table/areas.js';
import { differs, touchId } from '../../table/table.js';

/**
 * @typedef {import('../../engine/engine.js').Piece} Piece
 * @typedef {import('../../engine/engine.js').View} View
 *
 * @typedef {object} Event what someone else did
 * @property {number} seat
 * @property {string[]} lines
 * @property {number} gain points
 * @property {number[]} dice that made it, by id; none: they are rolled again
 * @property {View} before it, when the dice lay there
 *
 * @typedef {object} Done what someone else did, when it can be read at leisure
 * @property {number} seat
 * @property {string[]} lines
 * @property {number} gain points
 *
 * @typedef {object} Scene
 * @property {import('../../engine/engine.js').Look} look
 * @property {import('../../table/answers.js').Answers} answers
 * @property {import('../../game/choosing.js').Choosing} choosing
 * @property {{view: View, told: import('../../engine/words.js').Message[]} | null}
 *     ahead what the choice would do
 * @property {boolean} waits is the choice made, and others still choose?
 * @property {number} whose sheet is large
 * @property {ReadonlyMap<Piece, number>} news what has just changed, and who
 *     did it
 * @property {ReadonlySet<Piece>} just of it: in this moment
 * @property {ReadonlyMap<number, number>} gained points, by seat, since I acted
 * @property {Event | null} event
 * @property {Done[]} since the one who looks has acted; the last few
 * @property {ReadonlyMap<number, number>} gains what a touch is worth
 * @property {import('./hints.js').Hints} hints
 * @property {import('../../engine/engine.js').Move} [shown] by a guide, to be chosen
 * @property {{played: number[], better: number[]}} [told] by the coach: the
 *     pieces of the move that was made, and of a better one
 * @property {number[] | null} typed what all real dice show
 */

/**
 * What is told now: only while nothing is asked.
 * @param {Scene} scene
 * @param {import('../../game/face.js').Phase} phase
 */
export function toldIn({ event }, phase) {
    return ['bots', 'rolling', 'only', 'over'].includes(phase) ? event : null;
}

/** What changes without anyone looking. */
const QUIET = ['throw', 'choices'];

/**
 * Who has changed what since a person last acted.
 */
export class News {
    /** @type {View | null} */
    #seen = null;
    /** @type {Map<string, number>} by the key of a piece */
    #by = new Map();
    /** @type {Set<string>} */
    #just = new Set();
    /** What is dealt before anyone acts is no news. */
    #isDealt = false;

    /** A person acts, or has undone it: what was new is known. */
    begin() {
        this.#by.clear();
        this.#just.clear();
        this.#isDealt = true;
    }

    /**
     * @param {View} view
     * @param {number} actor who did something; −1: chance
     */
    look(view, actor) {
        const before = this.#seen;

        this.#seen = view;
        this.#just.clear();
        this.#isDealt ||= actor >= 0;
        if (!before || before.pieces.length === 0 || !this.#isDealt)
            return;
        const old = new Map(before.pieces.map(
            (piece) => [pieceKey(before, piece), piece]));
        const drawn = newInHands(before, view);
        for (const piece of view.pieces) {
            const key = pieceKey(view, piece);
            if (drawn.has(piece)) {
                this.#by.set(key, view.areas[piece.area].seat ?? -1);
                this.#just.add(key);
                continue;
            }
            const by = piece.seat ?? view.areas[piece.area].seat ?? actor;
            if (by >= 0 && isChanged(view, old.get(key), piece)) {
                this.#by.set(key, by);
                this.#just.add(key);
            }
        }
    }

    /** @param {View} view @returns {Map<Piece, number>} */
    in(view) {
        return new Map(view.pieces.flatMap((piece) => {
            const by = this.#by.get(pieceKey(view, piece));
            return by === undefined ? [] : [[piece, by]];
        }));
    }

    /** @param {View} view @returns {Set<Piece>} */
    justIn(view) {
        return new Set(view.pieces.filter(
            (piece) => this.#just.has(pieceKey(view, piece))));
    }
}

/**
 * Cards that came into an open hand; where they lie says nothing.
 * @param {View} before
 * @param {View} now
 */
function newInHands(before, now) {
    /** @param {View} view */
    const open = (view) => view.pieces.filter((piece) => piece.kind === 'card' &&
        view.areas[piece.area].role === 'hand' &&
        !piece.marks.includes('backed'));
    /** @param {View} view @param {Piece} piece */
    const face = (view, { area, colour, sign, value }) =>
        `${view.areas[area].seat} ${colour} ${sign} ${value}`;
    const old = open(before).map((piece) => face(before, piece));

    return new Set(old.length === 0 ? [] : open(now).filter((piece) => {
        const at = old.indexOf(face(now, piece));
        if (at >= 0)
            old.splice(at, 1);
        return at < 0;
    }));
}

/**
 * @param {View} view
 * @param {Piece | undefined} was
 * @param {Piece} piece
 */
function isChanged(view, was, piece) {
    if (QUIET.includes(view.areas[piece.area].role) ||
        piece.kind === 'counter')
        return false;
    if (piece.kind === 'card' && view.areas[piece.area].role === 'hand')
        return false;
    if (!was)
        return piece.kind === 'token' || piece.kind === 'card';
    return differs(unfaded(was), unfaded(piece)) ||
        (piece.kind === 'token' && was.x !== piece.x);
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

/* --- What stands out ---------------------------------------------------------- */

const MANY = 1 / 3; // of the boxes: then only those worth points rise

/**
 * What a touch on each piece is worth, where it makes a whole move.
 * @param {import('../../game/choosing.js').Choosing} choosing
 * @param {import('../../table/answers.js').Answers} answers
 */
export function gainsOf(choosing, answers) {
    /** @type {Map<number, number>} */
    const gains = new Map();

    for (const id of choosing.touchable) {
        const move = choosing.wouldChoose(id);
        if (move)
            gains.set(id, answers.gain(move));
    }
    return gains;
}

/**
 * The pieces that rise: what leads on, or of too many what is worth points.
 * @param {Scene} scene
 * @param {number} area
 */
export function risesIn({ look, choosing, answers }, area) {
    const boxes = look.view.pieces.filter((piece) => piece.area === area &&
        ['box', 'card'].includes(piece.kind));
    const leadsOn = choosing.next.size > 0;
    /* What is chosen can be chosen otherwise. */
    const could = leadsOn ? choosing.next : choosing.touchable;
    const moves = leadsOn ? choosing.left : look.moves;
    const legal = boxes.filter((piece) => could.has(touchId(piece)));

    if (legal.length <= boxes.length * MANY)
        return could;
    return new Set([...could].filter((id) => moves.some((move) =>
        move.touch.includes(id) && answers.gain(move) > 0)));
}
