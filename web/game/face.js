/*
 * The face that a game shows to the play screen, wherever it is played: at
 * this device (session.js) or at a table of the server (online/session.js).
 */

/**
 * The table stands in one phase at a time:
 *   throw    a person may throw            type    a person types real dice
 *   choose   a person chooses              only    an only move is about to be
 *   curtain  the device changes hands              played
 *   bots     someone else is at it        rolling dice fall
 *   over     the game is over              taken   another tab plays it now
 *   seen     a person looks at what was drawn before the device changes hands
 * @typedef {'throw'|'type'|'choose'|'only'|'curtain'|'bots'|'rolling'|'over'|
 *     'taken'|'seen'} Phase
 * @typedef {import('../engine/words.js').Message} Message
 *
 * @typedef {object} Common what every game has
 * @property {string} id
 * @property {import('../engine/engine.js').Readable} match
 * @property {import('../engine/engine.js').Turn} turn what is shown now
 * @property {import('../engine/words.js').Names} names of the seats
 * @property {number[]} people the seats that are played at this device
 * @property {() => void} showResult
 * @property {(seat: number) => boolean} isBot
 * @property {() => void} start
 * @property {() => void} stop
 * @property {(move: number) => void} choose
 * @property {(faces: number[]) => void} typed real dice show this
 * @property {() => void} touched someone touched the screen: no need to wait
 * @property {() => boolean} canTakeBack
 * @property {() => void} takeBack
 *
 * @typedef {Common & QuietFace} Face
 */

/** What exists at one kind of table only, and what the other one answers. */
export class QuietFace {
    /** @type {number} seat whose secrets may be seen; −1: no one's */
    looking = -1;
    /** @type {number} whom the table asks or waits for; −1: no one */
    asked = -1;
    /** @type {Phase} */
    phase = 'bots';
    /** Called when something changed. */
    onChange = () => {};
    /** Called once a second where time is shown. */
    onTick = () => {};
    /** What went wrong, should it. @type {(error: unknown) => void} */
    onError = () => {};

    /* --- Only at this device ----------------------------------------------- */

    throwNow() {}

    /** The device is in the hands of whom the table asks. */
    lift() {}

    /** Can all people who are asked pass at once? */
    canNobodyElse() {
        return false;
    }

    nobodyElse() {}

    /** This tab plays it again, after another one took it. */
    takeOver() {}

    /** @returns {string | null} the record up to here, if it can be saved */
    record() {
        return null;
    }

    /* --- Only with a guide ------------------------------------------------- */

    /**
     * Of all legal moves those that may be chosen now.
     * @param {import('../engine/engine.js').Move[]} moves
     */
    allowed(moves) {
        return moves;
    }

    /** @returns {Message | null} what any touch gets that leads nowhere */
    get elsewhere() {
        return null;
    }

    /* --- Only at a table of the server ------------------------------------- */

    /** Should the device call its person, who may look elsewhere? */
    get calls() {
        return false;
    }

    /** May a person ask for hints? */
    get allowsHints() {
        return true;
    }

    /** @returns {Message | null} the own choice, while others still choose */
    get chosen() {
        return null;
    }

    /** When the clock runs out, as Date.now() counts; 0: there is none. */
    get deadline() {
        return 0;
    }

    /** @returns {Message | null} what is wrong, and does not end the game */
    get trouble() {
        return null;
    }

    /** Is this person not connected? @param {number} _seat @returns {boolean} */
    isAway(_seat) {
        return false;
    }

    /** Does a bot play for this person? @param {number} _seat @returns {boolean} */
    hasStandIn(_seat) {
        return false;
    }

    /** Could a bot play for this person? @param {number} _seat @returns {boolean} */
    canStand(_seat) {
        return false;
    }

    /** Lets a bot play for someone who is away. @param {number} _seat */
    stand(_seat) {}
}
