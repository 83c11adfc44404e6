/*
 * Where bots think: a worker with an engine of its own, and with what bots know
 * of the games that are played. It is told a view, what a seat may know, and
 * never the match.
 */
import { loadEngine } from './engine.js';

/** @typedef {import('./engine.js').Engine} Engine */

const loading = loadEngine(new URL('../parlour.wasm', import.meta.url));
/** @type {Map<string, Promise<void>>} */
const taught = new Map();

/** Not every game has taught a brain. @param {string} game */
async function teach(game) {
    const response =
        await fetch(new URL(`../brains/${game}.brain`, import.meta.url));

    if (response.ok)
        (await loading).teach(game, new Uint8Array(await response.arrayBuffer()));
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

/** @type {Record<string, (engine: Engine, asked: any) => any>} */
const answers = {
    choose: (engine, { game, sheet, bot, seat, view, seed }) =>
        engine.choose(game, bot, seat, view, seed, sheet),
    inquire: (engine, { game, sheet, seat, view, seed, first }) =>
        engine.inquire(game, seat, view, seed, first, sheet),
    makeSheet: (engine, { makes, from }) => engine.makeSheet(makes, from),
    inquireOn: (engine, { steps }) => engine.inquireOn(steps),
};

addEventListener('message', async ({ data }) => {
    const { id, what, asked } = data;

    try {
        if (asked.game)
            await know(asked.game);
        postMessage({ id, answer: answers[what](await loading, asked) });
    } catch (error) {
        postMessage({ id, error: String(error) });
    }
});
