/*
 * Fingers and arrow keys: which piece is meant. Works on what was drawn: the
 * elements with data-touch.
 */

const NEAR = 22; // px: a touch beside a piece still means it

/** @param {Element} element @param {number} x @param {number} y */
function distance(element, x, y) {
    const box = element.getBoundingClientRect();
    const dx = Math.max(box.left - x, 0, x - box.right);
    const dy = Math.max(box.top - y, 0, y - box.bottom);
    return Math.hypot(dx, dy);
}

/**
 * @param {Element} inside
 * @param {MouseEvent} event
 * @returns {number} 0: none
 */
export function nearestTouchable(inside, event) {
    const target = event.target instanceof Element ? event.target : null;
    const hit = target?.closest('[data-touch]') ?? null;
    /* Anyone who touches another piece, or a button, means that. */
    const isOther = target?.closest('[data-piece], button, a, summary, input') ??
        null;
    /* Nor is what lies under the question meant by a touch on it. */
    const part = target?.closest('section') ?? inside;
    let best = hit;
    let least = NEAR;

    for (const element of hit || isOther ? []
        : part.querySelectorAll('[data-touch]')) {
        const far = distance(element, event.clientX, event.clientY);
        if (far <= least) {
            least = far;
            best = element;
        }
    }
    return Number(best?.getAttribute('data-touch') ?? 0);
}

/**
 * What was touched that cannot be: a piece by its id, or a sign.
 * @param {Event} event
 */
export function untouchable({ target }) {
    const piece = target instanceof Element
        ? target.closest('.piece:not([data-touch])') : null;

    return piece ? { id: Number(piece.getAttribute('data-piece') ?? 0),
        sign: piece.getAttribute('data-sign') ?? '' } : null;
}

/**
 * The touchable piece under a finger that moves.
 * @param {Element} inside
 * @param {PointerEvent} event
 * @returns {number} 0: none
 */
export function touchableAt(inside, { clientX, clientY }) {
    const piece = document.elementFromPoint(clientX, clientY)
        ?.closest('[data-touch]');
    return piece && inside.contains(piece)
        ? Number(piece.getAttribute('data-touch')) : 0;
}

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1],
    ArrowDown: [0, 1] };

/**
 * An arrow key goes to the next piece in that direction.
 * @param {Element} inside
 * @param {KeyboardEvent} event
 * @returns {boolean} was it one?
 */
export function moveAmong(inside, event) {
    const arrow = ARROWS[event.key];
    const from = event.target;

    if (!arrow || !(from instanceof Element) || !from.matches('[data-touch]'))
        return false;
    const here = middle(from);
    const there = [...inside.querySelectorAll('[data-touch]')]
        .filter((element) => element !== from)
        .map((element) => ({ element, far: cost(here, middle(element), arrow) }))
        .filter(({ far }) => far < Infinity)
        .sort((a, b) => a.far - b.far)[0];
    if (there?.element instanceof SVGElement) {
        from.setAttribute('tabindex', '-1');
        there.element.setAttribute('tabindex', '0');
        there.element.focus();
    }
    return true;
}

/** @param {Element} element */
function middle(element) {
    const box = element.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/**
 * How far a piece is in a direction; sideways counts more.
 * @param {{x: number, y: number}} a
 * @param {{x: number, y: number}} b
 * @param {[number, number]} arrow
 */
function cost(a, b, [dx, dy]) {
    const along = (b.x - a.x) * dx + (b.y - a.y) * dy;
    const aside = Math.abs((b.x - a.x) * dy) + Math.abs((b.y - a.y) * dx);
    return along < 4 ? Infinity : along + 3 * aside;
}
