/* Finished games for a device's store, played by bots outside the browser. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, folder } from './serve.mjs';

/** @returns {Promise<import('../../web/engine/engine.js').Engine>} */
async function loadHere() {
    const { Engine } = await import(join(folder, 'engine/engine.js'));
    const { instance } = await WebAssembly.instantiate(
        readFileSync(join(folder, 'parlour.wasm')), {});
    const engine = new Engine(instance.exports);

    for (const { id } of engine.games)
        engine.teach(id, readFileSync(join(folder, `brains/${id}.brain`)));
    return engine;
}

let loading = /** @type {ReturnType<typeof loadHere> | null} */ (null);

/**
 * A record of a whole game; people play like the bots that are told.
 * @param {string} game
 * @param {{names: string[], bots: string[], plays?: string[], seed?: number,
 *     upTo?: number}} how plays: who chooses for each seat
 */
export async function recordOf(game, { names, bots, plays = bots, seed = 1,
    upTo = Infinity }) {
    loading ??= loadHere();
    const engine = await loading;
    const match = engine.start({ game, seats: bots.length, first: 0, options: {},
        names, bots });
    let chance = BigInt(seed) * 1000003n;

    for (let turn = match.turn(); turn.what !== 'over' && turn.steps < upTo;
        turn = match.turn())
        if (turn.what === 'chance') {
            match.roll(++chance);
        } else {
            const [seat] = turn.asked;
            match.answer(seat, engine.choose(game, plays[seat] || 'medium', seat,
                match.view(seat), ++chance));
        }
    const record = match.record();
    match.close();
    return record;
}

/**
 * What a store has of it.
 * @param {string} id
 * @param {string} record
 * @param {number} saved
 */
export function kept(id, record, saved = Date.now() - 3_600_000) {
    return { [`parlour.game.${id}`]: JSON.stringify({ id, record, real: false,
        started: saved - 600_000, saved, over: true }) };
}

/** What the command line says of it. @param {string[]} words */
export function parlour(...words) {
    return execFileSync(join(build, 'parlour'), words, { encoding: 'utf8' });
}
