/*
 * What the table knows about a game beyond its pieces: what a touch is worth,
 * which dice make it, why something cannot be touched, what a sign means. The
 * one place where the screen asks the engine for it.
 */

/**
 * @typedef {import('../engine/engine.js').Look} Look
 * @typedef {import('../engine/engine.js').Move} Move
 * @typedef {import('../engine/engine.js').Piece} Piece
 * @typedef {import('../engine/words.js').Message} Message
 */

export class Answers {
    #look;
    #match;
    #seat;
    /** @type {number[]} ids, in the order of the engine's bits */
    #dice;

    /**
     * @param {Look} look
     * @param {Pick<import('../engine/engine.js').Readable, 'game' | 'why'>} match
     * @param {number} seat who looks
     */
    constructor(look, match, seat) {
        const { areas, pieces } = look.view;

        this.#look = look;
        this.#match = match;
        this.#seat = seat;
        this.#dice = pieces.filter(({ kind, area }) => kind === 'cube' &&
            areas[area].role === 'throw').map(({ id }) => id ?? 0);
    }

    /** Points by the game's own score. @param {Move} move */
    gain(move) {
        return move.gain;
    }

    /** The dice that make a move. @param {Move} move @returns {number[]} ids */
    dice(move) {
        return this.#dice.filter((_, i) => move.dice >> i & 1);
    }

    /* --- Dice to keep and to roll again --------------------------------------- */

    /** Does it keep some dice, and roll the others again? @param {Move} move */
    #isReroll({ touch }) {
        return touch.length > 0 &&
            touch.every((piece) => this.#dice.includes(piece));
    }

    /** Are dice picked by themselves, to keep them? */
    get picksDice() {
        return this.#look.moves.some((move) => this.#isReroll(move));
    }

    /**
     * Is a die kept, or rolled again? Neither before any is picked.
     * @param {number} die
     * @param {Move | undefined} chosen
     * @returns {'' | 'kept' | 'again'}
     */
    fateOf(die, chosen) {
        if (!chosen || !this.#isReroll(chosen) || !this.#dice.includes(die))
            return '';
        return this.dice(chosen).includes(die) ? 'kept' : 'again';
    }

    /** How many dice a choice rolls again; 0: it is no such choice. @param {Move} chosen */
    again(chosen) {
        return this.#dice.filter((die) =>
            this.fateOf(die, chosen) === 'again').length;
    }

    /** The dice that no move needs now; none where no move needs any.
     * @returns {number[]} ids */
    get resting() {
        const { moves } = this.#look;
        const needed = new Set(moves.flatMap((move) =>
            [...this.dice(move), ...move.touch]));

        return this.picksDice || moves.every(({ dice }) => dice === 0) ? []
            : this.#dice.filter((die) => !needed.has(die));
    }

    /* --- In words ------------------------------------------------------------- */

    /** Why a piece cannot be touched. @param {Piece} piece @returns {Message} */
    why({ id = 0 }) {
        return this.#match.why(this.#seat, id) ?? { id: 'page.why.not' };
    }

    /** What a sign means here. @param {string} sign @returns {Message} */
    meaning(sign) {
        return { id: this.#match.game.signs[sign] ?? `page.sign.${sign}` };
    }
}
