/* A small picture of a game's own sheet, somewhere in the middle of a game. */
import { seatAreas } from './areas.js';
import { h, s } from '../elements/dom.js';
import { drawArea } from './table.js';

const STEPS = 44;
const WIDTH = 400;
const SEVERAL = 3; // a sheet of more areas than this is laid out
const BESIDE = 2; // small areas in a line
const GAP = 12;
const WIDE = 2.5; // times as wide as high

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
    const areas = areasOf(view);

    match.close();
    if (areas.length === 1)
        return h('span', { class: 'drawn' }, pictureOf(view, words));
    return h('span', { class: areas.length > SEVERAL ? 'drawn several'
        : 'drawn' }, ...areas.map((index) => {
        const svg = drawArea(view, index, { words, names: [],
            room: { width: WIDTH, height: 300 } });

        svg.classList.toggle('wide', Number(svg.getAttribute('width')) >
            WIDE * Number(svg.getAttribute('height')));
        return quiet(svg);
    }));
}

/** @param {import('../engine/engine.js').View} view */
function areasOf(view) {
    return seatAreas(view, 0).filter((index) =>
        ['sheet', 'board'].includes(view.areas[index].role));
}

/** A picture has one name, the game's beside it, and nothing inside. @param {SVGElement} svg */
function quiet(svg) {
    svg.setAttribute('aria-hidden', 'true');
    svg.removeAttribute('role');
    svg.querySelectorAll('[role]').forEach((piece) => {
        piece.removeAttribute('role');
        piece.removeAttribute('aria-label');
    });
    return svg;
}

/**
 * The first seat's own sheet, or the board, as a picture.
 * @param {import('../engine/engine.js').View} view
 * @param {import('../engine/words.js').Words} words
 */
export function pictureOf(view, words) {
    const areas = areasOf(view);
    const svg = areas.length > SEVERAL
        ? drawSeveral(view, areas, words)
        : drawArea(view, areas[0], { words, names: [],
            room: { width: WIDTH, height: 300 } });

    svg.setAttribute('preserveAspectRatio', 'xMidYMin slice');
    return quiet(svg);
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
        const draw = (/** @type {number} */ width) => drawArea(view, index,
            { words, names: [], room: { width, height: 160 } });
        const small = draw(column - GAP);
        if (sizeOf(small, 'width') > 2 * sizeOf(small, 'height'))
            drawn.long.push(draw(WIDTH));
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
