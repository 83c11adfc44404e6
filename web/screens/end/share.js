/*
 * A result to show around: a picture, drawn on this device, and a text. Words
 * are written on the canvas, in the page's own typefaces; the sheet is an SVG.
 */
import { seatAreas } from '../../table/areas.js';
import { h, openDialog } from '../../elements/dom.js';
import { icon } from '../../elements/icons.js';
import { SHAPES } from '../../elements/motion.js';
import { drawArea } from '../../table/table.js';

const SIZE = 1080;
const INK = '#fff8ea';
const SIGNS = [['circle', '#e4503f'], ['triangle', '#ffc23d'],
    ['square', '#43b37a'], ['diamond', '#5a94f2'], ['star', '#a873dd'],
    ['hexagon', '#ff8f3a']];
/** What of its style a piece needs to look the same outside the page. */
const INLINE = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'opacity',
    'stroke-linecap', 'stroke-linejoin', 'stroke-dasharray', 'font-family',
    'font-size', 'font-weight', 'text-anchor', 'dominant-baseline', 'display',
    'visibility', 'paint-order'];

/**
 * @typedef {object} Result
 * @property {import('../../engine/engine.js').Game} game
 * @property {import('../../engine/engine.js').View} view
 * @property {string[]} names
 * @property {import('./story.js').Story} story
 * @property {number} me the one person at this device, or −1
 * @property {boolean} best
 * @property {number} when
 * @property {string} [daily] the text of a game of the day: what is shared
 *     tells nothing about its dice
 */

/**
 * @param {import('../../app.js').App} app
 * @param {Result} result
 * @param {import('../../elements/dom.js').Child[]} more what else can be done with it
 */
export async function openShare(app, result, more) {
    const { words } = app;
    const said = h('p', { class: 'said', role: 'status' });
    const place = h('div', { class: 'preview' });

    openDialog(words.the('page.invite.share'), words.the('page.close'), place,
        h('div', { class: 'actions' },
            h('button', { type: 'button', class: 'main', 'data-picture': true,
                click: async () => give(await picture, result) },
            icon('share'), words.the('page.share.picture')),
            h('button', { type: 'button', 'data-text': true,
                click: async () => {
                    said.textContent = await tellAbout(words, result);
                } }, icon('words'), words.the('page.share.text')), ...more),
        said);
    const picture = drawPicture(app, result);
    const blob = await picture;
    const url = URL.createObjectURL(blob);
    const image = h('img', { src: url, alt: textOf(words, result),
        width: SIZE, height: SIZE, load: () => URL.revokeObjectURL(url) });
    place.append(image);
}

/** @param {import('../../engine/words.js').Words} words @param {Result} result */
function textOf(words, { game, view, names, story, daily }) {
    if (daily)
        return daily;
    const lines = names.map((name, seat) => ({ name, n: view.points[seat] }))
        .sort((a, b) => b.n - a.n)
        .map(({ name, n }) => `${name} ${words.number(n)}`);

    return [`${words.the('page.parlour')} · ${words.the(`game.${game.id}`)}`,
        story.title, ...lines].join('\n');
}

/** @param {import('../../engine/words.js').Words} words @param {Result} result */
async function tellAbout(words, result) {
    const text = textOf(words, result);

    try {
        if (navigator.share) {
            await navigator.share({ text });
            return '';
        }
        await navigator.clipboard.writeText(text);
        return words.the('page.share.copied');
    } catch {
        return ''; // the person thought better of it
    }
}

/** @param {Blob} blob @param {Result} result */
async function give(blob, { game }) {
    const file = new File([blob], `${game.id}.png`, { type: 'image/png' });

    try {
        if (navigator.canShare?.({ files: [file] })) {
            await navigator.share({ files: [file] });
            return;
        }
    } catch {
        return;
    }
    const url = URL.createObjectURL(blob);
    h('a', { href: url, download: file.name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/* --- The picture ------------------------------------------------------------ */

/**
 * @param {import('../../app.js').App} app
 * @param {Result} result
 * @returns {Promise<Blob>}
 */
async function drawPicture(app, result) {
    const canvas = h('canvas', { width: SIZE, height: SIZE });
    const pen = canvas.getContext('2d');

    if (!pen)
        throw new Error('no canvas');
    await document.fonts.ready;
    drawCloth(pen, result.game.hue);
    if (result.story.won)
        drawSigns(pen);
    pen.drawImage(await load('icons/icon.svg'), 68, 60, 72, 72);
    writeWords(pen, app.words, result);
    if (result.daily)
        await drawLid(pen, result);
    else
        await drawSheet(pen, app, result);
    return new Promise((resolve, reject) => canvas.toBlob((blob) =>
        (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'));
}

/** @param {CanvasRenderingContext2D} pen @param {number} hue */
function drawCloth(pen, hue) {
    const light = pen.createRadialGradient(SIZE / 2, -80, 0, SIZE / 2, -80, 900);
    const cone = pen.createLinearGradient(0, 0, 0, 620);

    pen.fillStyle = `oklch(.43 .115 ${hue})`;
    pen.fillRect(0, 0, SIZE, SIZE);
    light.addColorStop(0, '#ffd98a33');
    light.addColorStop(1, '#ffd98a00');
    pen.fillStyle = light;
    pen.fillRect(0, 0, SIZE, SIZE);
    cone.addColorStop(0, '#ffd98a66');
    cone.addColorStop(1, '#ffd98a00');
    pen.fillStyle = cone;
    pen.beginPath();
    pen.moveTo(390, 0);
    pen.lineTo(690, 0);
    pen.lineTo(980, 620);
    pen.lineTo(100, 620);
    pen.fill();
}

/** @param {CanvasRenderingContext2D} pen */
function drawSigns(pen) {
    for (let i = 0; i < 46; i++) {
        const [shape, colour] = SIGNS[i % SIGNS.length];
        /* Scattered, and the same each time. */
        const x = (i * 397) % SIZE;
        const y = (i * i * 61 + i * 137) % 560;

        pen.save();
        pen.translate(x, y);
        pen.rotate(i * 1.3);
        pen.scale(1.4 + i % 5 * 0.35, 1.4 + i % 5 * 0.35);
        pen.globalAlpha = 1 - y / 700;
        pen.fillStyle = colour;
        pen.fill(new Path2D(SHAPES[shape]));
        pen.restore();
    }
}

/**
 * @param {CanvasRenderingContext2D} pen
 * @param {import('../../engine/words.js').Words} words
 * @param {Result} result
 */
function writeWords(pen, words, result) {
    const { game, view, names, story, me, best, when, daily } = result;
    const hero = daily && me >= 0 ? me : story.hero; // a day's result is one's own
    const its = words.the(`game.${game.id}`);
    const [what, title] = daily ? [words.the('daily'), its] : [its, story.title];
    const number = words.number(view.points[hero]);
    const others = names.map((name, seat) => ({ name, seat }))
        .filter(({ seat }) => seat !== hero)
        .map(({ name, seat }) => `${name} ${words.number(view.points[seat])}`);

    /** @param {string} text @param {number} x @param {number} y
     *  @param {string} font @param {number} room */
    const write = (text, x, y, font, room) => {
        pen.font = font;
        pen.fillText(text, x, y, room);
    };
    pen.fillStyle = INK;
    write(words.the('page.parlour'), 158, 114, '800 52px "Parlour Display"', 400);
    pen.textAlign = 'right';
    write(`${what} · ${words.day(when)}`, 1010, 108,
        '600 30px "Parlour Text"', 480);
    pen.textAlign = 'left';
    write(number, 64, 390, '800 250px "Parlour Display"', 420);
    pen.font = '800 250px "Parlour Display"';
    const left = Math.min(420, pen.measureText(number).width) + 110;
    write(title, left, 260, '800 58px "Parlour Display"', 1010 - left);
    pen.fillStyle = '#fff8eac9';
    write(others.join(' · '), left, 320, '600 36px "Parlour Text"', 1010 - left);
    if (best) {
        const text = words.the('page.end.best');
        pen.font = '800 30px "Parlour Text"';
        const wide = pen.measureText(text).width + 56;
        pen.fillStyle = '#ffb938';
        pen.beginPath();
        pen.roundRect(left, 346, wide, 58, 29);
        pen.fill();
        pen.fillStyle = '#2a1b33';
        pen.fillText(text, left + 28, 385);
    }
}

/**
 * The emblem of the game, where a sheet would tell too much.
 * @param {CanvasRenderingContext2D} pen
 * @param {Result} result
 */
async function drawLid(pen, { game, daily = '' }) {
    const lines = daily.split('\n').slice(2);

    pen.drawImage(await load(`emblems/${game.emblem}.svg`), 230, 450, 620, 434);
    pen.fillStyle = INK;
    pen.textAlign = 'center';
    pen.font = '600 38px "Parlour Text"';
    lines.forEach((line, i) =>
        pen.fillText(line, SIZE / 2, 950 + 54 * i, SIZE - 120));
    pen.textAlign = 'left';
}

/**
 * The hero's own sheet, a little askew, running out of the picture.
 * @param {CanvasRenderingContext2D} pen
 * @param {import('../../app.js').App} app
 * @param {Result} result
 */
async function drawSheet(pen, { words }, { view, names, story }) {
    const index = seatAreas(view, story.hero).find((at) =>
        ['sheet', 'board'].includes(view.areas[at].role));
    if (index === undefined)
        return;
    const svg = drawArea(view, index, { words, names,
        room: { width: 520, height: 460 } });
    const image = await load(outside(svg));
    const wide = 860;
    const high = wide * image.height / image.width;

    pen.save();
    pen.translate(SIZE / 2, 490);
    pen.rotate(-0.045);
    pen.shadowColor = '#160c1c80';
    pen.shadowBlur = 50;
    pen.shadowOffsetY = 20;
    pen.fillStyle = getComputedStyle(document.documentElement)
        .getPropertyValue('--paper');
    pen.beginPath();
    pen.roundRect(-wide / 2 - 36, -24, wide + 72, Math.max(high + 90, 700), 26);
    pen.fill();
    pen.shadowColor = 'transparent';
    pen.drawImage(image, -wide / 2, 22, wide, high);
    pen.restore();
}

/**
 * An SVG of the page as a file of its own: what style sheets said of it stands
 * in it.
 * @param {SVGElement} svg
 */
function outside(svg) {
    const place = h('div', { class: 'unseen', 'aria-hidden': 'true' }, svg);

    document.body.append(place);
    for (const element of svg.querySelectorAll('*')) {
        const style = getComputedStyle(element);
        for (const name of INLINE) {
            const value = style.getPropertyValue(name);
            if (value && value !== 'none' || name === 'fill' || name === 'stroke')
                element.setAttribute(name, value);
        }
    }
    svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    const text = new XMLSerializer().serializeToString(svg);
    place.remove();
    return URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
}

/** @param {string} src @returns {Promise<HTMLImageElement>} */
function load(src) {
    return new Promise((resolve, reject) => {
        const image = h('img', { src, load: () => resolve(image),
            error: () => reject(new Error(src)) });
    });
}
