/*
 * Texts that we must not repeat, kept as fingerprints of their runs of words:
 *
 *     node tools/fingerprints.mjs BOOK.txt … >tests/rulebooks.fingerprints
 *
 * A run is eight words in a row, letters only, small and large alike. Its
 * fingerprint is the first 42 bits of a SHA-256. They are sorted, and the file
 * has the differences, Rice coded: 28 bits each. With 38,000 of them a run that
 * is no part of the books is taken for one with a probability of 1 in 100
 * million; all our sentences are some 150,000 runs.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const WORDS = 8;
const BITS = 42;
/** Low bits of a difference, written as they are; the rest is counted out. */
const LOW = 26;

/** @param {string} text @returns {string[]} */
export function runsOf(text) {
    const words = text.normalize('NFC').toLowerCase().match(/\p{L}+/gu) ?? [];

    return words.slice(WORDS - 1).map((_, i) =>
        words.slice(i, i + WORDS).join(' '));
}

/** @param {string} run */
export function fingerprint(run) {
    const first = createHash('sha256').update(run).digest().readUIntBE(0, 6);

    return Math.floor(first / 2 ** (48 - BITS));
}

/** @param {number[]} sorted */
export function encode(sorted) {
    let bits = '';
    let last = 0;

    for (const value of sorted) {
        const low = (value - last) % 2 ** LOW;
        const high = (value - last - low) / 2 ** LOW;
        bits += `${'1'.repeat(high)}0${low.toString(2).padStart(LOW, '0')}`;
        last = value;
    }
    bits += '1'.repeat(-bits.length & 7); // no 0 follows: the end
    return Buffer.from(bits.match(/.{8}/g)?.map((byte) =>
        parseInt(byte, 2)) ?? []);
}

/** @param {Buffer} bytes */
export function decode(bytes) {
    const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0'))
        .join('');
    /** @type {Set<number>} */
    const values = new Set();
    let last = 0;
    let at = 0;

    for (;;) {
        const zero = bits.indexOf('0', at);
        if (zero < 0)
            return values;
        last += (zero - at) * 2 ** LOW +
            parseInt(bits.slice(zero + 1, zero + 1 + LOW), 2);
        values.add(last);
        at = zero + 1 + LOW;
    }
}

function main() {
    const books = process.argv.slice(2).map((path) =>
        readFileSync(path, 'utf8'));
    const prints = new Set(books.flatMap(runsOf).map(fingerprint));

    process.stdout.write(encode([...prints].sort((a, b) => a - b)));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
    main();
