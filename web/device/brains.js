/* A brain of someone's own for a game: bots on this device think with it. */
import { base64Of } from './bytes.js';

/** Bytes: no brain is larger. */
const LARGEST = 65_536;

/**
 * @typedef {import('../app.js').App} App
 *
 * @typedef {object} Own
 * @property {string} name of its file
 * @property {string} file base64
 */

/** @param {App} app @param {string} game @returns {Own | null} */
export function ownBrain({ store }, game) {
    const own = store.read(`own-brain:${game}`);

    return typeof own?.name === 'string' && typeof own.file === 'string'
        ? own : null;
}

/**
 * @param {App} app
 * @param {string} game
 * @param {File} file
 * @returns {Promise<string>} the message that says why not; '': it is kept
 */
export async function openBrain({ engine, store }, game, file) {
    if (file.size === 0 || file.size > LARGEST)
        return 'brain.not_one';
    const bytes = new Uint8Array(await file.arrayBuffer());
    const refused = engine.readBrain(game, bytes);

    if (!refused)
        store.write(`own-brain:${game}`, { name: file.name,
            file: base64Of(bytes) });
    return refused;
}

/** @param {App} app @param {string} game */
export function forgetBrain({ store }, game) {
    store.remove(`own-brain:${game}`);
}
