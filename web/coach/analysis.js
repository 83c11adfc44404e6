/*
 * What each decision of a game cost: a worker goes through them one by one. A
 * glance at all of them first, so that there is something to see at once; then
 * a look, at those first that seem to have cost most; then it goes on, bit by
 * bit, with the one of the open decisions that is likely to become clear next.
 * When the time is up, what is open stays too close to call.
 */

/**
 * @typedef {import('../engine/engine.js').Match} Match
 * @typedef {import('../engine/engine.js').Move} Move
 * @typedef {import('../engine/engine.js').Step} Step
 * @typedef {import('../engine/engine.js').Verdict} Verdict
 *
 * @typedef {object} Decision
 * @property {number} step before which it was made
 * @property {number} seat
 * @property {Move} played
 * @property {Move | undefined} best of the other moves; undefined: not yet known
 * @property {Verdict | null} verdict
 * @property {number} bits that were spent on it, besides a glance
 */

/** Steps of a glance and of a bit; and bits of a first look, and of all looks
 * at a decision: bench/coach measures what these find. */
const GLANCE = 1;
const BIT = 15_000;
const LOOK = 2;
const MOST = 8;

/** So long, in ms, a person waits for so many decisions. */
const PATIENCE = 8500;
const MANY = 30;

/** Points that are worth a number; below, it is the chance that suffered. */
export const LEAST = 0.1;
const LEAST_CHANCE = 0.005; // that is worth a number

/** One for each game that was looked at. @type {Map<string, Analysis>} */
const kept = new Map();

export class Analysis {
    #app;
    #record;
    #running = false;
    #longest = 0; // of the looks so far, ms
    /** @type {Decision[]} in the order of the game */
    decisions;
    /** How much of it is done, up to 1. */
    done = 0;
    failed = false;
    /** Called when more is known. */
    onChange = () => {};

    /**
     * @param {import('../app.js').App} app
     * @param {string} record
     * @param {number[]} seats whose decisions
     */
    constructor(app, record, seats) {
        this.#app = app;
        this.#record = record;
        this.decisions = this.#find(seats);
    }

    /** Where there was a choice. @param {number[]} seats @returns {Decision[]} */
    #find(seats) {
        const match = this.#app.engine.open(this.#record);
        const steps = match.history(-2);
        /** @type {Decision[]} */
        const found = [];

        /* Backwards, for a match can only be rewound. */
        for (let step = steps.length - 1; step >= 0; step--) {
            const { seat, name } = steps[step];
            if (!seats.includes(seat))
                continue;
            match.rewind(step);
            const { moves } = match.look(seat);
            const played = moves.find((move) => move.name === name);
            if (played && moves.length > 1)
                found.unshift({ step, seat, played, best: undefined,
                    verdict: null, bits: 0 });
        }
        match.close();
        return found;
    }

    /** Goes on until all is known; only one does. */
    async run() {
        if (this.#running || this.done === 1)
            return;
        const began = performance.now();
        const end = began +
            PATIENCE * Math.max(1, this.decisions.length / MANY);

        this.#running = true;
        this.failed = false;
        try {
            await this.#glance();
            await this.#look(end);
            await this.#goOn(end);
            this.#tell(1);
        } catch {
            this.failed = true;
            this.onChange();
        } finally {
            this.#running = false;
        }
    }

    async #glance() {
        let n = 0;

        for (const one of this.decisions) {
            if (!one.verdict)
                await this.#judge(one, GLANCE);
            this.#tell(0.2 * ++n / this.decisions.length);
        }
    }

    get #open() {
        return this.decisions.filter(({ verdict }) =>
            verdict?.call === 'close');
    }

    /** Is there time for as much again? @param {number} end */
    #hasTime(end) {
        return performance.now() + this.#longest < end;
    }

    /** At what a glance left open, the costliest first. @param {number} end */
    async #look(end) {
        const open = this.#open.sort((a, b) =>
            (b.verdict?.worth ?? 0) - (a.verdict?.worth ?? 0));
        let n = 0;

        for (const one of open) {
            if (!one.bits && this.#hasTime(end)) {
                this.#longest = Math.max(this.#longest,
                    await this.#judge(one, LOOK * BIT));
                one.bits = LOOK;
            }
            this.#tell(0.2 + 0.4 * ++n / open.length);
        }
    }

    /** With what is left, as far as there is time. @param {number} end */
    async #goOn(end) {
        const all = this.#open.length * (MOST - LOOK);

        for (let n = 0; this.#hasTime(end); n++) {
            const next = this.#open.filter(({ bits }) =>
                bits > 0 && bits < MOST).sort((a, b) => toGo(a) - toGo(b))[0];

            if (!next)
                return;
            await this.#judge(next, BIT, next.verdict?.bytes);
            next.bits++;
            this.#tell(0.6 + 0.4 * n / all);
        }
    }

    /** @param {number} done */
    #tell(done) {
        this.done = done;
        this.onChange();
    }

    /**
     * @param {Decision} one
     * @param {number} steps
     * @param {Uint8Array} [before] bytes of its verdict, to go on from
     * @returns how long it took; ms
     */
    async #judge(one, steps, before) {
        const match = this.at(one.step);

        try {
            const { took, ...verdict } = await this.#app.adviser.judge(match,
                one.seat, one.played.move, steps, BigInt(one.step + 1), before);
            one.best = match.look(one.seat).moves.find(
                ({ move }) => move === verdict.best);
            one.verdict = verdict;
            return took;
        } finally {
            match.close();
        }
    }

    /** The game as it was then. @param {number} step @returns {Match} */
    at(step) {
        const match = this.#app.engine.open(this.#record);

        match.rewind(step);
        return match;
    }

    /** What cost something, in the order of the game. */
    get mistakes() {
        return this.decisions.filter(({ verdict }) =>
            verdict?.call === 'costly');
    }

    /** The decisions that mattered most, the costliest first. @param {number} n */
    worst(n) {
        return [...this.mistakes].sort((a, b) => costOf(b) - costOf(a))
            .slice(0, n);
    }

    /** The move that won most against any other, if one did; no pass is one. */
    get finest() {
        const [best] = this.decisions.filter(({ verdict, played }) =>
            verdict?.call === 'fine' && verdict.worth < 0 && !played.pass &&
            (verdict.points <= -LEAST || verdict.win <= -LEAST_CHANCE))
            .sort((a, b) => costOf(a) - costOf(b));
        return best;
    }
}

/** Bits that may make it clear. @param {Decision} decision */
function toGo({ verdict, bits }) {
    return verdict ? bits * verdict.wants / verdict.tries : 0;
}

/** By the points that people are told. @param {Decision} decision */
function costOf({ verdict }) {
    return verdict?.points ?? 0;
}

/**
 * The analysis of a game, the same for everyone who asks.
 * @param {import('../app.js').App} app
 * @param {import('../device/store.js').Kept} game
 */
export function analysisOf(app, game) {
    const key = `${game.id} ${game.record.length}`;
    const there = kept.get(key) ?? new Analysis(app, game.record,
        judgedSeats(app, game.record));

    kept.set(key, there);
    return there;
}

/** People, or all where none played. @param {import('../app.js').App} app @param {string} record */
function judgedSeats({ engine }, record) {
    const match = engine.open(record);
    const { bots } = match.about;
    const people = bots.flatMap((bot, seat) => (bot ? [] : [seat]));

    match.close();
    return people.length > 0 ? people : bots.map((_, seat) => seat);
}

/**
 * What a costly decision cost, in words whose sign no one can mistake.
 * @param {import('../engine/words.js').Words} words
 * @param {Decision} decision
 * @param {import('../engine/words.js').Names} names
 */
export function costWords(words, { seat, verdict }, names) {
    const { points = 0, chance = 0, win = 0 } = verdict ?? {};

    return points >= LEAST
        ? words.the('coach.cost', { seat, word: words.decimal(points) }, names)
        : words.the('coach.cost_chance',
            { n: Math.round(100 * Math.min(1, chance + win)),
                m: Math.round(100 * chance) });
}

/**
 * The same in a few words.
 * @param {import('../engine/words.js').Words} words
 * @param {Decision} decision
 * @param {import('../engine/words.js').Names} names
 */
export function lostWords(words, { seat, verdict }, names) {
    const { points = 0, win = 0 } = verdict ?? {};

    return points >= LEAST
        ? words.the('coach.lost', { seat, word: words.decimal(points) }, names)
        : words.the('coach.lost_chance',
            { n: Math.max(1, Math.round(100 * win)) });
}
