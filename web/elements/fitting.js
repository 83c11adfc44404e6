/*
 * Texts in places that never grow: each is made smaller until it fits. Whatever
 * asks how large something is makes the browser lay out the page, so all texts
 * of a drawing are asked together, and only those that say something new.
 */

const SMALLEST = 11; // px

/**
 * @typedef {object} Wish
 * @property {() => void} [write] what it says; not called where nothing is new
 * @property {() => void} [simpler] makes a text shorter that is too tall
 * @property {() => boolean} [shorter] and one that is too long even when it
 *     is small; is it to be tried once more?
 */

/** @type {Map<HTMLElement, Wish>} */
const waiting = new Map();
/** @type {WeakMap<HTMLElement, string>} what fits already */
const fitted = new WeakMap();

/* To ask the window itself may cost a layout. */
let size = { width: innerWidth, height: innerHeight };
let zoom = 0;
addEventListener('resize', () => {
    size = { width: innerWidth, height: innerHeight };
    zoom = 0;
});

export function windowSize() {
    return size;
}

/** How much larger letters are than usual. */
export function letterZoom() {
    zoom ||= Math.max(1, parseFloat(getComputedStyle(
        document.documentElement).fontSize) / 16);
    return zoom;
}

/**
 * To be fitted when the drawing is whole.
 * @param {HTMLElement} element
 * @param {string} says it, and all that takes room from it
 * @param {Wish} [wish]
 */
export function fitLater(element, says, wish = {}) {
    /* What is not shown yet, or in another typeface, has another size. */
    const key = [size.width, size.height, element.isConnected,
        document.fonts.status, says].join(' ');

    if (fitted.get(element) === key)
        return;
    fitted.set(element, key);
    wish.write?.();
    if (waiting.size === 0)
        queueMicrotask(fitAll);
    waiting.set(element, wish);
}

/** The drawing is whole. */
export function fitAll() {
    const all = [...waiting];

    waiting.clear();
    if (all.length === 0)
        return;
    for (const [element] of all)
        element.style.fontSize = '';
    const tall = all.filter(([element, { simpler }]) => simpler &&
        element.scrollHeight > element.clientHeight);
    tall.forEach(([, wish]) => wish.simpler?.());
    fitTexts(all.map(([element]) => element));
    /* What is not seen has no size yet. */
    for (const [element] of all)
        if (element.clientHeight === 0)
            fitted.delete(element);
    const long = all.filter(([element, { shorter }]) => shorter &&
        !fits(element));
    fitTexts(long.filter(([, wish]) => wish.shorter?.())
        .map(([element]) => element));
}

/** Now, whatever it says. @param {HTMLElement} element */
export function fitText(element) {
    fitTexts([element]);
}

/** @param {HTMLElement} element */
function fits(element) {
    return element.scrollHeight <= element.clientHeight &&
        element.scrollWidth <= element.clientWidth;
}

/** @param {HTMLElement[]} elements */
function fitTexts(elements) {
    for (const element of elements)
        element.style.fontSize = '';
    const tries = elements.filter((element) => element.clientHeight > 0 &&
        !fits(element)).map((element) => {
        const high = parseFloat(getComputedStyle(element).fontSize);
        const low = Math.min(high, SMALLEST);
        const { clientWidth, scrollWidth } = element;
        /* A line that is too wide is so by its letters. */
        const isWide = scrollWidth > clientWidth;
        const now = isWide ? Math.max(low,
            Math.floor(2 * high * clientWidth / scrollWidth) / 2)
            : Math.round(low + high) / 2;
        return { element, low, high, now, isWide };
    });

    /* Every try is a layout: by halves, there are few. */
    for (let open = tries; open.length > 0;) {
        for (const { element, now } of open)
            element.style.fontSize = `${now}px`;
        for (const one of open) {
            const good = fits(one.element);
            if (good)
                one.low = one.now;
            if (!good || one.isWide)
                one.high = one.now;
            one.isWide = false;
        }
        open = open.filter(({ low, high }) => high - low > 0.5);
        for (const one of open)
            one.now = Math.round(one.low + one.high) / 2;
    }
    for (const { element, low } of tries)
        element.style.fontSize = `${low}px`;
}
