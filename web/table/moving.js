/*
 * What has moved on the table since it was last drawn. Drawings have no memory;
 * this looks at the pieces before and after one, and moves what differs: no
 * game by name, and nothing twice. A touch ends it, and those who want less
 * motion get short fades.
 */
import { CURVES, countUp, finish, move } from '../elements/motion.js';
import { isCalm } from '../device/settings.js';
import { windowSize } from '../elements/fitting.js';
import { burst, flyFrom, spark } from './flying.js';

/**
 * @typedef {object} Seen a piece as it was drawn
 * @property {Element} element
 * @property {DOMRect} [box] where it lay, if it can travel
 * @property {boolean} inHand did it lie there?
 *
 * @typedef {object} Before
 * @property {Map<string, Seen>} pieces by id
 * @property {Map<string, string>} numbers
 * @property {Set<string>} fresh
 * @property {boolean} isRolling
 * @property {boolean} isHinted
 * @property {string} event
 * @property {string} size of the window
 */

const ROLL = 520; // ms until the last die lies
const APART = 40; // ms between two dice
const HOP = 90; // ms a field
const HOPS = 540; // all of them
const RISE = 12; // ms between two boxes
/* Of what another did, in ms after it: first the place lights. */
const TELL = { dice: 80, words: 180, mark: 320 };
const NEAR = 8; // px: it only rose or sank
const LONG = 3; // crosses without a roll between them are a moment

/** When a die comes to rest, in ms. @param {number} i @param {number} count */
export function landing(i, count) {
    return ROLL - APART * (count - 1 - i);
}

export class Moving {
    #root;
    #sound;
    #write;
    #size = '';
    /** Crossed off since the last roll, by id. @type {string[]} */
    #chain = [];
    /** @type {{finish: () => void}[]} */
    #counts = [];

    /**
     * @param {HTMLElement} root
     * @param {(n: number) => string} write a number
     * @param {import('../device/sound.js').Sound} [sound]
     */
    constructor(root, write, sound) {
        this.#root = root;
        this.#write = write;
        this.#sound = sound;
    }

    /** Everything is where it belongs. */
    skip() {
        finish(this.#root);
        this.#counts.splice(0).forEach((count) => count.finish());
    }

    /** Draws, and moves what is then different. @param {() => void} draw */
    around(draw) {
        const before = this.#look();

        draw();
        if (before.size === this.#size)
            this.#show(before);
        this.#size = before.size;
    }

    /** @returns {Before} */
    #look() {
        this.skip();
        return {
            pieces: new Map(this.#pieces.map((element) => [idOf(element),
                { element, inHand: isInHand(element),
                    box: element.matches('.card, .token')
                        ? element.getBoundingClientRect() : undefined }])),
            numbers: this.#numbers,
            fresh: new Set(this.#fresh.keys()),
            isRolling: this.#root.querySelector('.rolling') !== null,
            isHinted: this.#root.querySelector('.hint-loop') !== null,
            event: this.#event,
            size: `${windowSize().width} ${windowSize().height}`,
        };
    }

    /** Each once, without what only might lie there. */
    get #pieces() {
        const all = [...this.#root.querySelectorAll('.piece[data-piece]' +
            ':not(.card.will:not(.waits), .token.will:not(.waits))')];

        return [...new Map(all.map((piece) => [idOf(piece), piece])).values()];
    }

    /** What counts up, by where it stands. */
    get #counters() {
        return new Map([...this.#root.querySelectorAll(
            '.mine .total tspan, .player b')].map((element) => [
            element.closest('[data-seat]')?.getAttribute('data-seat') ??
                element.closest('svg')?.getAttribute('aria-label') ?? '',
            element]));
    }

    get #numbers() {
        return new Map([...this.#counters].map(([key, { textContent }]) =>
            [key, textContent ?? '']));
    }

    /** What is new at others' places. */
    get #fresh() {
        return new Map([...this.#root.querySelectorAll('.mini')].flatMap(
            (mini, m) => [...mini.children].flatMap((dot, i) =>
                (dot.matches('.fresh') || dot.querySelector('.fresh')
                    ? [[`${m} ${i}`, dot]] : []))));
    }

    get #event() {
        return this.#root.querySelector('.event:not([hidden])')?.textContent ??
            '';
    }

    /** @param {Before} before */
    #show(before) {
        const pieces = this.#pieces;

        if (!before.isRolling && this.#root.querySelector('.rolling')) {
            this.#chain = [];
            roll([...this.#root.querySelectorAll('.rolling .piece.cube')],
                before, this.#root);
        }
        this.#mark(pieces, before);
        this.#carry(pieces, before);
        if (!isCalm()) {
            raise(pieces.filter((piece) => isNew(piece, before, '.rises')));
            for (const piece of pieces)
                press(piece, before);
        }
        this.#tell(before);
        this.#count(before);
    }

    /* --- Crosses ------------------------------------------------------------- */

    /** @param {Element[]} pieces @param {Before} before */
    #mark(pieces, before) {
        const drawn = pieces.filter((piece) => isMarked(piece) &&
            before.pieces.has(idOf(piece)) &&
            !isMarked(before.pieces.get(idOf(piece))?.element));

        drawn.forEach((piece, i) => {
            drawMark(piece, 160 * i);
            if (piece.getAttribute('data-sign') === 'lock')
                lock(piece);
            else if (piece.matches('.mine .piece:not(.along)'))
                this.#link(piece);
        });
        for (const piece of pieces)
            if (rubOut(piece, before.pieces.get(idOf(piece))?.element))
                this.#chain = this.#chain.filter((id) => id !== idOf(piece));
    }

    /** One cross brings another: a spark leads there. @param {Element} piece */
    #link(piece) {
        const last = this.#root.querySelector(
            `.mine [data-piece="${this.#chain.at(-1)}"]`);

        this.#chain.push(idOf(piece));
        if (last && !isCalm())
            spark(last, piece);
        if (this.#chain.length >= LONG && !isCalm())
            burst(piece);
    }

    /* --- Cards and pawns ------------------------------------------------------ */

    /** @param {Element[]} pieces @param {Before} before */
    #carry(pieces, before) {
        if (before.pieces.size === 0)
            return;
        for (const piece of pieces.filter((one) => one.matches('.card, .token'))) {
            const was = before.pieces.get(idOf(piece));
            const now = piece.getBoundingClientRect();

            if (was?.box && farFrom(was.box, now) < NEAR)
                continue;
            if (was?.box && piece.matches('.path .token'))
                this.#sound?.hop(hop(piece, was.box));
            else if (was?.box && was.inHand && isInHand(piece))
                slide(piece, was.box, now);
            else if (was?.box)
                flyFrom(this.#root, piece, was.box);
            else if (piece.matches('.just'))
                this.#come(piece, twinOf(piece, before, pieces));
        }
    }

    /**
     * Out of a hand, or from the place of the one who brought it.
     * @param {Element} piece
     * @param {Seen | undefined} twin
     */
    #come(piece, twin) {
        const seat = /\bplayer-(\d)/.exec(piece.getAttribute('class') ?? '')?.[1];
        const place = this.#root.querySelector(`.player[data-seat="${seat}"]`);

        if (twin?.box)
            flyFrom(this.#root, piece, twin.box);
        else if (place)
            flyFrom(this.#root, piece, place.getBoundingClientRect());
        else
            move(piece, [{ transform: 'translateY(-18px) scale(.9)',
                opacity: 0 }], { ms: 260 });
    }

    /* --- Words and numbers ------------------------------------------------------ */

    /** @param {Before} before */
    #tell(before) {
        const event = this.#root.querySelector('.event:not([hidden])');

        for (const die of this.#root.querySelectorAll('.spent .cube.lit .solid'))
            if (isNew(/** @type {Element} */ (die.closest('.piece')), before,
                '.lit'))
                move(die, [{ transform: 'none' }, { transform: 'scale(1.14)' },
                    { transform: 'none' }], { ms: 200, delay: TELL.dice });
        if (event && this.#event !== before.event)
            move(event, [{ transform: 'translateY(-8px)', opacity: 0 }],
                { ms: 180, delay: TELL.words });
        for (const [key, dot] of this.#fresh)
            if (!before.fresh.has(key))
                move(dot, [{ transform: 'scale(1.9)', opacity: 0 }],
                    { ms: 200, delay: TELL.mark, curve: CURVES.spring });
        if (!before.isHinted && this.#root.querySelector('.hint-loop'))
            swing(this.#root);
    }

    /** @param {Before} before */
    #count(before) {
        for (const [key, element] of this.#counters) {
            const [from, to] = [before.numbers.get(key), element.textContent]
                .map((text) => numberIn(text ?? ''));
            if (from !== null && to !== null && from !== to)
                this.#counts.push(countUp(element, to, { from,
                    write: this.#write }));
        }
    }
}

/** @param {Element} piece */
function idOf(piece) {
    return piece.getAttribute('data-piece') ?? '';
}

/** @param {Element} piece */
function isInHand(piece) {
    return piece.parentElement?.matches('.hand') ?? false;
}

/**
 * A piece that looks the same and is gone.
 * @param {Element} piece
 * @param {Before} before
 * @param {Element[]} pieces that are there
 */
function twinOf(piece, before, pieces) {
    const here = new Set(pieces.map(idOf));

    return [...before.pieces].find(([id, { element }]) => !here.has(id) &&
        faceOf(element) === faceOf(piece))?.[1];
}

/** @param {Element} piece */
function faceOf(piece) {
    return `${piece.classList[1]} ${piece.classList[2]} ${piece.textContent}`;
}

/** Is it something now that it was not? @param {Element} piece
 * @param {Before} before @param {string} what */
function isNew(piece, before, what) {
    const was = before.pieces.get(idOf(piece));

    return was !== undefined && piece.matches(what) && !was.element.matches(what);
}

/** For good, or as soon as the others have chosen? @param {Element} [piece] */
function isMarked(piece) {
    return piece !== undefined && piece.matches('.crossed, .circled, .filled') &&
        piece.matches(':not(.will), .waits');
}

/** @param {DOMRect} a @param {DOMRect} b */
function farFrom(a, b) {
    return Math.hypot(a.x + a.width / 2 - b.x - b.width / 2,
        a.y + a.height / 2 - b.y - b.height / 2);
}

/** @param {string} text @returns {number | null} */
function numberIn(text) {
    const digits = text.replace('−', '-').replace(/[^-\d]/g, '');

    return /\d/.test(digits) ? Number(digits) : null;
}

/** px of the screen in the units of a drawing. @param {Element} piece */
function scaleOf(piece) {
    return piece instanceof SVGGraphicsElement
        ? piece.getScreenCTM()?.a || 1 : 1;
}

/* --- Dice ------------------------------------------------------------------------ */

/**
 * They fly in from the side of the one who rolls, turn over, and settle one
 * after another.
 * @param {Element[]} dice
 * @param {Before} before
 * @param {HTMLElement} root
 */
function roll(dice, before, root) {
    const isTheirs = root.querySelector('.player.active') !== null;

    dice.forEach((die, i) => {
        const solid = die.querySelector('.solid');
        const ms = landing(i, dice.length);
        const turns = 90 * (2 + i % 2) * (i % 3 ? -1 : 1);
        const away = isTheirs ? -90 : 90;

        if (!solid)
            return;
        move(solid, [
            { transform: `translate(${-50 + 17 * (i % 4)}px, ${away}px) ` +
                `rotate(${turns}deg)`, opacity: 0, easing: CURVES.out },
            { opacity: 1, offset: 0.2 },
            { transform: 'none', offset: 0.8, easing: 'ease-out' },
            { transform: 'translateY(-3px)', offset: 0.9, easing: 'ease-in' },
            { transform: 'none' }], { ms, curve: 'linear' });
        turnOver(die, before.pieces.get(idOf(die))?.element, ms * 0.45);
    });
}

/**
 * The face of before gives way to the new one on the way.
 * @param {Element} die
 * @param {Element | undefined} was
 * @param {number} ms
 */
function turnOver(die, was, ms) {
    const pips = [...die.querySelectorAll('.pip, .engraved')];
    const body = pips[0]?.parentElement;

    if (isCalm() || !was || was === die || !body)
        return;
    for (const pip of pips)
        move(pip, [{ opacity: 0 }, { opacity: 0 }], { ms });
    for (const pip of was.querySelectorAll('.pip, .engraved')) {
        body.append(pip);
        const gone = () => pip.remove();
        pip.animate([{ opacity: 1 }, { opacity: 1 }], { duration: ms })
            .finished.then(gone, gone);
    }
}

/* --- Marks ----------------------------------------------------------------------- */

/** Stroke by stroke; a number at once. @param {Element} piece @param {number} after ms */
function drawMark(piece, after) {
    const strokes = piece.querySelectorAll('.cross path, .circle');

    if (strokes.length === 0)
        for (const text of piece.querySelectorAll('.text'))
            move(text, [{ opacity: 0 }], { ms: 160, delay: after });
    strokes.forEach((stroke, i) => {
        stroke.setAttribute('stroke-dasharray', '1');
        move(stroke, [{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }],
            { ms: stroke.matches('.circle') ? 300 : 160, curve: 'ease-out',
                delay: after + (i % 2 ? 190 : 0) })
            .finished.then(() => stroke.removeAttribute('stroke-dasharray'),
                () => {});
    });
}

/**
 * Undone: the cross of before is rubbed away.
 * @param {Element} piece
 * @param {Element | undefined} was
 */
function rubOut(piece, was) {
    const isGone = was && isMarked(was) &&
        !piece.matches('.crossed, .circled, .filled');
    const old = isGone ? was.querySelector('.cross, .circle') : null;

    if (!old)
        return false;
    const gone = () => old.remove();
    piece.append(old);
    old.classList.add('rubbed');
    (isCalm() ? old.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 120 })
        : old.animate([{ opacity: 1 }, { opacity: 0.7,
            transform: 'translateX(2px)', offset: 0.3 },
        { opacity: 0, transform: 'translateX(-5px) scaleX(.5)' }],
        { duration: 140, easing: CURVES.in })).finished.then(gone, gone);
    return true;
}

/** The lock turns and snaps, and light runs along its band. @param {Element} piece */
function lock(piece) {
    const band = [...piece.parentElement?.children ?? []].filter((other) =>
        other.matches('.piece.box') && sameBand(piece, other));
    const steps = band.length > 1 ? 240 / (band.length - 1) : 0;

    move(piece, [{ transform: 'none' }, { transform: 'rotate(20deg) scale(1.25)',
        offset: 0.55, easing: CURVES.spring }, { transform: 'none' }],
    { ms: 400 });
    if (isCalm())
        return;
    band.forEach((box, i) => {
        const frame = box.querySelector('.frame');
        const light = frame?.cloneNode();
        if (!(light instanceof SVGElement))
            return;
        const gone = () => light.remove();
        light.setAttribute('class', 'band-light');
        box.append(light);
        light.animate([{ opacity: 0 }, { opacity: 0.85 }, { opacity: 0 }],
            { duration: 160, delay: steps * i, fill: 'backwards' })
            .finished.then(gone, gone);
    });
}

/** @param {Element} piece @param {Element} other */
function sameBand(piece, other) {
    const [a, b] = [piece, other].map((one) => one.getBoundingClientRect());
    const inRow = Math.abs(a.y + a.height / 2 - b.y - b.height / 2) < 4;
    const inColumn = Math.abs(a.x + a.width / 2 - b.x - b.width / 2) < 4;

    return inRow || inColumn;
}

/* --- States ---------------------------------------------------------------------- */

/** What can be touched lifts, from left to right. @param {Element[]} boxes */
function raise(boxes) {
    const step = Math.min(RISE, 240 / Math.max(1, boxes.length));

    boxes.map((box) => ({ box, x: box.getBoundingClientRect().x }))
        .sort((a, b) => a.x - b.x).forEach(({ box }, i) => {
            const body = box.querySelector('.body');
            if (body)
                move(body, [{ transform: 'none' }],
                    { ms: 120, delay: step * i });
        });
}

/** @param {Element} piece @param {Before} before */
function press(piece, before) {
    if (isNew(piece, before, '.touched'))
        move(piece, [{ transform: 'translateY(-3px)' }], { ms: 90 });
    else if (isNew(piece, before, '.kept'))
        move(piece, [{ transform: 'translateY(-7px) rotate(6deg)' }],
            { ms: 140, curve: CURVES.spring });
    else if (isNew(piece, before, '.again'))
        move(piece, [{ transform: 'translateY(4px) rotate(-9deg)' }],
            { ms: 140, curve: CURVES.spring });
    else if (isNew(piece, before, '.lost'))
        move(piece, [{ transform: 'translateY(-2px)', opacity: 0.45 }],
            { ms: 160 });
}

/** The lamp swings once, and a loop is drawn. @param {HTMLElement} root */
function swing(root) {
    const lamp = root.querySelector('.hint svg');

    if (lamp)
        move(lamp, [{ transform: 'none' }, { transform: 'rotate(14deg)' },
            { transform: 'rotate(-10deg)' }, { transform: 'none' }],
        { ms: 420 });
    for (const loop of root.querySelectorAll('.hint-loop, .hint-under')) {
        loop.setAttribute('stroke-dasharray', '1');
        move(loop, [{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }],
            { ms: 420, curve: 'ease-out' }).finished.then(
            () => loop.removeAttribute('stroke-dasharray'), () => {});
    }
}

/* --- Ways ------------------------------------------------------------------------ */

/** Cards of a hand close up. @param {Element} card @param {DOMRect} was
 * @param {DOMRect} now */
function slide(card, was, now) {
    const scale = scaleOf(card);

    move(card, [{ transform: `translate(${(was.x - now.x) / scale}px, ` +
        `${(was.y - now.y) / scale}px)` }], { ms: 180, delay: 120 });
}

/**
 * Field by field, 6 px high.
 * @param {Element} pawn
 * @param {DOMRect} was
 * @returns {number} fields
 */
function hop(pawn, was) {
    const now = pawn.getBoundingClientRect();
    const fields = [...pawn.parentElement?.querySelectorAll('.piece.box') ?? []]
        .map((field) => field.getBoundingClientRect());
    const [from, to] = [was, now].map((box) => nearest(fields, box));
    const count = Math.abs(to - from);
    const scale = scaleOf(pawn);
    const goal = fields[to];
    /** @param {number} x @param {number} y */
    const at = (x, y) => ({ transform:
        `translate(${x / scale}px, ${y / scale}px)` });
    const way = Array.from({ length: count }, (_, i) =>
        fields[from + Math.sign(to - from) * (i + 1)]);
    const stops = [{ x: was.x - now.x, y: was.y - now.y },
        ...way.map((field) => ({ x: field.x - goal.x, y: field.y - goal.y }))];

    if (count === 0) {
        slide(pawn, was, now);
        return 0;
    }
    move(pawn, stops.flatMap((stop, i) => (i === 0 ? [at(stop.x, stop.y)]
        : [at((stop.x + stops[i - 1].x) / 2, (stop.y + stops[i - 1].y) / 2 - 6),
            at(stop.x, stop.y)])),
    { ms: Math.min(HOPS, HOP * count), curve: 'linear' });
    return count;
}

/** @param {DOMRect[]} fields @param {DOMRect} box */
function nearest(fields, box) {
    const far = fields.map((field) => farFrom(field, box));

    return far.indexOf(Math.min(...far));
}
