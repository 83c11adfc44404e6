/*
 * Between two screens: the lid that was touched grows into the cloth of the
 * table. The new screen is there at once and lies under it.
 */
import { CURVES } from './motion.js';
import { isCalm } from '../device/settings.js';

const GROWS = 280; // ms
const SOON = 3000; // ms: what was touched before that has led nowhere

/** @typedef {{box: DOMRect, hue: string, at: number}} Lid */

export class Growing {
    /** @type {Lid | null} */
    #lid = null;

    constructor() {
        document.addEventListener('click', ({ target }) => {
            if (target instanceof Element)
                this.#lid = lidOf(target);
        }, { capture: true });
    }

    /** A screen was opened. @param {HTMLElement} screen */
    into(screen) {
        const lid = this.#lid;
        const cloth = screen.matches('.cloth, .on-cloth') ? screen
            : screen.querySelector('.banner');

        this.#lid = null;
        if (!lid || !(cloth instanceof HTMLElement) || isCalm() ||
            performance.now() - lid.at > SOON || lid.hue !== hueOf(cloth))
            return;
        grow(lid, cloth);
    }
}

/** @param {Element} element */
function hueOf(element) {
    return getComputedStyle(element).getPropertyValue('--hue');
}

/**
 * The cloth at what was touched: a lid on it, itself, or what it lies on.
 * @param {Element} target
 * @returns {Lid | null}
 */
function lidOf(target) {
    const way = target.closest('a[href], button');
    const cloth = way?.querySelector('.lid') ?? way?.closest('.cloth, .hued') ??
        (way && document.querySelector('main .banner'));

    return cloth ? { box: cloth.getBoundingClientRect(), hue: hueOf(cloth),
        at: performance.now() } : null;
}

/** @param {Lid} lid @param {HTMLElement} cloth */
function grow({ box, hue }, cloth) {
    const goal = cloth.getBoundingClientRect();
    const height = Math.min(goal.height, innerHeight - goal.y);
    const light = document.createElement('i');
    const gone = () => light.remove();

    light.className = 'growing hued cloth';
    light.setAttribute('aria-hidden', 'true');
    light.style.setProperty('--hue', hue);
    Object.assign(light.style, { left: `${goal.x}px`, top: `${goal.y}px`,
        width: `${goal.width}px`, height: `${height}px` });
    document.body.append(light);
    light.animate([
        { transform: `translate(${box.x - goal.x}px, ${box.y - goal.y}px) ` +
            `scale(${box.width / goal.width}, ${box.height / height})`,
        opacity: 1 },
        { opacity: 1, offset: 0.55 },
        { transform: 'none', opacity: 0 }],
    { duration: GROWS, easing: CURVES.out }).finished.then(gone, gone);
}
