/* The page's side of a worker in which bots think. */
import { seed } from './engine.js';

/** Steps of a first answer, and of the longest: a tenth to half a second. */
const SHORTEST = 25_000;
const LONGEST = 200_000;

export class Thinker {
    #worker = new Worker(new URL('bots_worker.js', import.meta.url),
        { type: 'module' });
    /** @type {Map<number, {resolve: (answer: any) => void,
     *                      reject: (error: Error) => void}>} */
    #waiting = new Map();
    #asked = 0;
    #inquiry = 0;

    constructor() {
        this.#worker.addEventListener('message', ({ data }) => {
            const waiting = this.#waiting.get(data.id);
            this.#waiting.delete(data.id);
            if (data.error)
                waiting?.reject(new Error(data.error));
            else
                waiting?.resolve(data.answer);
        });
        this.#worker.addEventListener('error', (event) => {
            this.#waiting.forEach(({ reject }) =>
                reject(new Error(event.message)));
            this.#waiting.clear();
        });
    }

    /** @param {string} what @param {object} asked @returns {Promise<any>} */
    #ask(what, asked) {
        const id = this.#asked++;

        return new Promise((resolve, reject) => {
            this.#waiting.set(id, { resolve, reject });
            this.#worker.postMessage({ id, what, asked });
        });
    }

    /**
     * @param {import('./engine.js').Readable} match
     * @param {number} seat
     * @param {string} bot
     * @param {{from?: bigint, steps?: number, ms?: number, brain?: string,
     *     temper?: number}} [how] where it must choose the same every time:
     *     what it draws on, and its steps; else how long it may think, 0: as is
     *     usual; a brain of someone's own, base64; and its temper
     * @returns {Promise<number>} a move
     */
    choose(match, seat, bot,
        { from = seed(), steps = 0, ms = 0, brain = '', temper = 0 } = {}) {
        return this.#ask('choose', { game: match.about.game,
            sheet: match.about.sheet, bot, seat, brain,
            view: match.view(seat), seed: from, steps, ms, temper });
    }

    /**
     * A sheet from a seed: anyone who plays many games plays them there.
     * @param {string} game
     * @param {number} from
     * @returns {Promise<string>}
     */
    makeSheet(game, from) {
        return this.#ask('makeSheet', { makes: game, from: BigInt(from) });
    }

    /**
     * What a decision cost.
     * @param {import('./engine.js').Readable} match when it was made
     * @param {number} seat
     * @param {number} played
     * @param {number} steps to think about it
     * @param {bigint} [from] a seed, to get the same again
     * @param {Uint8Array} [before] bytes of a verdict with that seed, to go on
     * @returns {Promise<import('./engine.js').Verdict & {took: number}>} ms
     *     that it thought
     */
    judge(match, seat, played, steps, from = seed(), before = undefined) {
        return this.#ask('judge', { game: match.about.game,
            sheet: match.about.sheet, seat, view: match.view(seat),
            seed: from, played, steps, before });
    }

    /**
     * What the moves of a seat are worth, better known with every answer, for
     * as long as someone listens. A new inquiry ends the one before.
     * @param {import('./engine.js').Readable} match
     * @param {number} seat
     * @param {number} [first] a move that must not wait
     * @returns {AsyncGenerator<import('./engine.js').Inquiry>}
     */
    async* hints(match, seat, first) {
        const inquiry = ++this.#inquiry;

        await this.#ask('inquire', { game: match.about.game,
            sheet: match.about.sheet, seat,
            view: match.view(seat), seed: seed(), first });
        for (let steps = SHORTEST; inquiry === this.#inquiry;
            steps = Math.min(2 * steps, LONGEST))
            yield await this.#ask('inquireOn', { steps });
    }
}
