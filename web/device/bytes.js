/* Bytes as text that JSON can carry. */

/** @param {string} base64 */
export function bytesOf(base64) {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** @param {Uint8Array} bytes */
export function base64Of(bytes) {
    let text = '';

    for (const byte of bytes)
        text += String.fromCharCode(byte);
    return btoa(text);
}
