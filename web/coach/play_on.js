/* Plays a game on from a decision, with the dice that fell after it. */
import { luckOf } from '../game/luck.js';

const STAND_IN = 'hard';

/**
 * @param {import('../app.js').App} app
 * @param {import('../device/store.js').Kept} kept
 * @param {number} step the first that is played anew
 */
export function playOn(app, kept, step) {
    const { engine, store } = app;
    const match = engine.open(kept.record);
    const steps = match.history(-2);
    const { about } = match;
    const me = steps[step].seat;
    /* People of a server's table are not here: bots play for them. */
    const fresh = engine.start({ ...about, bots: about.bots.map((bot, seat) =>
        (bot || !kept.table || seat === me ? bot : STAND_IN)) });
    const before = kept.record.split('\n').filter((line) =>
        /^(chance|play) /.test(line)).slice(0, step);

    match.close();
    const game = store.newGame(`${fresh.record()}${before.join('\n')}\n`, false,
        undefined, luckOf(steps, step));
    fresh.close();
    app.go(`play/${game.id}`);
}
