/*
 * Touching pieces filters the moves: law 6 of the design, and nothing else.
 *
 * A move is a list of pieces. What is touched is a beginning of the list where
 * the order matters, else a part of it. Pieces that every move left has in
 * common are touched along with it, so that a choice with one way to go on
 * makes itself. A second touch undoes a piece; a piece that goes with nothing
 * touched so far begins again. With a guide only some of the legal moves may be
 * chosen; what goes along with a touch is the same as without.
 */

/** @typedef {import('../engine/engine.js').Move} Move */

export class Choosing {
    /** @type {Move[]} */
    #legal;
    /** @type {Move[]} of them, those that may be chosen */
    #moves;
    /** @type {number[]} what the person touched */
    #given = [];
    /** @type {number[]} and what goes with it */
    #touched = [];

    /** @param {Move[]} legal @param {Move[]} [moves] that may be chosen */
    constructor(legal, moves = legal) {
        this.#legal = legal;
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

    /** Is it a move that no longer one begins with? */
    get isWhole() {
        return this.chosen !== undefined && this.left.length === 1;
    }

    /** How many pieces are missing at least. */
    get missing() {
        return Math.min(...this.left.map(
            (move) => move.touch.length - this.#touched.length));
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

    /**
     * The move that touching a piece would make whole.
     * @param {number} piece
     */
    wouldChoose(piece) {
        const touched = this.#touched.includes(piece) ? this.#touched
            : this.#could([...this.#touched, piece])
                ? [...this.#touched, piece] : [piece];
        const all = this.#withCommon(touched);

        return this.#moves.find((move) => fits(move, all) &&
            move.touch.length === all.length);
    }

    /** @param {number} piece @returns {boolean} did anything change? */
    touch(piece) {
        const at = this.#given.indexOf(piece);

        if (at >= 0)
            this.#undo(at);
        else if (this.#touched.includes(piece))
            this.#given = this.#given.slice(0, -1);
        else if (this.#could([...this.#touched, piece]))
            this.#given = [...this.#given, piece];
        else if (this.#could([piece]))
            this.#given = [piece];
        else
            return false;
        this.#touched = this.#withCommon(this.#given);
        return true;
    }

    /**
     * Undoes a touch, and where order matters what came after it.
     * @param {number} at
     */
    #undo(at) {
        const without = this.#given.filter((_, i) => i !== at);

        this.#given = this.#could(without) ? without
            : this.#given.slice(0, at);
    }

    /**
     * What is touched, and what all moves with it have in common.
     * @param {number[]} given
     */
    #withCommon(given) {
        const [first, ...others] = this.#legal.filter(
            (move) => fits(move, given));

        if (given.length === 0 || !first)
            return given;
        if (first.ordered)
            return first.touch.slice(0, commonStart(first, others));
        const common = first.touch.filter((piece) => others.every(
            (move) => move.touch.includes(piece)));
        return [...given, ...common.filter((piece) => !given.includes(piece))];
    }

    /** Touches just what expresses a move. @param {Move} move */
    pick(move) {
        this.#given = [...move.touch];
        this.#touched = this.#given;
    }

    clear() {
        this.#given = [];
        this.#touched = [];
    }

    /** @param {number[]} pieces */
    #could(pieces) {
        return this.#moves.some((move) => fits(move, pieces));
    }
}

/** @param {Move} move @param {Move[]} others */
function commonStart(move, others) {
    const end = move.touch.findIndex((piece, i) => others.some(
        (other) => other.touch[i] !== piece));
    return end < 0 ? move.touch.length : end;
}

/** @param {Move} move @param {readonly number[]} touched */
function fits(move, touched) {
    if (move.ordered)
        return touched.every((piece, i) => move.touch[i] === piece);
    return touched.every((piece) => move.touch.includes(piece));
}
