/* Marks look made by hand: round-ended crosses, circles not quite round. */
import { s } from '../dom.js';
import { round } from './shapes.js';

/**
 * @param {string[]} marks
 * @param {import('./content.js').Place} place
 * @returns {SVGElement[]}
 */
export function marksOn(marks, { x, y, w, h }) {
    /** @type {SVGElement[]} */
    const drawn = [];

    if (marks.includes('crossed')) {
        const half = Math.min(w, h) * 0.32;
        const wide = half + Math.min(6, Math.max(0, (w - h) / 4));
        const tall = half + Math.min(6, Math.max(0, (h - w) / 4));
        const [left, right] = [round(x + w / 2 - wide), round(x + w / 2 + wide)];
        const [top, bottom] = [round(y + h / 2 - tall), round(y + h / 2 + tall)];
        const bend = round(Math.min(w, h) * 0.04);
        drawn.push(s('path', { class: 'cross',
            d: `M${left} ${top}Q${round(x + w / 2 + bend)} ` +
                `${round(y + h / 2 - bend)} ${right} ${bottom}` +
                `M${right} ${top}Q${round(x + w / 2 + bend)} ` +
                `${round(y + h / 2 + bend)} ${left} ${bottom}` }));
    }
    if (marks.includes('circled')) {
        drawn.push(s('ellipse', { class: 'circle', cx: round(x + w / 2),
            cy: round(y + h / 2), rx: round(Math.min(w / 2 - 1, 24)),
            ry: round(Math.min(h / 2 - 1, 22)),
            transform: `rotate(-8 ${round(x + w / 2)} ${round(y + h / 2)})` }));
    }
    return drawn;
}
