/* Finished games of tables stay on the device, like all others. */

/**
 * @param {import('../app.js').App} app
 * @param {import('./guest.js').Guest} guest at a table whose game is over
 * @returns {Promise<import('../device/store.js').Kept | null>} of one who watched it
 *     is not kept yet; null: there is no table any more
 */
export async function keepRecord({ store }, guest) {
    const { table, you, held } = guest;

    if (!table)
        return null;
    const { number, real } = table;
    const id = `${guest.id}.${number}`;
    const there = store.game(id);
    if (there)
        return there;
    const { record } = await guest.ask('record', { number });
    const now = Date.now();
    const promised = held?.games[number];
    const kept = { id, table: guest.id, record, real, started: now, saved: now,
        over: true,
        ...(promised && { promised: { ...promised, secret: undefined,
            seat: you } }) };

    if (you >= 0)
        store.saveGame(kept);
    return kept;
}

/**
 * The points of earlier games at this table, from one on: of those that the
 * same people have played since.
 * @param {import('../app.js').App} app
 * @param {import('./guest.js').Guest} guest
 * @param {number} first
 */
export async function pointsSince({ engine, store }, guest, first) {
    const { number = 0, players = [] } = guest.table ?? {};
    const now = players.map(({ name }) => name).join('\n');
    /** @type {number[][]} */
    let points = [];

    for (let game = first; game < number; game++) {
        const record = store.game(`${guest.id}.${game}`)?.record ??
            (await guest.ask('record', { number: game })).record;
        const match = engine.open(record);

        points = match.about.names.join('\n') === now
            ? [...points, match.look(-1).view.points] : [];
        match.close();
    }
    return points;
}
