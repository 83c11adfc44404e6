/*
 * Cards: what a hand holds, and how it fits to those that lie in rows on a
 * board that all share.
 */

/**
 * @typedef {import('../engine/engine.js').Piece} Piece
 * @typedef {import('../engine/engine.js').View} View
 *
 * @typedef {object} Row of a board on which cards lie
 * @property {string} colour
 * @property {number[]} numbers that lie there
 * @property {number} claimed places of it
 * @property {number} toFill places of these without a card
 *
 * @typedef {object} Hand of a seat
 * @property {number} jokers
 * @property {number} special that carry another sign
 * @property {number} anywhere numbers without a colour
 * @property {number} joined most cards that stand in one row with others, here
 *     or on the board
 * @property {number} swaps cards whose place on the board is taken
 * @property {number[]} offered what others can build on: the longest row on the
 *     board, neighbours, those with a gap of one between them, cards
 * @property {number} claimed places on the board that are being scored
 * @property {number} toFill of these, places that need a card
 */

const NO_COLOUR = ['white', 'plain'];

/** @param {View} view @param {number} seat @returns {Hand} */
export function handOf(view, seat) {
    const all = cardsOf(view, seat);
    const rows = rowsOf(view);
    const numbers = all.filter(({ sign, colour }) => sign === undefined &&
        !NO_COLOUR.includes(colour));

    return {
        jokers: all.filter(({ sign }) => sign === 'joker').length,
        special: all.filter(({ sign }) => sign !== undefined &&
            sign !== 'joker').length,
        anywhere: all.filter(({ sign, colour }) => sign === undefined &&
            NO_COLOUR.includes(colour)).length,
        joined: Math.max(0, ...rows.map((row) => joined(row, numbers))),
        swaps: numbers.filter(({ colour, value = 0 }) => rows.some((row) =>
            row.colour === colour && row.numbers.includes(value))).length,
        offered: offered(rows),
        claimed: sum(rows.map((row) => row.claimed)),
        toFill: sum(rows.map((row) => row.toFill)) };
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

/** @param {Row[]} rows */
function offered(rows) {
    const near = (/** @type {number} */ far) => sum(rows.map(({ numbers }) =>
        numbers.filter((n) => numbers.includes(n + far)).length));

    return [Math.max(0, ...rows.flatMap(({ numbers }) => runs(numbers))
        .map((run) => run.length)), near(1), near(2),
    sum(rows.map(({ numbers }) => numbers.length))];
}

/** Equal cards are one piece, and a counter behind it says how many they are. @param {View} view @param {number} seat */
function cardsOf({ pieces, areas }, seat) {
    return pieces.flatMap((piece, i) => {
        const next = pieces[i + 1];
        const times = next?.kind === 'counter' && next.sign === 'times' &&
            next.area === piece.area ? next.value ?? 1 : 1;

        return piece.kind === 'card' && areas[piece.area].role === 'hand' &&
            areas[piece.area].seat === seat ? Array(times).fill(piece) : [];
    });
}

/** @param {Piece} place */
const isClaimed = ({ marks }) => marks.includes('shaded') ||
    marks.includes('circled');

/** @param {View} view @returns {Row[]} none: no card lies on a board */
function rowsOf({ pieces, areas }) {
    const shared = pieces.filter(({ kind, area, value }) =>
        ['box', 'card'].includes(kind) && areas[area].role === 'board' &&
        value !== undefined && (areas[area].seat ?? -1) < 0);

    if (!shared.some(({ kind }) => kind === 'card'))
        return [];
    return [...new Set(shared.map(({ y }) => y))].map((row) => {
        const there = shared.filter(({ y }) => y === row);
        return { colour: there.find(({ colour }) =>
            !NO_COLOUR.includes(colour))?.colour ?? '',
        numbers: there.filter(({ kind }) => kind === 'card')
            .map(({ value = 0 }) => value),
        claimed: there.filter(isClaimed).length,
        toFill: there.filter((place) => isClaimed(place) &&
            place.kind === 'box').length };
    });
}

/** Numbers without a gap. @param {number[]} numbers @returns {number[][]} */
function runs(numbers) {
    /** @type {number[][]} */
    const found = [];

    for (const n of [...new Set(numbers)].sort((a, b) => a - b))
        if (found.at(-1)?.at(-1) === n - 1)
            found.at(-1)?.push(n);
        else
            found.push([n]);
    return found;
}

/**
 * Cards of the hand in the longest row that they make with what lies there.
 * @param {Row} row
 * @param {Piece[]} cards
 */
function joined({ colour, numbers }, cards) {
    const own = cards.filter((card) => card.colour === colour)
        .map(({ value = 0 }) => value);

    return Math.max(0, ...runs([...numbers, ...own])
        .filter((run) => run.length > 1)
        .map((run) => run.filter((n) => own.includes(n) &&
            !numbers.includes(n)).length));
}
