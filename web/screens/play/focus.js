/* Where the keyboard is, before and after a part is drawn again. */

export function focusedPiece() {
    const focused = document.activeElement;
    return focused instanceof SVGElement ? focused.getAttribute('data-touch')
        : null;
}

/**
 * One piece is reached by the tab key, the rest by arrows.
 * @param {HTMLElement} stage
 * @param {string | null} focus what had the focus before
 */
export function giveTabStop(stage, focus) {
    const pieces = [...stage.querySelectorAll('[data-touch]')];
    const again = focus === null ? undefined
        : pieces.find((piece) => piece.getAttribute('data-touch') === focus);
    const stop = again ?? pieces[0];

    for (const piece of stage.querySelectorAll('[tabindex="0"]'))
        if (piece !== stop && piece.matches('[data-touch]'))
            piece.setAttribute('tabindex', '-1');
    stop?.setAttribute('tabindex', '0');
    if (again instanceof SVGElement)
        again.focus({ preventScroll: true });
}

/**
 * What inside an element has the focus, by its data attribute.
 * @param {HTMLElement} inside
 * @param {string} key
 */
export function focusedKey(inside, key) {
    const focused = document.activeElement;
    return focused instanceof HTMLElement && inside.contains(focused)
        ? focused.dataset[key] : undefined;
}

/**
 * @param {HTMLElement} inside
 * @param {string} key
 * @param {string | undefined} value from focusedKey
 */
export function refocus(inside, key, value) {
    if (value === undefined)
        return;
    const found = inside.querySelector(`[data-${key}="${value}"]`);
    if (found instanceof HTMLElement)
        found.focus({ preventScroll: true });
}
