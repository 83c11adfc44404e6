/*
 * A guide as it is written: the record of a game, and between its steps what
 * is said to the person, who sits at the first seat. What follows a "say" is
 * the person's to do; all that comes after it happens by itself, until the
 * next "say". The last one has nothing to do any more.
 */

/**
 * @typedef {object} Step
 * @property {string} say its message; .title is what stands above it
 * @property {number} from so many lines of the game lie before it
 */

const SAY = /^say (\S+)$/;
const PLAYED = /^(chance|play) /;

/** The seat of the person. */
export const ME = 0;

export class Script {
    /** @type {string[]} */
    #head;
    /** @type {string[]} what happens, as in a record */
    lines;
    /** @type {Step[]} */
    steps = [];

    /** @param {string} text */
    constructor(text) {
        const all = text.split('\n').filter(Boolean);

        this.#head = all.filter((line) => !SAY.test(line) && !PLAYED.test(line));
        this.lines = all.filter((line) => PLAYED.test(line));
        let from = 0;
        for (const line of all) {
            const say = SAY.exec(line)?.[1];
            if (say)
                this.steps.push({ say, from });
            from += Number(PLAYED.test(line));
        }
    }

    /** The record after so many lines. @param {number} lines */
    record(lines) {
        return `${[...this.#head, ...this.lines.slice(0, lines)].join('\n')}\n`;
    }

    /** Who does a line; −1: chance. @param {number} line */
    seatOf(line) {
        const [what, seat] = this.lines[line].split(' ');
        return what === 'play' ? Number(seat) : -1;
    }

    /** The name of the move in a line. @param {number} line */
    moveIn(line) {
        return this.lines[line].split(' ')[2];
    }
}
