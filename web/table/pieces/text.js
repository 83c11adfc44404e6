/* Text on pieces: as large as fits. */
import { s } from '../../elements/dom.js';
import { round } from './shapes.js';

const SMALLEST = 9;
const EDGE = 1.5; // px between a text and the line around it
/** @type {CanvasRenderingContext2D | null} */
const ruler = document.createElement('canvas').getContext('2d');

/** @param {string} text @param {number} size @param {boolean} [bold] */
export function widthOf(text, size, bold = false) {
    if (!ruler)
        return text.length * size * 0.58;
    ruler.font = `${bold ? 700 : 500} ${size}px "Parlour Text", system-ui, sans-serif`;
    /* On the table all digits are of one width, that of a 4. */
    return ruler.measureText(text.replace(/\d/g, '4')).width;
}

/**
 * In the middle of a box, or at one of its edges; smaller where it must, on two
 * lines before it gets tiny, and with narrower letters rather than over the
 * edge.
 * @param {string} text
 * @param {{x: number, y: number, w: number, h: number}} box
 * @param {number} size
 * @param {string} kind a class
 * @param {'start' | 'middle' | 'end'} [from]
 */
export function textIn(text, box, size, kind, from = 'middle') {
    const lines = breakText(text, box, size);
    const widest = Math.max(...lines.map((line) => widthOf(line, size, true)));
    const room = box.w - 2 * EDGE;
    const fits = Math.max(SMALLEST, Math.min(size, size * room / widest));
    const step = fits * 1.1;
    const first = box.y + box.h / 2 - (lines.length - 1) * step / 2;

    const x = { start: box.x + EDGE, middle: box.x + box.w / 2,
        end: box.x + box.w - EDGE }[from];

    return s('text', { class: kind, 'text-anchor': from,
        'font-size': round(fits) },
    ...lines.map((line, i) => s('tspan', { x: round(x),
        y: round(first + i * step + fits * 0.36),
        ...squeezed(line, fits, room) }, line)));
}

/** @param {string} line @param {number} size @param {number} room */
function squeezed(line, size, room) {
    return widthOf(line, size, true) > room + 0.5
        ? { textLength: round(room), lengthAdjust: 'spacingAndGlyphs' } : {};
}

/**
 * @param {string} text
 * @param {{w: number, h: number}} box
 * @param {number} size
 */
function breakText(text, box, size) {
    const words = text.split(' ');

    if (words.length < 2 || widthOf(text, size * 0.85, true) <= box.w ||
        box.h < size * 1.7)
        return [text];
    let best = [text];
    let least = Infinity;
    for (let i = 1; i < words.length; i++) {
        const lines = [words.slice(0, i).join(' '), words.slice(i).join(' ')];
        const w = Math.max(...lines.map((line) => line.length));
        if (w < least) {
            least = w;
            best = lines;
        }
    }
    return best;
}
