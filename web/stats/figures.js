/* What games add up to: streaks, how points are spread, who was met. */

/**
 * @typedef {import('./past.js').Own} Own
 * @typedef {import('./past.js').Past} Past
 *
 * @typedef {object} Tally
 * @property {number} games
 * @property {number} wins
 * @property {number} sum of points
 */

/** @param {readonly number[]} list */
export function mean(list) {
    return list.reduce((sum, n) => sum + n, 0) / list.length;
}

/** Wins one after another: of late, and at most. @param {Own[]} own */
export function streaks(own) {
    let now = 0;
    let most = 0;

    for (const { won, seats } of own) {
        if (seats === 1)
            continue;
        now = won ? now + 1 : 0;
        most = Math.max(most, now);
    }
    return { now, most };
}

/** Widths that people count in. */
const WIDTHS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500];

/**
 * How often points fell into each of some equal ranges.
 * @param {number[]} points
 * @param {number} [most] ranges
 * @returns {{from: number, to: number, n: number}[]}
 */
export function spread(points, most = 9) {
    const least = Math.min(...points);
    const last = Math.max(...points);
    const width = WIDTHS.find((one) =>
        Math.floor(last / one) - Math.floor(least / one) < most) ?? 1000;
    const first = Math.floor(least / width);

    return Array.from({ length: Math.floor(last / width) - first + 1 },
        (_, i) => {
            const from = (first + i) * width;
            return { from, to: from + width - 1, n: points.filter((one) =>
                one >= from && one < from + width).length };
        });
}

/**
 * Games sorted by a key, most games first.
 * @template K
 * @param {Own[]} own
 * @param {(one: Own) => K[]} keysOf
 * @returns {[K, Tally][]}
 */
export function tallyBy(own, keysOf) {
    /** @type {Map<K, Tally>} */
    const found = new Map();

    for (const one of own)
        for (const key of new Set(keysOf(one))) {
            const { games, wins, sum } = found.get(key) ??
                { games: 0, wins: 0, sum: 0 };
            found.set(key, { games: games + 1, wins: wins + Number(one.won),
                sum: sum + one.points });
        }
    return [...found].sort(([, a], [, b]) => b.games - a.games);
}

/**
 * What brought the points, on average.
 * @param {Own[]} own
 * @returns {{id: string, mean: number}[]}
 */
export function sources(own) {
    const ids = [...new Set(own.flatMap(({ parts }) => parts.map(({ id }) => id)))];

    return ids.map((id) => ({ id, mean: own.flatMap(({ parts }) => parts)
        .filter((part) => part.id === id)
        .reduce((sum, { points }) => sum + points, 0) / own.length }));
}

/**
 * Who of the people at this device won how often, the most wins first: games
 * with someone else at the table.
 * @param {Past[]} past
 * @returns {{name: string, games: number, wins: number, best: number}[]} best:
 *     kinds of games in which no one here has won more often
 */
export function family(past) {
    /** @type {Map<string, {games: number, wins: Map<string, number>}>} */
    const people = new Map();

    for (const { about, winners } of past) {
        if (about.seats < 2)
            continue;
        about.names.forEach((name, seat) => {
            if (!name || about.bots[seat])
                return;
            const one = people.get(name) ?? { games: 0, wins: new Map() };
            one.games++;
            if (winners.includes(seat))
                one.wins.set(about.game, (one.wins.get(about.game) ?? 0) + 1);
            people.set(name, one);
        });
    }
    const all = [...people.values()];
    return [...people].map(([name, { games, wins }]) => ({ name, games,
        wins: [...wins.values()].reduce((sum, n) => sum + n, 0),
        best: [...wins].filter(([game, n]) => all.every((other) =>
            (other.wins.get(game) ?? 0) <= n)).length }))
        .sort((a, b) => b.wins - a.wins || b.games - a.games);
}
