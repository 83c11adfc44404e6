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

/**
 * Who sits at a table of the server, by their seats: people by their names,
 * bots by what they are.
 * @param {import('./words.js').Words} words
 * @param {import('./online/guest.js').Table | null} table
 */
export function namesOf(words, table) {
    return (table?.players ?? []).map((player) => player.kind === 'bot'
        ? words.the('page.bot', { word: botWords(words, player.bot ?? '') })
        : player.name ?? '');
}
