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

/** "You" is no name. @param {import('../engine/words.js').Words} words @param {string} name */
export function ownName(words, name) {
    const short = shortened(name);
    return short === words.the('page.you') ? '' : short;
}

/** What a bot is: its level. @param {import('../engine/words.js').Words} words @param {string} bot */
export function botWords(words, bot) {
    const id = `bot.${bot}`;
    return words.has(id) ? words.the(id) : bot;
}

/** @param {import('../engine/words.js').Words} words @param {string} bot */
export function botName(words, bot) {
    return words.the('bot', { word: botWords(words, bot) });
}

/**
 * Who sits at a table of the server, by their seats: people by their names,
 * bots by what they are.
 * @param {import('../engine/words.js').Words} words
 * @param {import('../online/guest.js').Table | null} table
 * @param {number} [reader] whose device this is
 */
export function namesOf(words, table, reader = -1) {
    const players = table?.players ?? [];

    return namesIn(words, {
        names: players.map(({ name }) => name ?? ''),
        bots: players.map(({ bot }) => bot ?? ''), reader });
}

/**
 * The only person among bots plays and reads alone.
 * @param {{names: string[], bots: string[]}} about
 */
function onlyPerson({ names, bots }) {
    const people = names.flatMap((_, seat) => (bots[seat] ? [] : [seat]));

    return people.length === 1 ? people[0] : -1;
}

/**
 * Who played a game, by their seats. Bots that have no name are called by what
 * they are, in the language of the reader; where that is the same, by their
 * seats, too.
 * @param {import('../engine/words.js').Words} words
 * @param {{names: string[], bots: string[], reader?: number}} about
 * @returns {import('../engine/words.js').Names}
 */
export function namesIn(words, about) {
    const { names, bots, reader = onlyPerson(about) } = about;
    const nameless = bots.map((bot, seat) => (names[seat] ? '' : bot));
    const called = names.map((name, seat) => {
        const bot = nameless[seat];
        if (name || !bot)
            return name || (seat === reader ? words.the('page.you')
                : words.player(seat, names));
        const isOnly = nameless.indexOf(bot) === nameless.lastIndexOf(bot);
        return botName(words, bot) + (isOnly ? '' : ` ${seat + 1}`);
    });

    return Object.assign(called, { reader });
}
