/*
 * Every state of every piece is told from the others without colour: pieces of
 * random positions of all games are drawn in each state, and no two of the
 * pictures are alike in grey, by day and by night.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { start, visit } from './help.mjs';
import { GAMES, partOf, wholeGame } from './positions.mjs';

/** @type {Awaited<ReturnType<typeof start>>} */
let at;
before(async () => {
    at = await start();
});
after(() => at.stop());

const EACH = 3; // pieces of a kind in a position
const LEAST = 14; // px that must differ, by so much of 255: a small dot
const STEP = 26;

/**
 * Runs in the page: draws pieces in their states, and says where each lies.
 * @param {{record: string, each: number}} what
 */
async function drawStates({ record, each }) {
    const load = (/** @type {string} */ file) =>
        import(`${location.origin}/${file}`);
    const [{ loadEngine }, { Words }, { drawArea }] = await Promise.all(
        ['engine/engine.js', 'engine/words.js', 'table/table.js'].map(load));
    const engine = await loadEngine(`${location.origin}/parlour.wasm`);
    const words = new Words('en', await (await fetch(
        `${location.origin}/words/en.words.json`)).json());
    const match = engine.open(record);
    const { view } = match.look(0);
    const ground = document.createElement('div');

    ground.className = 'play cloth hued';
    ground.style.cssText = 'display:flex; flex-wrap:wrap; gap:0; width:1200px;' +
        'filter:grayscale(1); background:#888; padding:0; min-height:0';
    document.body.replaceChildren(ground);

    /** @param {any} piece @returns {Record<string, object>} how it is drawn */
    const statesOf = (piece) => {
        const id = piece.alike ?? piece.id;
        const can = { touchable: new Set([id]), next: new Set([id]) };
        const all = { idle: {}, hinted: { ...can, rises: new Set([id]),
            hinted: new Set([id]) } };
        if (piece.kind === 'cube')
            return { ...all, lit: { lit: new Set([id]) },
                /* One that was used is dark already. */
                ...(piece.marks.includes('used') ? {}
                    : { rests: { resting: new Set([id]) } }),
                kept: { ...can, touched: [id], fateOf: () => 'kept' },
                again: { ...can, fateOf: () => 'again' } };
        return { ...all, can, rises: { ...can, rises: new Set([id]) },
            ...(['box', 'card'].includes(piece.kind) ? { worth: { ...can,
                rises: new Set([id]), gains: new Map([[id, 4]]) } } : {}),
            chosen: { ...can, touched: [id] },
            mine: { news: new Map([[piece, 0]]), me: 0 },
            theirs: { news: new Map([[piece, 1]]), me: 0 } };
    };
    const seen = new Map();
    const pieces = view.pieces.filter((/** @type {any} */ piece) => {
        const area = view.areas[piece.area];
        const kind = `${piece.kind} ${area.role}`;
        const n = seen.get(kind) ?? 0;
        const isThere = piece.id && area.role !== 'choices' &&
            (area.seat ?? 0) === 0 && (!piece.alike || piece.alike === piece.id) &&
            !piece.marks.includes('lost') && Math.random() < 0.3;
        if (isThere)
            seen.set(kind, n + 1);
        return isThere && n < each;
    });
    const list = [];
    for (const piece of pieces)
        for (const [state, how] of Object.entries(statesOf(piece))) {
            const svg = drawArea(view, piece.area, { words, names: ['Ann', 'Bo'],
                room: { width: 380, height: 420 }, ...how });
            const hit = svg.querySelector(`[data-piece="${piece.id}"] .hit`);
            if (!hit)
                continue;
            const [x, y, w, h] = ['x', 'y', 'width', 'height'].map(
                (name) => Number(hit.getAttribute(name)));
            svg.setAttribute('viewBox', `${x - 14} ${y - 16} ${w + 28} ${h + 34}`);
            svg.setAttribute('width', String(w + 28));
            svg.setAttribute('height', String(h + 34));
            svg.style.cssText = 'flex:none; max-width:none';
            const place = document.createElement('div');
            place.className = piece.kind === 'cube' ? 'dice' : 'pad-of-paper';
            place.style.cssText = 'margin:0; padding:0; border-radius:0; flex:none;' +
                `width:${w + 28}px; height:${h + 34}px; overflow:hidden; box-shadow:none`;
            place.append(svg);
            ground.append(place);
            list.push({ place, state, what: `${piece.kind} ${piece.colour} ` +
                `${piece.marks.join('+')} ${piece.id}` });
        }
    match.close();
    return list.map(({ place, state, what }) => {
        const { x, y, width, height } = place.getBoundingClientRect();
        return { state, what, x: x + scrollX, y: y + scrollY, width, height };
    });
}

/**
 * Runs in the page: pairs of pictures of one piece that are alike.
 * @param {{png: string, list: any[], least: number, step: number}} what
 */
async function alike({ png, list, least, step }) {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const pen = /** @type {OffscreenCanvasRenderingContext2D} */
        (canvas.getContext('2d', { willReadFrequently: true }));
    pen.drawImage(image, 0, 0);
    const pixels = list.map(({ x, y, width, height }) => pen.getImageData(
        Math.round(x), Math.round(y), Math.floor(width), Math.floor(height)).data);
    const found = [];

    for (let a = 0; a < list.length; a++)
        for (let b = a + 1; b < list.length &&
            list[b].what === list[a].what; b++) {
            let n = 0;
            for (let i = 0; i < pixels[a].length; i += 4)
                n += Number(Math.abs(pixels[a][i] - pixels[b][i]) > step);
            if (n < least)
                found.push(`${list[a].what}: ${list[a].state} is like ` +
                    `${list[b].state} (${n} px)`);
        }
    return found;
}

for (const theme of ['light', 'dark'])
    test(`states differ in grey: ${theme}`, async () => {
        const { page, context, errors } = await visit(at,
            { width: 1200, height: 900, settings: { theme } });
        let pictures = 0;
        for (const game of GAMES) {
            const record = partOf(wholeGame(game), Math.random() * 0.9);
            const list = await page.evaluate(drawStates, { record, each: EACH });
            const png = (await page.screenshot({ fullPage: true }))
                .toString('base64');
            if (process.env.STATES)
                await page.screenshot({ fullPage: true,
                    path: `${process.env.STATES}/${game}-${theme}.png` });
            assert.deepEqual(await page.evaluate(alike, { png, list,
                least: LEAST, step: STEP }), [], `${game}:\n${record}`);
            pictures += list.length;
        }
        assert.ok(pictures > 100, `${pictures} pictures`);
        assert.deepEqual(errors, []);
        await context.close();
    });
