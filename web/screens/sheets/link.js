/* A sheet as an address: its text, compressed, after the # that reaches no
 * server. */
import { squeezed } from '../../device/sheets.js';

const LONGEST = 4096; // bytes of a sheet, and more than an address of one

/** How the text is written: as it is, or compressed. */
const PLAIN = 't';
const DEFLATED = 'z';

/**
 * @param {ReadableStream} stream
 * @param {number} most
 */
async function bytesOf(stream, most) {
    const reader = stream.getReader();
    /** @type {number[]} */
    const bytes = [];

    for (;;) {
        const { done, value } = await reader.read();
        if (done)
            return new Uint8Array(bytes);
        if (bytes.length + value.length > most) {
            await reader.cancel();
            throw new Error('too long');
        }
        bytes.push(...value);
    }
}

/** @param {Uint8Array} bytes @param {any} through */
function pass(bytes, through) {
    return bytesOf(new Blob([/** @type {BlobPart} */ (bytes)]).stream()
        .pipeThrough(through), LONGEST);
}

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
    return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-')
        .replaceAll('/', '_').replace(/=+$/, '');
}

/** @param {string} text */
function fromBase64(text) {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')),
        (letter) => letter.charCodeAt(0));
}

/** @param {string} text of a sheet */
export async function pack(text) {
    const bytes = new TextEncoder().encode(squeezed(text));

    return 'CompressionStream' in window
        ? DEFLATED + toBase64(await pass(bytes,
            new CompressionStream('deflate-raw')))
        : PLAIN + toBase64(bytes);
}

/**
 * @param {string} packed
 * @returns {Promise<string>} rejects what is no packed text
 */
export async function unpack(packed) {
    if (packed.length > 2 * LONGEST)
        throw new Error('too long');
    const bytes = fromBase64(packed.slice(1));

    switch (packed[0]) {
    case PLAIN:
        return new TextDecoder().decode(bytes);
    case DEFLATED:
        return new TextDecoder().decode(await pass(bytes,
            new DecompressionStream('deflate-raw')));
    default:
        throw new Error('unknown');
    }
}

/** @param {string} text of a sheet */
export async function addressOfSheet(text) {
    return new URL(`#/sheet/${await pack(text)}`, location.href).href;
}
