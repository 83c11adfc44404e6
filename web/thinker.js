/* The page's side of the worker in which bots think. */
import { seed } from './engine.js';

export class Thinker {
    #worker = new Worker(new URL('thinking.js', import.meta.url),
        { type: 'module' });
    /** @type {Map<number, {resolve: (move: number) => void,
     *                      reject: (error: Error) => void}>} */
    #waiting = new Map();
    #asked = 0;

    constructor() {
        this.#worker.addEventListener('message', ({ data }) => {
            const waiting = this.#waiting.get(data.id);
            this.#waiting.delete(data.id);
            if (data.error)
                waiting?.reject(new Error(data.error));
            else
                waiting?.resolve(data.move);
        });
        this.#worker.addEventListener('error', (event) => {
            this.#waiting.forEach(({ reject }) =>
                reject(new Error(event.message)));
            this.#waiting.clear();
        });
    }

    /**
     * @param {import('./engine.js').Readable} match
     * @param {number} seat
     * @param {string} bot
     * @returns {Promise<number>} a move
     */
    choose(match, seat, bot) {
        const id = this.#asked++;

        return new Promise((resolve, reject) => {
            this.#waiting.set(id, { resolve, reject });
            this.#worker.postMessage({ id, game: match.about.game, bot, seat,
                view: match.view(seat), seed: seed() });
        });
    }
}
