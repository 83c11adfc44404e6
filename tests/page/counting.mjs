/* How much the page asks of the engine: calls and bytes, never time. */
import assert from 'node:assert/strict';

const CALLS = 4; // for a confirmed move, and for any other step
const BYTES = 12_000;

/** @typedef {{name: string, bytes: number}} Note */

/**
 * Runs in the page, or here: from now on every call into a module is noted,
 * what it answered, and every click.
 */
export function count() {
    /** @type {Note[]} */
    const notes = [];
    /** @type {WebAssembly.Memory[]} */
    const memories = [];
    const { instantiate } = WebAssembly;
    const { decode } = TextDecoder.prototype;

    Object.assign(globalThis, { notes });
    WebAssembly.instantiate = /** @type {any} */ (async (
        /** @type {BufferSource} */ bytes) => {
        const { module, instance } = await instantiate(bytes, {});
        const counted = Object.entries(instance.exports).map(([name, one]) =>
            [name, typeof one !== 'function' ? one
                : (/** @type {any[]} */ ...given) => {
                    notes.push({ name, bytes: 0 });
                    return one(...given);
                }]);

        memories.push(/** @type {any} */ (instance.exports).memory);
        return { module, instance: { exports: Object.fromEntries(counted) } };
    });
    TextDecoder.prototype.decode = function (bytes, ...more) {
        const { buffer, byteLength } = /** @type {Uint8Array} */ (bytes);

        if (memories.some((memory) => memory.buffer === buffer))
            notes[notes.length - 1].bytes += byteLength;
        return decode.call(this, bytes, ...more);
    };
    globalThis.addEventListener?.('click',
        () => notes.push({ name: 'click', bytes: 0 }), { capture: true });
}

const STEP = /^match_(answer|roll|land|reopen|see)$/;

/**
 * From each click or step to the next one. A click that makes a step is one
 * with it.
 * @param {Note[]} notes
 */
function actsOf(notes) {
    /** @type {{step: string, calls: string[], bytes: number}[]} */
    const acts = [];

    for (const { name, bytes } of notes) {
        const isStep = STEP.test(name);
        if (name === 'click' || acts.length === 0 ||
            (isStep && acts.at(-1)?.step !== ''))
            acts.push({ step: '', calls: [], bytes: 0 });
        const act = acts[acts.length - 1];
        if (isStep)
            act.step = name;
        if (name !== 'click')
            act.calls.push(name);
        act.bytes += bytes;
    }
    return acts;
}

/**
 * No act asks for more than it may.
 * @param {Note[]} notes
 * @param {number} least acts that there must be
 */
export function checkActs(notes, least) {
    const acts = actsOf(notes).filter(({ step }) => step !== '');

    assert.ok(acts.length >= least, `${acts.length} steps`);
    for (const { calls, bytes } of acts)
        assert.ok(calls.length <= CALLS && bytes <= BYTES,
            `${bytes} bytes: ${calls.join(' ')}`);
    return { steps: acts.length,
        calls: Math.max(...acts.map(({ calls }) => calls.length)),
        bytes: Math.max(...acts.map(({ bytes }) => bytes)) };
}
