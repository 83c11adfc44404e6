/*
 * Touching pieces filters the moves: law 6 of the design, and nothing else.
 *
 * A move is a list of pieces. What is touched is a beginning of the list where
 * the order matters, else a part of it. A second touch takes a piece back; a
 * piece that goes with nothing touched so far begins anew.
 */

/** @typedef {import('./engine.js').Move} Move */

export class Choosing {
    /** @type {Move[]} */
    #moves;
    /** @type {number[]} */
    #touched = [];

    /** @param {Move[]} moves */
    constructor(moves) {
        this.#moves = moves;
    }

    /** @returns {readonly number[]} in the order of touching */
    get touched() {
        return this.#touched;
    }

    /** The moves that are still possible. */
    get left() {
        return this.#moves.filter((move) => fits(move, this.#touched));
    }

    /** The move that what is touched expresses, or undefined. */
    get chosen() {
        if (this.#touched.length === 0)
            return undefined;
        return this.left.find(
            (move) => move.touch.length === this.#touched.length);
    }

    /** Pieces that lead on from what is touched. */
    get next() {
        /** @type {Set<number>} */
        const pieces = new Set();

        for (const move of this.left) {
            if (move.ordered && move.touch.length > this.#touched.length)
                pieces.add(move.touch[this.#touched.length]);
            else if (!move.ordered)
                move.touch.forEach((piece) => pieces.add(piece));
        }
        this.#touched.forEach((piece) => pieces.delete(piece));
        return pieces;
    }

    /** Every piece that can be touched now. */
    get touchable() {
        const pieces = this.next;

        for (const move of this.#moves)
            for (const piece of move.ordered ? move.touch.slice(0, 1)
                : move.touch)
                pieces.add(piece);
        this.#touched.forEach((piece) => pieces.add(piece));
        return pieces;
    }

    /** @param {number} piece @returns {boolean} did anything change? */
    touch(piece) {
        const at = this.#touched.indexOf(piece);

        if (at >= 0)
            this.#take(at);
        else if (this.#could([...this.#touched, piece]))
            this.#touched = [...this.#touched, piece];
        else if (this.#could([piece]))
            this.#touched = [piece];
        else
            return false;
        return true;
    }

    /**
     * Takes a piece back, and where order matters what came after it.
     * @param {number} at
     */
    #take(at) {
        const without = this.#touched.filter((_, i) => i !== at);

        this.#touched = this.#could(without) ? without
            : this.#touched.slice(0, at);
    }

    /** Touches just what expresses a move. @param {Move} move */
    pick(move) {
        this.#touched = [...move.touch];
    }

    clear() {
        this.#touched = [];
    }

    /** @param {number[]} pieces */
    #could(pieces) {
        return this.#moves.some((move) => fits(move, pieces));
    }
}

/** @param {Move} move @param {readonly number[]} touched */
function fits(move, touched) {
    if (move.ordered)
        return touched.every((piece, i) => move.touch[i] === piece);
    return touched.every((piece) => move.touch.includes(piece));
}
