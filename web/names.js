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

/** What a bot is: its level. @param {import('./words.js').Words} words @param {string} bot */
export function botWords(words, bot) {
    const id = `bot.${bot}`;
    return words.has(id) ? words.the(id) : bot;
}

/** @param {import('./words.js').Words} words @param {string} bot */
export function botName(words, bot) {
    return words.the('bot', { word: botWords(words, bot) });
}

/**
 * Who sits at a table of the server, by their seats: people by their names,
 * bots by what they are.
 * @param {import('./words.js').Words} words
 * @param {import('./online/guest.js').Table | null} table
 */
export function namesOf(words, table) {
    const players = table?.players ?? [];

    return namesIn(words, {
        names: players.map(({ name }) => name ?? ''),
        bots: players.map(({ bot }) => bot ?? '') });
}

/**
 * Who played a game, by their seats. Bots that have no name are called by what
 * they are, in the language of whoever reads; where that is the same, by their
 * seats, too.
 * @param {import('./words.js').Words} words
 * @param {{names: string[], bots: string[]}} about
 */
export function namesIn(words, { names, bots }) {
    const nameless = bots.map((bot, seat) => (names[seat] ? '' : bot));

    return names.map((name, seat) => {
        const bot = nameless[seat];
        if (name || !bot)
            return name || words.player(seat, names);
        const isOnly = nameless.indexOf(bot) === nameless.lastIndexOf(bot);
        return botName(words, bot) + (isOnly ? '' : ` ${seat + 1}`);
    });
}
