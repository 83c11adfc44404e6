/*
 * A drawing in the place of the one before. What looks the same stays the same
 * element, so that the browser has to style, lay out and paint only what
 * differs.
 */

/** What holds drawings; all else is exchanged whole, so that whatever moves
 * can compare the old with the new. */
const HOLDERS = 'div, svg, g.over';

/** @type {WeakMap<Node, Element>} */
const stays = new WeakMap();

/**
 * In a new drawing, the place of something that is drawn already.
 * @param {Element} drawn
 */
export function asBefore(drawn) {
    const here = document.createComment('');

    stays.set(here, drawn);
    return here;
}

/**
 * @param {Element} place
 * @param {...(Node | string)} fresh what it shows from now on
 */
export function redraw(place, ...fresh) {
    const now = fresh.filter((child) => child !== '').map((child) =>
        (child instanceof Node ? stays.get(child) ?? child
            : document.createTextNode(child)));
    const all = new Set(now);
    /** @param {number} i */
    const isLeft = (i) => place.childNodes[i] !== undefined &&
        !all.has(place.childNodes[i]);

    now.forEach((child, i) => {
        /* What stays need not move when something before it goes. */
        while (child.parentNode === place && isLeft(i))
            place.childNodes[i].remove();
        const was = place.childNodes[i];

        if (was === child)
            return;
        if (!isLeft(i))
            place.insertBefore(whole(child), was ?? null);
        else if (isHolder(was) && isHolder(child) &&
            was.nodeName === child.nodeName)
            takeOver(was, child);
        else if (!was.isEqualNode(child))
            was.replaceWith(whole(child));
    });
    while (place.childNodes.length > now.length)
        place.lastChild?.remove();
}

/** With what stays in its place. @template {Node} T @param {T} node */
function whole(node) {
    if (isHolder(node))
        for (const child of [...node.childNodes])
            child.replaceWith(whole(stays.get(child) ?? child));
    return node;
}

/** @param {Node} node @returns {node is Element} */
function isHolder(node) {
    return node instanceof Element && node.matches(HOLDERS);
}

/**
 * Makes one of the other, which is then used up.
 * @param {Element} was
 * @param {Element} fresh
 */
export function takeOver(was, fresh) {
    for (const name of was.getAttributeNames())
        if (!fresh.hasAttribute(name))
            was.removeAttribute(name);
    for (const name of fresh.getAttributeNames())
        if (was.getAttribute(name) !== fresh.getAttribute(name))
            was.setAttribute(name, fresh.getAttribute(name) ?? '');
    redraw(was, ...fresh.childNodes);
}
