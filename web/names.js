/* Names of people and bots. */

export const NAME_BYTES = 31;

/**
 * As long as the engine takes a name, without what it refuses.
 * @param {string} name
 */
export function shortened(name) {
    const encoder = new TextEncoder();
    let text = name.replace(/\p{C}/gu, '').trim();

    while (encoder.encode(text).length > NAME_BYTES)
        text = [...text].slice(0, -1).join('').trim();
    return text;
}

/** @param {import('./words.js').Words} words @param {string} bot */
export function botWords(words, bot) {
    const id = `bot.${bot}`;
    return words.has(id) ? words.the(id) : words.the('page.bot', { word: bot });
}
