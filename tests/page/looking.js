/*
 * Runs in the page, as a person's eyes: which texts are there, and whether
 * each has its room. The functions of `looking` are what tests call.
 */

const looking = (() => {
    /** px that a letter may stand over an edge before anyone sees it */
    const SLACK = 1;

    /** @param {Element} element */
    function isSeen(element) {
        return element.checkVisibility({ visibilityProperty: true }) &&
            !element.closest('.unseen');
    }

    /** @param {Element} element */
    function nameOf(element) {
        return [element.tagName, ...element.classList].join('.').toLowerCase();
    }

    /** @param {DOMRect} a @param {DOMRect} b */
    function shared(a, b) {
        return { w: Math.min(a.right, b.right) - Math.max(a.left, b.left),
            h: Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) };
    }

    /**
     * A line of text may be a little higher than its box.
     * @param {DOMRect} inner
     * @param {DOMRect} outer
     */
    function isOutside(inner, outer) {
        return isBeside(inner, outer) || inner.top < outer.top - 3 ||
            inner.bottom > outer.bottom + 3;
    }

    /** @param {DOMRect} inner @param {DOMRect} outer */
    function isBeside(inner, outer) {
        return inner.left < outer.left - SLACK || inner.right > outer.right + SLACK;
    }

    /** What moves on its own: it may lie over the rest. @param {Element} element */
    function layerOf(element) {
        for (let at = /** @type {Element | null} */ (element); at;
            at = at.parentElement) {
            const { overflowY, position } = getComputedStyle(at);
            if (['auto', 'scroll'].includes(overflowY) ||
                ['fixed', 'sticky'].includes(position))
                return at;
        }
        return null;
    }

    /** @param {Element} element */
    function blockOf(element) {
        let at = element;
        while (at.parentElement && getComputedStyle(at).display === 'inline')
            at = at.parentElement;
        return at;
    }

    /** @typedef {{text: string, box: DOMRect, lines: DOMRect[],
     *     element: Element}} Written */

    /** Every text outside of drawings. @param {Element} root */
    function writtenIn(root) {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        /** @type {Written[]} */
        const list = [];

        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const element = node.parentElement;
            const text = node.textContent?.trim();
            if (!text || !element || element.closest('svg, option, template') ||
                !isSeen(element))
                continue;
            range.selectNodeContents(node);
            list.push({ text, element, box: range.getBoundingClientRect(),
                lines: [...range.getClientRects()] });
        }
        return list.filter(({ box }) => box.width > 0);
    }

    /** @param {Element} element */
    function cutIn(element) {
        const { overflowX, overflowY } = getComputedStyle(element);
        const wide = element.scrollWidth - element.clientWidth;
        const high = element.scrollHeight - element.clientHeight;
        const scrolls = element.classList.contains('scroll');

        return (overflowX !== 'visible' && wide > SLACK && !scrolls) ||
            (['hidden', 'clip'].includes(overflowY) && high > SLACK)
            ? [`cut: ${nameOf(element)} “${element.textContent}”`] : [];
    }

    /** @param {Written[]} texts */
    function crossing(texts) {
        const layers = new Map(texts.map((one) => [one, layerOf(one.element)]));

        return texts.flatMap((a, i) => texts.slice(i + 1).filter((b) =>
            layers.get(a) === layers.get(b) && a.element !== b.element &&
            a.lines.some((one) => b.lines.some((other) => {
                const { w, h } = shared(one, other);
                return w > SLACK && h > 3;
            }))).map((b) => `“${a.text}” crosses “${b.text}”`));
    }

    const ARROW = 22; // px of what unfolds, at its right edge

    /** @param {Written} text */
    function isOnArrow({ box, element }) {
        const folds = element.closest('summary');

        return folds !== null &&
            getComputedStyle(folds).backgroundImage !== 'none' &&
            box.right > folds.getBoundingClientRect().right - ARROW;
    }

    /* --- Drawings ---------------------------------------------------------- */

    /** @typedef {{piece: Element, frame?: DOMRect, text?: DOMRect,
     *     words: string}} Drawn */

    /** @param {Element} piece @returns {Drawn} */
    function drawnAs(piece) {
        const text = piece.querySelector('text');
        const room = text?.getBoundingClientRect();

        return { piece, words: text?.textContent ?? '',
            frame: piece.querySelector('.frame')?.getBoundingClientRect(),
            /* Letters are less high than their line. */
            text: room && room.width > 0 ? new DOMRect(room.x,
                room.y + room.height * 0.15, room.width, room.height * 0.7)
                : undefined };
    }

    /** Narrower letters than can be read well. @param {Element} piece */
    function isSqueezed(piece) {
        return [...piece.querySelectorAll('tspan[textLength]')].some((line) => {
            const room = Number(line.getAttribute('textLength'));
            line.removeAttribute('textLength');
            const needed = /** @type {any} */ (line).getComputedTextLength();
            line.setAttribute('textLength', String(room));
            return needed > room * 1.3;
        });
    }

    /** @param {Element} svg */
    function problemsOfDrawing(svg) {
        const all = [...svg.querySelectorAll('.piece:not(.badge, .token)')]
            .map(drawnAs);
        const sheet = svg.getBoundingClientRect();

        return all.flatMap(({ piece, frame, text, words }, i) => {
            if (!text)
                return [];
            const what = `${nameOf(piece)} “${words}”`;
            /* A card may lie on the one before it. */
            const on = all.filter((other, j) => other.piece !== piece &&
                !(j < i && piece.matches('.card') &&
                    other.piece.matches('.card')) &&
                [other.frame, other.text].some((box) => {
                    const { w, h } = shared(text, box ?? new DOMRect());
                    return w > SLACK && h > SLACK;
                }));
            return [
                ...(isBeside(text, sheet) ? [`beside the sheet: ${what}`] : []),
                ...(isSqueezed(piece) ? [`letters too narrow: ${what}`] : []),
                ...(frame && isBeside(text, frame)
                    ? [`beside its box: ${what}`] : []),
                ...on.map((other) => `${what} is on ${nameOf(other.piece)}`)];
        });
    }

    /** Texts that have no room, one a line. */
    function problems() {
        const root = document.querySelector('dialog[open]') ?? document.body;
        const elements = [...root.querySelectorAll('*')].filter((element) =>
            !element.closest('svg') && isSeen(element));
        const texts = writtenIn(root);
        const across = document.documentElement.scrollWidth - innerWidth;

        return [
            ...(across > 0 ? [`scrolls across by ${across}`] : []),
            ...elements.flatMap(cutIn),
            ...texts.filter(({ box, element }) => isOutside(box,
                blockOf(element).getBoundingClientRect()))
                .map(({ text, element }) =>
                    `outside of ${nameOf(blockOf(element))}: “${text}”`),
            ...crossing(texts),
            ...texts.filter(isOnArrow).map(({ text }) =>
                `on the arrow beside it: “${text}”`),
            ...[...root.querySelectorAll('svg.area:not([aria-hidden])')]
                .filter(isSeen)
                .flatMap(problemsOfDrawing)];
    }

    /** Everything that is read out or read. */
    function allTexts() {
        const walker = document.createTreeWalker(document.body,
            NodeFilter.SHOW_TEXT);
        const texts = [document.title];

        for (let node = walker.nextNode(); node; node = walker.nextNode())
            if (!node.parentElement?.closest('#language, script, noscript'))
                texts.push(node.textContent ?? '');
        for (const element of document.querySelectorAll('body *'))
            for (const name of ['aria-label', 'title', 'placeholder', 'alt',
                'aria-description', 'aria-valuetext'])
                texts.push(element.getAttribute(name) ?? '');
        for (const field of document.querySelectorAll('input'))
            texts.push(['checkbox', 'radio'].includes(field.type) ? ''
                : field.value);
        return texts.map((text) => text.trim()).filter(Boolean);
    }

    /* --- From screen to screen ---------------------------------------------- */

    function drawn() {
        return new Promise((resolve) => {
            requestAnimationFrame(() => setTimeout(resolve));
        });
    }

    /** @param {string} path */
    async function goTo(path) {
        const main = document.querySelector('main');
        const old = main?.querySelector('h1');

        document.querySelector('dialog')?.close();
        location.hash = `#/${path}`;
        while (!main?.querySelector('h1') || main.querySelector('h1') === old)
            await drawn();
        await drawn();
    }

    /** Touches something and waits. @param {string} selector */
    async function touch(selector) {
        const element = document.querySelector(selector);
        if (!(element instanceof HTMLElement))
            throw new Error(`${selector} is not there`);
        element.click();
        await drawn();
    }

    return { problems, allTexts, goTo, touch, drawn };
})();

Object.assign(globalThis, { looking });
