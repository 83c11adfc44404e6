/*
 * Where bots think: a worker with an engine of its own, and with what bots know
 * of the games that are played. It is told a view, what a bot's seat may know,
 * and never the match.
 */
import { loadEngine } from './engine.js';

const engine = loadEngine(new URL('parlour.wasm', import.meta.url));
/** @type {Map<string, Promise<void>>} */
const taught = new Map();

/** Not every game has taught a brain. @param {string} game */
async function teach(game) {
    const response =
        await fetch(new URL(`brains/${game}.brain`, import.meta.url));

    if (response.ok)
        (await engine).teach(game, new Uint8Array(await response.arrayBuffer()));
    else if (response.status !== 404)
        throw new Error(`${response.status} ${response.url}`);
}

/** Loads a brain once; what failed is tried again. @param {string} game */
function know(game) {
    const now = taught.get(game) ?? teach(game);
    taught.set(game, now);
    now.catch(() => taught.delete(game));
    return now;
}

addEventListener('message', async (event) => {
    const { id, game, bot, seat, view, seed } = event.data;

    try {
        await know(game);
        const move = (await engine).choose(game, bot, seat, view, seed);
        postMessage({ id, move });
    } catch (error) {
        postMessage({ id, error: String(error) });
    }
});
