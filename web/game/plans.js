/*
 * Who plays a game here, and how: what was chosen last time is offered again,
 * and can be started at once.
 */
import { chosenSheet } from '../device/sheets.js';
import { ownName } from './player_names.js';
import { hasDice, usualOptions } from '../screens/parts/house_rules.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../engine/engine.js').Game} Game
 * @typedef {{name: string, bot: string}} Player '': a person
 *
 * @typedef {object} Plan
 * @property {Player[]} players
 * @property {Record<string, string>} options
 * @property {number} first ANYONE, YOUNGEST or a seat
 * @property {number} youngest a seat
 * @property {boolean} real
 * @property {boolean} row of games, with a total
 */

export const ANYONE = -1;
export const YOUNGEST = -2;

/** The game that was started last, or the first of all. @param {App} app */
export function lastGame({ engine, store }) {
    return engine.games.find(({ id }) => id === store.read('last')) ??
        engine.games[0];
}

/**
 * The first game ever is against an easy bot, later ones against a better one.
 * @param {App} app
 */
function firstBot({ engine, store }) {
    const [weakest, easy = weakest, medium = easy] = engine.bots;
    return store.games().length === 0 ? easy : medium;
}

/**
 * @param {App} app
 * @param {Game} game
 * @returns {Plan}
 */
export function lastPlan(app, game) {
    const { words, engine, store } = app;
    const last = store.read(`plan.${game.id}`);
    const named = (/** @type {Player} */ { name, bot }) =>
        ({ name: ownName(words, name), bot });
    /** @type {Plan} */
    const plan = {
        players: [{ name: store.read('me') ?? '', bot: '' }].map(named),
        options: usualOptions(game, last?.options),
        first: ANYONE,
        youngest: 0,
        real: false,
        row: false,
    };

    while (plan.players.length < Math.max(2, game.least) &&
        plan.players.length < game.most)
        plan.players.push(newBot(app, plan.players, firstBot(app)));
    if (!last || !Array.isArray(last.players))
        return plan;
    /** @type {Player[]} */
    const players = last.players.filter((/** @type {Player} */ player) =>
        typeof player?.name === 'string' &&
        (player.bot === '' || engine.bots.includes(player.bot)))
        .slice(0, game.most).map(named);
    if (players.length >= game.least)
        plan.players = players;
    plan.row = last.row === true;
    plan.real = last.real === true && hasDice(engine, game);
    if (Number.isInteger(last.first) && last.first < players.length)
        plan.first = last.first;
    if (Number.isInteger(last.youngest) && plan.players[last.youngest]?.bot === '')
        plan.youngest = last.youngest;
    return plan;
}

/**
 * @param {App} app
 * @param {Player[]} players that are there
 * @param {string} bot
 * @returns {Player}
 */
export function newBot({ words }, players, bot) {
    const taken = players.map(({ name }) => name);
    const names = [1, 2, 3, 4, 5, 6].map((i) => words.the(`page.bot_name.${i}`));

    return { name: names.find((name) => !taken.includes(name)) ?? '', bot };
}

/**
 * Bots have no age.
 * @param {Plan} plan
 * @returns {number} ANYONE: there are no people
 */
export function youngestOf({ players, youngest }) {
    return players[youngest]?.bot === '' ? youngest
        : players.findIndex(({ bot }) => bot === '');
}

/**
 * @param {App} app
 * @param {Game} game
 * @param {Plan} plan
 * @returns {string} the id of the game that begins
 */
export function startGame(app, game, plan) {
    const { store, engine, words } = app;
    const { players, options, real, row } = plan;
    const names = players.map(({ name }) => ownName(words, name));
    const first = plan.first === YOUNGEST ? youngestOf(plan) : plan.first;
    const begins = first >= 0 ? first
        : crypto.getRandomValues(new Uint32Array(1))[0] % players.length;
    const match = engine.start({ game: game.id,
        sheet: chosenSheet(app, game.id)?.text, seats: players.length,
        first: begins, options, names,
        bots: players.map(({ bot }) => bot) });
    const kept = store.newGame(match.record(), real, row ? [] : undefined);
    const me = names.find((name, seat) => name && !players[seat].bot);

    match.close();
    store.write(`plan.${game.id}`, plan);
    store.write('last', game.id);
    if (me)
        store.write('me', me);
    return kept.id;
}
