/* The finished games that this device keeps, and one person's part in them. */

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../engine/engine.js').About} About
 *
 * @typedef {object} Past a finished game
 * @property {import('../device/store.js').Kept} kept
 * @property {About} about
 * @property {number[]} points
 * @property {number[]} winners
 * @property {import('../engine/engine.js').Look['parts']} parts
 *
 * @typedef {object} Own one finished game as its person sees it
 * @property {string} id
 * @property {number} when
 * @property {number} points
 * @property {number} margin to the best of the others; alone 0
 * @property {boolean} won against someone
 * @property {number} seats
 * @property {{name: string, bot: string}[]} others
 * @property {{id: string, points: number}[]} parts
 */

/** The latest first. @param {App} app @returns {Past[]} */
export function readPast({ store, engine }) {
    return store.games().filter(({ over }) => over).flatMap((kept) => {
        try {
            const match = engine.open(kept.record);
            const { view, winners, parts } = match.look(-1);
            const { about } = match;
            match.close();
            return [{ kept, about, points: view.points, winners, parts }];
        } catch {
            return [];
        }
    });
}

/** Those that count: a game that was played on from another is for practice. @param {Past[]} past */
export function counted(past) {
    return past.filter(({ kept }) => !kept.luck);
}

/** @param {About} about @returns {number[]} seats of people */
export function peopleIn({ bots }) {
    return bots.flatMap((bot, seat) => (bot ? [] : [seat]));
}

/**
 * Whose device it is: the name that was last used, or the person who has
 * played most.
 * @param {App} app
 * @param {Past[]} past
 */
export function ownerOf({ store }, past) {
    const people = past.flatMap(({ about }) => peopleIn(about).map(
        (seat) => about.names[seat] ?? ''));
    const me = store.read('me') ?? '';
    /** @param {string} name */
    const count = (name) => people.filter((one) => one === name).length;

    return people.includes(me) ? me
        : people.reduce((most, name) => (count(name) > count(most) ? name : most),
            '');
}

/**
 * One person's games of one kind, the oldest first.
 * @param {Past[]} past
 * @param {string} name
 * @param {string} game
 * @returns {Own[]}
 */
export function ownGames(past, name, game) {
    return counted(past).flatMap(({ kept, about, points, winners, parts }) => {
        const seat = peopleIn(about).find((at) =>
            (about.names[at] ?? '') === name);

        if (about.game !== game || seat === undefined)
            return [];
        const others = about.bots.map((bot, at) => ({ at, bot,
            name: about.names[at] ?? '' })).filter(({ at }) => at !== seat);
        return [{ id: kept.id, when: kept.saved, seats: about.seats, others,
            points: points[seat], parts: parts[seat],
            margin: others.length > 0 ? points[seat] -
                Math.max(...others.map(({ at }) => points[at])) : 0,
            won: winners.includes(seat) && about.seats > 1 }];
    }).reverse();
}
