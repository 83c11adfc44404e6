/* A result as people tell it: who won, by how much, and what made it. */

/**
 * @typedef {import('../../engine/engine.js').Look} Look
 *
 * @typedef {object} Story
 * @property {number} hero the seat that stands in the light
 * @property {string} title
 * @property {string[]} lines
 * @property {string[]} mine what a loss says of who looks
 * @property {boolean} won is it a win for who looks?
 */

/**
 * @param {import('../../engine/words.js').Words} words
 * @param {Look} look
 * @param {import('../../engine/words.js').Names} names
 * @param {number} me the one person at this device, or −1
 * @returns {Story}
 */
export function tell(words, look, names, me) {
    const { winners, view: { points }, aborted } = look;
    const hero = winners.includes(me) ? me : winners[0] ?? 0;
    const lines = aborted ? [words.the('result.aborted')] : [];

    if (names.length === 1)
        return { hero, won: true, lines, mine: [],
            title: words.the('page.solo', { n: points[0] }) };
    if (winners.length > 1)
        return { hero, won: me < 0 || winners.includes(me), mine: [],
            title: words.the('page.winners', { n: winners.length,
                seat: winners.includes(me) ? me : -1, word: words.list(winners
                    .filter((seat) => seat !== me).map((seat) => names[seat])) },
            names),
            lines: [...lines, words.the('page.end.draw', { n: points[hero] })] };
    const won = me < 0 || hero === me;
    return { hero, won,
        title: words.the(won ? 'page.winners' : 'page.end.wins',
            { n: 1, word: names[hero], seat: hero }, names),
        lines: [...lines, ...margin(words, look, hero)],
        mine: won ? [] : [words.the('page.end.you_have', { n: points[me] }),
            ...bestOf(words, look, me)] };
}

/**
 * @param {import('../../engine/words.js').Words} words
 * @param {Look} look
 * @param {number} winner
 */
function margin(words, { view: { points }, parts }, winner) {
    const second = points.reduce((best, n, seat) => (seat !== winner &&
        (best < 0 || n > points[best]) ? seat : best), -1);
    const n = points[winner] - points[second];
    const [why] = [...new Set(parts[winner].map(({ id }) => id))]
        .map((id) => ({ id, more: sumOf(parts[winner], id) -
            sumOf(parts[second], id) }))
        .filter(({ more }) => more > 0).sort((a, b) => b.more - a.more);

    return [n > 0 && words.the('page.end.by', { n }),
        n > 0 && why && words.the('page.end.why', { word: words.the(why.id) })]
        .filter((line) => typeof line === 'string');
}

/**
 * What brought a seat most.
 * @param {import('../../engine/words.js').Words} words
 * @param {Look} look
 * @param {number} seat
 */
function bestOf(words, { parts }, seat) {
    const best = parts[seat].reduce((most, part) =>
        (part.points > most.points ? part : most), { id: '', points: 0 });

    return best.id ? [words.the('page.end.your_best',
        { word: words.the(best.id), n: best.points })] : [];
}

/** @param {{id: string, points: number}[]} parts @param {string} id */
function sumOf(parts, id) {
    return parts.filter((part) => part.id === id)
        .reduce((sum, { points }) => sum + points, 0);
}

/**
 * By how much someone did better than ever before at this device.
 * @param {import('../../app.js').App} app
 * On another sheet points are worth something else.
 * @param {{id: string, game: string, sheet?: string, name: string,
 *     points: number}} now
 * @returns {number} 0: it is no personal best, or the first game of its kind
 */
export function personalBest({ store, engine },
    { id, game, sheet, name, points }) {
    let best = -Infinity;

    for (const kept of store.games()) {
        if (!kept.over || kept.id === id ||
            !kept.record.includes(`\ngame ${game}\n`))
            continue;
        try {
            const match = engine.open(kept.record);
            const seat = match.about.names.findIndex((one, at) =>
                one === name && !match.about.bots[at]);
            if (seat >= 0 && match.about.sheet === sheet)
                best = Math.max(best, match.look(-1).view.points[seat]);
            match.close();
        } catch {
            /* a damaged game is no record to beat */
        }
    }
    return Number.isFinite(best) ? Math.max(0, points - best) : 0;
}
