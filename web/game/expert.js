/*
 * What expert makes of a game of the day, on this device: the same dice, the
 * same bot, and the same choices wherever it plays.
 */

const KEY = 'daily.expert';

/**
 * @param {import('../app.js').App} app
 * @param {string} date
 * @returns {Promise<string>} its record
 */
export async function expertOn(app, date) {
    const known = app.store.read(KEY);

    if (known?.date === date)
        return known.record;
    const record = await play(app, date);
    app.store.write(KEY, { date, record });
    return record;
}

/** @param {import('../app.js').App} app @param {string} date */
async function play({ engine, adviser }, date) {
    const daily = engine.daily(date);

    if (!daily)
        throw new Error(date);
    const match = engine.open(daily.record);
    try {
        for (let turn = match.turn(); turn.what !== 'over'; turn = match.turn()) {
            if (turn.what === 'chance') {
                match.roll();
                continue;
            }
            const [seat] = turn.asked;
            const bot = match.about.bots[seat];
            match.answer(seat, await adviser.choose(match, seat, bot || 'expert',
                { from: match.seed(seat), steps: bot ? 0 : daily.steps }));
        }
        return match.record();
    } finally {
        match.close();
    }
}

/**
 * The first choice in which two games of a day differ.
 * @param {import('../engine/engine.js').Step[]} mine
 * @param {import('../engine/engine.js').Step[]} other
 * @returns {{move: number, mine: import('../engine/engine.js').Step,
 *     other: import('../engine/engine.js').Step} | null}
 */
export function partingOf(mine, other) {
    let move = 0;

    for (let i = 0; i < mine.length && i < other.length; i++) {
        if (mine[i].seat === 0)
            move++;
        if (mine[i].seat >= 0 && mine[i].name !== other[i].name)
            return { move, mine: mine[i], other: other[i] };
    }
    return null;
}
