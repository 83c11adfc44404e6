/*
 * Every reason that a hint can give is true: games of all kinds are played, and
 * what is said for one move and against another is held against the two
 * positions, box by box, by other means than those that found it.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { reasonsFor } from '../../web/coach/reasons.js';
import { Engine } from '../../web/engine/engine.js';
import { recordOf } from './kept.mjs';
import { folder } from './serve.mjs';

/**
 * @typedef {import('../../web/engine/engine.js').Move} Move
 * @typedef {import('../../web/engine/engine.js').Piece} Piece
 * @typedef {import('../../web/engine/engine.js').View} View
 */

const EVERY = 4; // decisions: each of so many is looked at
const MOVES = 7; // of each, at most

/* --- A position, plainly --------------------------------------------------- */

/** @param {Piece} piece */
const isDone = ({ marks }) => ['crossed', 'circled', 'filled'].some((mark) =>
    marks.includes(mark));
/** @param {Piece} piece */
const isLost = ({ marks }) => marks.includes('lost');
const total = (/** @type {number[]} */ list) => list.reduce((a, b) => a + b, 0);

class Position {
    /** @param {View} view @param {number} seat */
    constructor(view, seat) {
        this.view = view;
        this.seat = seat;
        this.points = view.points[seat];
        this.own = view.pieces.filter(({ area }) =>
            view.areas[area].seat === seat);
        this.boxes = this.own.filter(({ kind, sign = '', value = 0, w, area }) =>
            kind === 'box' && view.areas[area].role === 'sheet' && value >= 0 &&
            !['bang', 'arrow'].includes(sign) && w === 1);
        this.laid = view.pieces.filter(({ kind, area }) => kind === 'card' &&
            view.areas[area].role === 'board');
        this.fields = view.pieces.filter(({ kind, area }) => kind === 'box' &&
            view.areas[area].role === 'board' &&
            view.areas[area].seat === undefined);
        this.claimed = [...this.laid, ...this.fields].filter(({ marks }) =>
            marks.includes('shaded') || marks.includes('circled'));
        this.hand = this.own.filter(({ kind, area }) =>
            ['card', 'counter'].includes(kind) &&
            view.areas[area].role === 'hand');
    }

    /** @param {(piece: Piece) => boolean} is */
    boxesThat(is) {
        return this.boxes.filter(is).length;
    }

    /** Cards of a kind, with those that a counter tells. @param {(card: Piece) => boolean} is */
    cards(is) {
        return total(this.hand.map((card, i) => (card.kind === 'card' && is(card)
            ? this.hand[i + 1]?.sign === 'times'
                ? this.hand[i + 1].value ?? 0 : 1 : 0)));
    }

    /** Ids of boxes in a straight line with something printed at an end. @param {'row'|'column'|'diagonal'} way */
    lines(way) {
        const steps = { row: [[1, 0]], column: [[0, 1]],
            diagonal: [[1, 1], [1, -1]] }[way];
        /** @param {{area: number, x: number, y: number}} at */
        const box = ({ area, x, y }) => this.boxes.find((one) =>
            one.area === area && one.x === x && one.y === y);
        /* Across only at a corner, outside of all rows and columns. */
        const isPrinted = (/** @type {number} */ area, /** @type {number} */ x,
            /** @type {number} */ y) => this.own.some((one) =>
            one.kind === 'label' && one.area === area && one.x === x &&
            one.y === y && (one.sign !== undefined || one.value !== undefined) &&
            (way !== 'diagonal' || !this.boxes.some((box) =>
                box.area === area && (box.x === x || box.y === y))));
        /** @type {number[][]} */
        const found = [];

        for (const first of this.boxes)
            for (const [dx, dy] of steps) {
                const { area, x, y } = first;
                if (box({ area, x: x - dx, y: y - dy }))
                    continue;
                const line = [first];
                for (let next; (next = box({ area, x: x + dx * line.length,
                    y: y + dy * line.length }));)
                    line.push(next);
                if (line.length > 1 && (isPrinted(area, x - dx, y - dy) ||
                    isPrinted(area, x + dx * line.length,
                        y + dy * line.length)))
                    found.push(line.map(({ id = 0 }) => id));
            }
        return found;
    }

    get allLines() {
        return [...this.lines('row'), ...this.lines('column'),
            ...this.lines('diagonal')];
    }

    /** Boxes of a line that are missing; what is lost is never filled. @param {number[]} line ids */
    missing(line) {
        const there = this.boxes.filter((box) => line.includes(box.id ?? 0));

        return there.some(isLost) ? Infinity
            : there.filter((box) => !isDone(box)).length;
    }

    /** Fields of the board that lie so far apart. @param {number} far */
    apart(far) {
        return this.laid.filter((card) => this.laid.some((other) =>
            other.y === card.y && other.x === card.x + far)).length;
    }

    get longestLaid() {
        return Math.max(0, ...this.laid.map((card) => {
            let n = 1;
            while (this.laid.some(({ x, y }) => y === card.y &&
                x === card.x + n))
                n++;
            return n;
        }));
    }

    get pawns() {
        return this.view.pieces.filter((piece) => piece.kind === 'token' &&
            piece.seat === this.seat && this.view.areas[piece.area].flow ===
            'path').map(({ x }) => x);
    }

    get dice() {
        return this.view.pieces.filter(({ kind, value = 0 }) =>
            kind === 'cube' && value > 0).map(({ value = 0 }) => value);
    }
}

/* --- What each reason claims ----------------------------------------------- */

/**
 * @typedef {object} Claim
 * @property {Position} now
 * @property {Position} a where the move leads
 * @property {Position} b where the other one leads
 * @property {Move} move
 * @property {Move} other
 * @property {number} n
 */

/** @param {Claim} claim @param {'row'|'column'|'diagonal'} way */
const finishes = ({ a, b }, way) => a.lines(way).some((line) =>
    a.missing(line) === 0 && b.missing(line) > 0);
/** @param {Position} a @param {Position} b */
const ahead = (a, b) => a.allLines.filter((line) =>
    a.missing(line) < b.missing(line));
/** @param {Claim} claim @param {('row'|'column'|'diagonal')[]} ways */
const isNear = ({ a, b, n }, ways) => ways.flatMap((way) => a.lines(way))
    .some((line) => a.missing(line) === n && b.missing(line) > n);
/** @param {Claim} claim */
const loses = ({ a, b, n }) => n > 0 &&
    b.boxesThat(isLost) - a.boxesThat(isLost) === n;
/** What is shown of rows in which a is ahead. @param {Position} a @param {Position} b @param {(y: number) => number} count */
const inRows = (a, b, count) => Math.max(...ahead(a, b).flatMap((line) =>
    a.boxes.filter(({ id = 0 }) => line.includes(id)).map(({ y }) => count(y))));
/** @param {Position} at @param {Move} move */
const sumOf = ({ view }, { dice }) => total(view.pieces.filter(({ kind }) =>
    kind === 'cube').filter((_, i) => dice >> i & 1)
    .map(({ value = 0 }) => value));
const most = (/** @type {number[]} */ dice) => Math.max(0, ...dice.map((die) =>
    dice.filter((one) => one === die).length));
const joker = ({ sign = '' }) => sign === 'joker';

/** @type {Record<string, (claim: Claim) => boolean>} */
const TRUE_IF = {
    ends: ({ a, b }) => a.view.turn === 'over' && b.view.turn !== 'over' &&
        a.view.points.every((points, seat) => seat === a.seat ||
            points < a.points),
    goes_on: ({ a, b }) => a.view.turn !== 'over' && b.view.turn === 'over',
    avoids: ({ now, a, b, n }) => b.points < now.points && n > 0 &&
        a.points - b.points >= n,
    lock: ({ a, b }) => a.boxesThat((box) => box.sign === 'lock' && isDone(box)) >
        b.boxesThat((box) => box.sign === 'lock' && isDone(box)),
    row: (claim) => finishes(claim, 'row'),
    column: (claim) => finishes(claim, 'column'),
    diagonal: (claim) => finishes(claim, 'diagonal'),
    lock_open: ({ a, b }) => a.boxesThat((box) => box.sign === 'lock' &&
        !isLost(box)) > b.boxesThat((box) => box.sign === 'lock' && !isLost(box)),
    skips_numbers: loses, skips_boxes: loses,
    saves_numbers: loses, saves_boxes: loses,
    bonus: ({ a, b }) => [a, b].map(({ own }) => own.filter((piece) =>
        (piece.kind === 'label' && piece.sign && isDone(piece)) ||
        (piece.kind === 'box' && isDone(piece) && (piece.sign ||
            piece.marks.includes('shaded')))).length).reduce((x, y) => x - y) > 0,
    near: (claim) => isNear(claim, ['row']),
    near_line: (claim) => isNear(claim, ['column', 'diagonal']),
    nearer: ({ a, b }) => Math.min(...ahead(a, b).map((line) => a.missing(line))) <
        Math.min(...ahead(b, a).map((line) => b.missing(line))),
    more_lines: ({ a, b }) => ahead(a, b).length > ahead(b, a).length,
    worth: ({ a, b }) => {
        const at = (/** @type {Position} */ { own }) =>
            (/** @type {number} */ row) => own.find(({ kind, sign, y }) =>
                kind === 'counter' && sign !== undefined && y === row)?.value ?? 0;
        return inRows(a, b, at(a)) > inRows(b, a, at(b));
    },
    others: ({ a, b }) => {
        const at = (/** @type {Position} */ { view, seat }) =>
            (/** @type {number} */ row) => view.pieces.filter((piece) =>
                piece.kind === 'box' && piece.y === row && isDone(piece) &&
                view.areas[piece.area].role === 'sheet' &&
                view.areas[piece.area].seat !== seat).length;
        return inRows(a, b, at(a)) > inRows(b, a, at(b));
    },
    colour: ({ a, b }) => [...new Set(a.boxes.map(({ colour }) => colour))]
        .some((colour) => a.boxesThat((box) => box.colour === colour &&
            !isDone(box)) < b.boxesThat((box) => box.colour === colour &&
            !isDone(box))),
    stars: ({ a, b }) => total(a.hand.map(({ sign = '', value = 0 }) =>
        (sign.includes('star') ? value : 0))) >
        total(b.hand.map(({ sign = '', value = 0 }) =>
            (sign.includes('star') ? value : 0))),
    gain: ({ now, a, b, n }) => n > 0 &&
        a.points - Math.max(b.points, now.points) === n,
    scores: ({ a, b }) => a.claimed.length > 0 && b.claimed.length === 0,
    more_cards: ({ a, b }) => a.claimed.length > b.claimed.length,
    fewer_cards: ({ a, b }) => a.claimed.filter(({ kind }) => kind === 'box')
        .length < b.claimed.filter(({ kind }) => kind === 'box').length,
    gets_joker: ({ now, a, b }) => a.cards(joker) > now.cards(joker) &&
        a.cards(joker) > b.cards(joker),
    keeps_joker: ({ now, a, b }) => a.cards(joker) === now.cards(joker) &&
        a.cards(joker) > b.cards(joker),
    special: ({ a, b }) => a.cards(({ sign }) => sign === 'plus') >
        b.cards(({ sign }) => sign === 'plus'),
    anywhere: ({ a, b }) => a.cards(({ sign, colour }) => !sign &&
        colour === 'white') > b.cards(({ sign, colour }) => !sign &&
        colour === 'white'),
    joined: ({ a }) => a.hand.some((card) => !card.sign && card.kind === 'card' &&
        [...a.hand, ...a.laid].some((other) => other !== card &&
            (other.colour === card.colour || other.colour === 'white' ||
                other.sign === 'joker') &&
            Math.abs((other.value ?? 0) - (card.value ?? 0)) === 1)),
    swap: ({ a, b }) => {
        const taken = (/** @type {Position} */ { view, laid, hand }) => hand
            .filter((card) => card.kind === 'card' && laid.some(({ x, y }) => {
                const row = view.pieces.find((piece) => piece.y === y &&
                    !['white', 'plain'].includes(piece.colour) &&
                    view.areas[piece.area].role === 'board');
                return x + 1 === card.value && row?.colour === card.colour;
            })).length;
        return taken(a) >= taken(b) && taken(a) > 0;
    },
    draws: ({ now, move, n }) => now.own.some(({ id = 0, sign, value }) =>
        move.touch.includes(id) && sign === 'plus' && value === n),
    offers_less: ({ a, b }) => a.longestLaid < b.longestLaid ||
        (a.longestLaid === b.longestLaid && (a.apart(1) < b.apart(1) ||
            a.apart(2) < b.apart(2) || a.laid.length < b.laid.length)),
    keeps_equal: ({ a, b }) => most(a.dice) > most(b.dice),
    keeps_run: ({ a, b }) => new Set(a.dice).size > 2 && a.dice.join() !==
        b.dice.join(),
    rolls_more: ({ a, b }) => a.dice.length < b.dice.length,
    keeps_more: ({ a, b }) => a.dice.length > b.dice.length,
    keeps_high: ({ a, b }) => total(a.dice) / a.dice.length >
        total(b.dice) / b.dice.length,
    roll: ({ a, now }) => a.dice.length < now.dice.length,
    take: ({ b, now }) => b.dice.length < now.dice.length,
    longest: ({ a, move }) => {
        const inRow = (/** @type {Piece} */ { area, y }) => a.boxesThat((box) =>
            box.area === area && box.y === y && isDone(box));
        const all = Math.max(...a.boxes.map(inRow));
        return a.boxes.some((box) => move.touch.includes(box.id ?? 0) &&
            isDone(box) && inRow(box) === all);
    },
    farther: ({ a, b }) => total(a.pawns) > total(b.pawns),
    hindmost: ({ a, b }) => Math.min(...a.pawns) > Math.min(...b.pawns),
    fills: ({ a, b, n }) => n > 0 && a.boxesThat(isDone) - b.boxesThat(isDone) ===
        n,
    numbers: ({ a, b }) => {
        const open = (/** @type {Position} */ { boxes }) => new Set(boxes
            .filter((box) => !isDone(box) && !isLost(box) &&
                box.value !== undefined)
            .map(({ area, value }) => `${area} ${value}`)).size;
        return open(a) > open(b);
    },
    rare: ({ now, move, other }) => Math.abs(7 - sumOf(now, move)) >
        Math.abs(7 - sumOf(now, other)),
    often: ({ now, move, other }) => Math.abs(7 - sumOf(now, move)) <
        Math.abs(7 - sumOf(now, other)),
    patient: ({ a, b }) => a.points < b.points ||
        a.claimed.length < b.claimed.length,
    waits: ({ move }) => Boolean(move.pass),
};

/* --- Games ----------------------------------------------------------------- */

const { instance } = await WebAssembly.instantiate(
    readFileSync(join(folder, 'parlour.wasm')), {});
const engine = new Engine(instance.exports);

/**
 * @param {import('../../web/engine/engine.js').Match} match
 * @param {number} seat
 * @param {Set<string>} said
 */
function checkDecision(match, seat, said) {
    const { moves, view } = match.look(seat);
    const now = new Position(view, seat);
    const some = moves.filter((_, i) =>
        i % Math.ceil(moves.length / MOVES) === 0);
    const leads = new Map(some.map((move) => [move,
        new Position(match.preview(seat, move.move).view, seat)]));

    for (const [move, a] of leads)
        for (const [other, b] of leads)
            for (const { id, n = 0 } of move === other ? []
                : reasonsFor(match, seat, move, other)) {
                const reason = id.replace('coach.why.', '');
                said.add(reason);
                assert.ok(TRUE_IF[reason]?.({ now, a, b, move, other, n }),
                    `${reason} ${n}: ${move.name}, not ${other.name}\n${
                        match.record()}`);
            }
}

/** @type {Set<string>} */
const said = new Set();

for (const { id, most: seats } of engine.games)
    test(`${id}: what is said is true`, async () => {
        for (const [i, bot] of ['hard', 'random'].entries()) {
            const bots = Array(Math.min(seats, 2 + i)).fill(bot);
            const record = await recordOf(id, { names: [], bots, seed: 5 + i });
            const whole = engine.open(record);
            const steps = whole.history(-2);
            whole.close();
            for (let step = i; step < steps.length; step += EVERY) {
                if (steps[step].seat < 0)
                    continue;
                const match = engine.open(record);
                match.rewind(step);
                checkDecision(match, steps[step].seat, said);
                match.close();
            }
        }
    });

test('these games gave nearly every reason', () => {
    const never = Object.keys(TRUE_IF).filter((reason) => !said.has(reason));
    assert.ok(never.length <= 6, never.join(', '));
});
