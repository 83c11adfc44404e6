/*
 * Where bots think: a worker with an engine of its own, and with what bots know
 * of the games that are played. It is told a view, what a seat may know, and
 * never the match.
 */
import { bytesOf } from '../device/bytes.js';
import { ENGINE, loadEngine } from './engine.js';
import { Pace } from './pace.js';

/** @typedef {import('./engine.js').Engine} Engine */

const loading = loadEngine(new URL(`../${ENGINE}`, import.meta.url));
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

const pace = new Pace();

/** The file whose brain bots think with, base64. */
let own = '';

/** @param {Engine} engine @param {string} game @param {string} brain */
function think(engine, game, brain) {
    const refused = brain !== own && engine.readBrain(game, bytesOf(brain));

    if (refused)
        throw new Error(refused);
    own = brain;
}

/** @type {Record<string, (engine: Engine, asked: any) => any>} */
const answers = {
    choose: (engine, { game, sheet, bot, seat, view, seed, steps, ms, brain,
        temper }) => {
        const began = performance.now();

        think(engine, game, brain);
        const move = engine.choose(game, bot, seat, view, seed, sheet,
            steps || pace.steps(game, ms), temper);
        pace.learn(game, engine.taken, performance.now() - began);
        return move;
    },
    inquire: (engine, { game, sheet, seat, view, seed, first }) =>
        engine.inquire(game, seat, view, seed, first, sheet),
    makeSheet: (engine, { makes, from }) => engine.makeSheet(makes, from),
    inquireOn: (engine, { steps }) => engine.inquireOn(steps),
    judge: (engine, decision) => {
        const began = performance.now();
        const verdict = engine.judge(decision);
        return { ...verdict, took: performance.now() - began };
    },
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
