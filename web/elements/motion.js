/*
 * Moments that move: points that count, light that opens, signs that fall.
 * Only transform and opacity move; a touch anywhere but on a button ends what
 * runs; who wants less motion gets a short fade.
 */
import { h, s } from './dom.js';
import { isCalm } from '../device/settings.js';

export const CURVES = { out: 'cubic-bezier(.2,.8,.2,1)',
    spring: 'cubic-bezier(.3,1.5,.5,1)', in: 'cubic-bezier(.5,0,.9,.4)' };
const FADE = 120; // ms
const PAIRS = 24; // of signs that fall
const FEW = 8; // of them, where the device is slow
const LATE = 1000 / 60 * 1.5; // ms: a frame was missed

/** The six signs of the house, on a grid of 10. @type {Record<string, string>} */
export const SHAPES = {
    circle: 'M.6 5a4.4 4.4 0 1 0 8.8 0 4.4 4.4 0 1 0-8.8 0',
    triangle: 'M5 .6 9.8 9.2H.2Z',
    square: 'M1.4.8h7.2a.6.6 0 0 1 .6.6v7.2a.6.6 0 0 1-.6.6H1.4a.6.6 0 0 1-.6-.6V1.4a.6.6 0 0 1 .6-.6',
    diamond: 'M5 0 9.6 5 5 10 .4 5Z',
    star: 'M5 .3 6.5 3.5 9.9 3.9 7.4 6.3 8.1 9.7 5 8 1.9 9.7 2.6 6.3.1 3.9 3.5 3.5Z',
    hexagon: 'M2.6.8H7.4L9.9 5 7.4 9.2H2.6L.1 5Z',
};
const FALLING = [['circle', '#e4503f'], ['triangle', '#ffc23d'],
    ['square', '#43b37a'], ['diamond', '#5a94f2'], ['star', '#a873dd'],
    ['hexagon', '#ff8f3a'], ['circle', '#fff8ea']];

/**
 * @param {Element} element
 * @param {Keyframe[]} frames
 * @param {{ms: number, curve?: string, delay?: number}} how
 */
export function move(element, frames, { ms, curve = CURVES.out, delay = 0 }) {
    return isCalm()
        ? element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE })
        : element.animate(frames, { duration: ms, delay, easing: curve,
            fill: 'backwards' });
}

/** Whatever moves there is at its end. @param {Element} element */
export function finish(element) {
    for (const run of element.getAnimations({ subtree: true }))
        if (run.effect?.getComputedTiming().endTime !== Infinity)
            run.finish();
}

/**
 * A number counts up to what it says.
 * @param {Element} element
 * @param {number} to
 * @param {{from?: number, ms?: number, delay?: number,
 *     write?: (n: number) => string}} [how]
 * @returns {{finish: () => void}}
 */
export function countUp(element, to, { from = 0, ms = 300, delay = 0,
    write = String } = {}) {
    const begun = performance.now() + delay;
    let over = isCalm() || ms === 0;

    const step = (/** @type {number} */ now) => {
        const part = over ? 1
            : Math.min(1, Math.max(0, (now - begun) / ms));
        element.textContent = write(Math.round(from + (to - from) * part));
        over ||= part >= 1;
        if (!over)
            requestAnimationFrame(step);
    };
    step(performance.now());
    return { finish: () => {
        over = true;
        element.textContent = write(to);
    } };
}

/** The lamp's cone of light, from above. */
export function coneOfLight() {
    return h('span', { class: 'cone', 'aria-hidden': 'true' });
}

/**
 * Does the device miss many frames?
 * @param {number} ms for which it is watched
 * @returns {Promise<boolean>}
 */
export async function isSlow(ms) {
    const begun = performance.now();
    let [last, late, all] = [begun, 0, 0];

    while (last - begun < ms) {
        const now = await new Promise((done) => {
            requestAnimationFrame(() => done(performance.now()));
        });
        late += Number(now - last > LATE);
        all++;
        last = now;
    }
    return late > all / 4;
}

/**
 * Signs fall once, and are gone: two by two around each other, which is half as
 * many layers. The browser moves them without asking the page for a frame.
 * @param {Element} host
 * @param {boolean} slow is the device?
 * @returns {{finish: () => void}}
 */
export function confetti(host, slow) {
    const sky = h('div', { class: 'confetti', 'aria-hidden': 'true' });
    const pairs = isCalm() ? [] : Array.from({ length: slow ? FEW : PAIRS },
        (_, i) => newPair(i));

    sky.append(...pairs);
    host.prepend(sky);
    Promise.allSettled(pairs.map((pair) => fall(pair).finished))
        .then(() => sky.remove());
    return { finish: () => sky.remove() };
}

/** @param {number} i */
function newPair(i) {
    const apart = 12 + Math.random() * 20;
    const pair = s('svg', { viewBox: `0 0 ${apart + 20} 20`, height: 20,
        width: Math.round(apart + 20) }, ...[0, 1].map((which) => {
        const [shape, fill] = FALLING[(2 * i + which) % FALLING.length];
        const size = 0.8 + Math.random() * 1.1;
        return s('path', { d: SHAPES[shape], fill, transform:
            `translate(${which * apart + 10 - 5 * size} ${10 - 5 * size}) ` +
            `scale(${size})` });
    }));

    pair.style.left = `${Math.random() * 100 - 5}%`;
    return pair;
}

/** @param {Element} pair */
function fall(pair) {
    const turn = (Math.random() - 0.5) * 720;
    const drift = Math.random() * 80 - 40;
    const way = 0.75 * innerHeight + 30;
    /** @param {number} part of its way */
    const at = (part) => `translate(${drift * part}px, ${way * part}px) ` +
        `rotate(${turn * part}deg)`;

    return pair.animate([{ transform: at(0), opacity: 1 },
        { transform: at(0.68), opacity: 1, offset: 0.75 },
        { transform: at(1), opacity: 0 }],
    { duration: 900 + Math.random() * 900, delay: Math.random() * 350,
        easing: 'cubic-bezier(.4,.1,.8,.8)', fill: 'both' });
}

/**
 * A touch anywhere but on a button ends what runs.
 * @param {HTMLElement} host
 * @param {{finish: () => void}[]} runs
 */
export function skippable(host, runs) {
    host.addEventListener('pointerdown', (event) => {
        if (!(/** @type {Element} */ (event.target)).closest('button, a'))
            runs.forEach((run) => run.finish());
    }, { once: true });
}
