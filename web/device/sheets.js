/* Sheets of people's own, as this device keeps them by what is on them, and
 * which one each game is played on here. */

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../engine/engine.js').Sheet} Sheet
 */

const KEPT = 'sheet.';
const CHOSEN = 'sheet-of.';

/** Those of one game, the latest first. @param {App} app @param {string} game */
export function ownSheets({ store, engine }, game) {
    return store.keys().filter((key) => key.startsWith(KEPT))
        .map((key) => store.read(key))
        .filter((kept) => kept?.game === game && typeof kept.text === 'string')
        .sort((a, b) => b.saved - a.saved)
        .flatMap(({ text }) => engine.readSheet(text).sheet ?? []);
}

/** All that a game can be played on here. @param {App} app @param {string} game */
export function allSheets(app, game) {
    return [...app.engine.shippedSheets(game).map((text) =>
        app.engine.sheet(text)), ...ownSheets(app, game)];
}

/** @param {App} app @param {Sheet} sheet */
export function keepSheet({ store }, { game, layout, own, text }) {
    if (own)
        store.write(KEPT + layout, { game, text, saved: Date.now() });
}

/** @param {App} app @param {Sheet} sheet */
export function forgetSheet({ store }, { layout }) {
    store.remove(KEPT + layout);
}

/** From now on the game is played on it. @param {App} app @param {Sheet} sheet */
export function chooseSheet({ store }, { game, layout }) {
    store.write(CHOSEN + game, layout);
}

/**
 * What a game is played on here.
 * @param {App} app
 * @param {string} game
 * @returns {Sheet | null} null: the usual one
 */
export function chosenSheet(app, game) {
    const { engine, store } = app;
    const layout = store.read(CHOSEN + game);

    if (!layout || layout === engine.game(game).layout)
        return null;
    return allSheets(app, game).find((sheet) => sheet.layout === layout) ?? null;
}

/**
 * How a sheet is called; null: the usual one.
 * @param {import('../engine/words.js').Words} words
 * @param {Sheet | null} sheet
 */
export function sheetName(words, sheet) {
    if (!sheet)
        return words.the('page.sheet.usual');
    return sheet.name || words.the('page.sheet.called',
        { word: sheet.layout.slice(0, 4).toUpperCase() });
}

/**
 * The same text without the spaces that only please the eye.
 * @param {string} text
 */
export function squeezed(text) {
    return text.split('\n').map((line) => (/^(name|author) /.test(line) ? line
        : line.trim().replace(/\s+/g, ' '))).join('\n');
}
