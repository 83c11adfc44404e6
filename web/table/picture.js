/* A small picture of a game's own sheet, somewhere in the middle of a game. */
import { seatAreas } from './areas.js';
import { s } from '../elements/dom.js';
import { drawArea, isBlockOf } from './table.js';

const STEPS = 44;
const WIDTH = 400;
const SEVERAL = 3; // a sheet of more areas than this is laid out
const BESIDE = 2; // small areas in a line
const GAP = 12;
const EDGE = 5; // px of its colour around a part of a sheet

/**
 * Plays a few steps with dice and choices that are always the same, so that
 * the picture is.
 * @param {import('../engine/engine.js').Engine} engine
 * @param {import('../engine/engine.js').Game} game
 * @param {import('../engine/words.js').Words} words
 * @param {string} [sheet] where it is not the usual one
 */
export function drawPicture(engine, game, words, sheet) {
    const match = startMatch(engine, game, sheet);

    playOn(match);
    const { view } = match.look(0);
    match.close();
    return pictureOf(view, words);
}

/**
 * @param {import('../engine/engine.js').Engine} engine
 * @param {import('../engine/engine.js').Game} game
 * @param {string} [sheet]
 */
function startMatch(engine, game, sheet) {
    return engine.start({ game: game.id, sheet, seats: Math.max(2, game.least),
        first: 0, options: {}, names: [], bots: [] });
}

/**
 * A sheet before anything is written on it.
 * @param {import('../engine/engine.js').Engine} engine
 * @param {import('../engine/engine.js').Game} game
 * @param {import('../engine/words.js').Words} words
 * @param {string} sheet
 */
export function drawSheet(engine, game, words, sheet) {
    const match = startMatch(engine, game, sheet);
    const { view } = match.look(0);

    match.close();
    return pictureOf(view, words);
}

/**
 * The first seat's own sheet, or the board, as a picture.
 * @param {import('../engine/engine.js').View} view
 * @param {import('../engine/words.js').Words} words
 */
export function pictureOf(view, words) {
    const areas = seatAreas(view, 0).filter((index) =>
        ['sheet', 'board'].includes(view.areas[index].role));
    const svg = areas.length > SEVERAL
        ? drawSeveral(view, areas, words)
        : drawArea(view, areas[0], { words, names: [],
            room: { width: WIDTH, height: 300 } });

    /* A picture has one name, the game's beside it, and nothing inside. */
    svg.setAttribute('aria-hidden', 'true');
    svg.removeAttribute('role');
    svg.querySelectorAll('[role]').forEach((piece) => {
        piece.removeAttribute('role');
        piece.removeAttribute('aria-label');
    });
    svg.setAttribute('preserveAspectRatio', 'xMidYMin slice');
    return svg;
}

/**
 * Long areas below each other, then small ones side by side.
 * @param {import('../engine/engine.js').View} view
 * @param {number[]} areas
 * @param {import('../engine/words.js').Words} words
 */
function drawSeveral(view, areas, words) {
    const column = (WIDTH + GAP) / BESIDE;
    /** @type {{long: SVGElement[], small: SVGElement[]}} */
    const drawn = { long: [], small: [] };
    let y = 0;

    for (const index of areas) {
        const small = drawPart(view, index, words, column - GAP);
        if (sizeOf(small, 'width') > 2 * sizeOf(small, 'height'))
            drawn.long.push(drawPart(view, index, words, WIDTH));
        else
            drawn.small.push(small);
    }
    for (const svg of drawn.long) {
        svg.setAttribute('y', String(y));
        y += sizeOf(svg, 'height') + GAP;
    }
    for (let i = 0; i < drawn.small.length; i += BESIDE) {
        const line = drawn.small.slice(i, i + BESIDE);
        line.forEach((svg, at) => {
            svg.setAttribute('x', String(at * column));
            svg.setAttribute('y', String(y));
        });
        y += Math.max(...line.map((svg) => sizeOf(svg, 'height'))) + GAP;
    }
    return s('svg', { class: 'area', width: WIDTH, height: y - GAP,
        viewBox: `0 0 ${WIDTH} ${y - GAP}` }, ...drawn.long, ...drawn.small);
}

/**
 * A part of a sheet in one colour lies on it, as at the table.
 * @param {import('../engine/engine.js').View} view
 * @param {number} index of the area
 * @param {import('../engine/words.js').Words} words
 * @param {number} width
 */
function drawPart(view, index, words, width) {
    const pieces = view.pieces.filter(({ area }) => area === index);
    const isBlock = isBlockOf(view.areas[index], pieces);
    const svg = drawArea(view, index, { words, names: [], room: {
        width: isBlock ? width - 2 * EDGE : width, height: 160 } });

    if (!isBlock)
        return svg;
    const high = sizeOf(svg, 'height') + 2 * EDGE;
    svg.setAttribute('x', String((width - sizeOf(svg, 'width')) / 2));
    svg.setAttribute('y', String(EDGE));
    return s('svg', { width, height: high }, s('rect', {
        class: `ground ${pieces.find(({ kind }) => kind === 'box')?.colour}`,
        width, height: high, rx: 11 }), svg);
}

/** @param {SVGElement} svg @param {'width' | 'height'} side */
function sizeOf(svg, side) {
    return Number(svg.getAttribute(side));
}

/** @param {import('../engine/engine.js').Match} match */
function playOn(match) {
    for (let i = 0; i < STEPS; i++) {
        const turn = match.turn();
        if (turn.what === 'over')
            return;
        if (turn.what === 'chance' && !turn.chance?.draw) {
            match.land(turn.chance?.dice.map((die, at) =>
                (i * 7 + at * 5 + (i % 3) * at) % die.faces.length) ?? []);
        } else if (turn.what === 'chance') {
            match.roll(BigInt(i + 1));
        } else {
            const { moves } = match.look(turn.asked[0]);
            match.answer(turn.asked[0], best(moves, i).move);
        }
    }
}

/** @param {import('../engine/engine.js').Move[]} moves @param {number} i */
function best(moves, i) {
    const good = moves.filter((move) => move.gain > 0);
    return good[0] ?? moves[i % moves.length];
}
