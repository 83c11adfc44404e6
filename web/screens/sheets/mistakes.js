/* What is wrong with a sheet, in words. */

/**
 * @typedef {import('../../engine/engine.js').Mistake} Mistake
 * @typedef {import('../../engine/words.js').Words} Words
 */

/**
 * With its place, for those who wrote the text.
 * @param {Words} words
 * @param {Words} said the words of the sheets' screens
 * @param {Mistake} mistake
 */
export function mistakeWords(words, said, { line, column, what }) {
    return said.the('sheets.mistake',
        { n: line, m: column, word: words.say(what) });
}
