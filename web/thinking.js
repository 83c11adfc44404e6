/*
 * Where bots think: a worker with an engine of its own. It is told a view, what
 * a bot's seat may know, and never the match.
 */
import { loadEngine } from './engine.js';

const engine = loadEngine(new URL('parlour.wasm', import.meta.url));

addEventListener('message', async (event) => {
    const { id, game, bot, seat, view, seed } = event.data;

    try {
        const move = (await engine).choose(game, bot, seat, view, seed);
        postMessage({ id, move });
    } catch (error) {
        postMessage({ id, error: String(error) });
    }
});
