/*
 * Who decides this? The one place that knows. A seat is played by a person at
 * this device, whose choice comes through the table, or by someone who
 * answers by himself: a bot, and anyone else who may come.
 */

import { ownBrain } from '../device/brains.js';

/** So long, in ms, all bots of a table think about a question. */
const THINKS = 500;

/**
 * @typedef {object} Decider
 * @property {'person' | 'bot'} kind
 * @property {(match: import('../engine/engine.js').Match) => Promise<number>} [decide]
 *     absent: the table asks
 */

/**
 * @param {import('../engine/engine.js').Match} match
 * @param {import('../app.js').App} app
 * @returns {Decider[]} one a seat
 */
export function decidersOf(match, app) {
    const known = app.engine.bots;
    const many = match.about.bots.filter(Boolean).length;

    return match.about.bots.map((bot, seat) => {
        if (!bot)
            return { kind: 'person' };
        /* A bot that this version does not know plays as the best it has. */
        const level = known.includes(bot) ? bot : known[known.length - 1];
        return { kind: 'bot',
            decide: (now) => app.thinker.choose(now, seat, level,
                now.about.daily ? { from: now.seed(seat) }
                    : { temper: seat, ms: THINKS * app.settings.pace / many,
                        brain: ownBrain(app, now.about.game)?.file }) };
    });
}
