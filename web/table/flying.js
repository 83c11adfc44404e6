/* What flies over the table for a moment: a card, a spark, some signs. */
import { s, h } from '../elements/dom.js';
import { CURVES, SHAPES, move } from '../elements/motion.js';
import { isCalm } from '../device/settings.js';

const FLIGHT = 260; // ms

/**
 * A piece travels on a flat arc to where it lies now.
 * @param {HTMLElement} root
 * @param {Element} piece
 * @param {DOMRect} from
 */
export function flyFrom(root, piece, from) {
    const to = piece.getBoundingClientRect();
    const svg = piece.closest('svg');

    if (isCalm() || !(piece instanceof SVGGraphicsElement) || !svg) {
        move(piece, [], { ms: FLIGHT });
        return;
    }
    const { x, y, width, height } = piece.getBBox();
    const body = piece.cloneNode(true);
    const copy = s('svg', { class: `${svg.getAttribute('class')} flying`,
        viewBox: `${x} ${y} ${width} ${height}`, 'aria-hidden': 'true' },
    body);
    const [dx, dy] = [from.x + from.width / 2 - to.x - to.width / 2,
        from.y + from.height / 2 - to.y - to.height / 2];
    const size = Math.min(1.6, Math.max(0.5, from.width / to.width || 1));
    const gone = () => copy.remove();

    /* It cannot be touched, and is heard of only once. */
    if (body instanceof Element)
        for (const name of ['data-piece', 'data-touch', 'tabindex', 'role',
            'aria-label', 'aria-pressed'])
            body.removeAttribute(name);
    Object.assign(copy.style, { left: `${to.x}px`, top: `${to.y}px`,
        width: `${to.width}px`, height: `${to.height}px` });
    root.append(copy);
    piece.animate([{ opacity: 0 }, { opacity: 0 }], { duration: FLIGHT });
    copy.animate([{ transform: `translate(${dx}px, ${dy}px) scale(${size})` },
        { transform: `translate(${dx * 0.42}px, ${dy * 0.42 - 14}px) ` +
            `rotate(${dx < 0 ? 4 : -4}deg)`, offset: 0.5 },
        { transform: 'none' }], { duration: FLIGHT, easing: CURVES.out })
        .finished.then(gone, gone);
}

/**
 * Light that runs from one box to the next.
 * @param {Element} from
 * @param {Element} to
 */
export function spark(from, to) {
    const [a, b] = [from, to].map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
    });
    const light = h('i', { class: 'spark', 'aria-hidden': 'true' });
    const gone = () => light.remove();

    from.closest('.play')?.append(light);
    light.animate([
        { transform: `translate(${a.x}px, ${a.y}px) scale(.4)`, opacity: 0 },
        { opacity: 1, offset: 0.2 },
        { transform: `translate(${(a.x + b.x) / 2}px, ` +
            `${(a.y + b.y) / 2 - 26}px) scale(1.2)`, offset: 0.5 },
        { transform: `translate(${b.x}px, ${b.y}px)`, opacity: 1, offset: 0.9 },
        { transform: `translate(${b.x}px, ${b.y}px) scale(2.4)`, opacity: 0 }],
    { duration: 320, easing: 'ease-in-out' }).finished.then(gone, gone);
}

const SIGNS = ['star', 'diamond', 'circle', 'star', 'triangle', 'hexagon',
    'star', 'square'];

/** Signs that jump out of a box, once. @param {Element} box */
export function burst(box) {
    const { x, y, width, height } = box.getBoundingClientRect();
    const play = box.closest('.play');

    SIGNS.forEach((shape, i) => {
        const turn = 2 * Math.PI * i / SIGNS.length;
        const sign = s('svg', { class: 'flying-sign', viewBox: '0 0 10 10',
            'aria-hidden': 'true' }, s('path', { d: SHAPES[shape] }));
        const at = `translate(${x + width / 2}px, ${y + height / 2}px)`;
        const gone = () => sign.remove();

        play?.append(sign);
        sign.animate([{ transform: `${at} scale(.3)`, opacity: 0 },
            { opacity: 1, offset: 0.25 },
            { transform: `${at} translate(${46 * Math.cos(turn)}px, ` +
                `${46 * Math.sin(turn)}px) rotate(${90 * (i % 3)}deg)`,
            opacity: 0 }], { duration: 520, delay: 260, easing: CURVES.out,
            fill: 'backwards' }).finished.then(gone, gone);
    });
}
