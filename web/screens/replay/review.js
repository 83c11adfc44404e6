/*
 * The coach's look at a game that is over: the chance to win as it rose and
 * fell, the decisions that mattered most, and what to say of the one that is
 * shown.
 */
import { h, s } from '../../elements/dom.js';
import { icon } from '../../elements/icons.js';
import { analysisOf, costWords, LEAST, lostWords } from '../../coach/analysis.js';
import { reasonsFor, reasonWords } from '../../coach/reasons.js';

/**
 * @typedef {import('../../coach/analysis.js').Decision} Decision
 *
 * @typedef {object} Acts
 * @property {(step: number) => void} go to the position before that step
 * @property {() => void} drawn more is known: everything is drawn again
 * @property {(step: number) => void} playOn from there
 */

const WORST = 3; // decisions that are listed
const WIDTH = 360;
const HEIGHT = 150;
const EDGE = 12;
const RIGHT = 40; // px for the scale

export class Review {
    #app;
    #names;
    #acts;
    #seats;
    #winners;
    #steps;
    #at = 0;
    analysis;
    #curve = h('div', { class: 'chance' });
    #list = h('ol', { class: 'mattered' });
    #next = h('button', { type: 'button', class: 'lit next-mistake' });
    #status = h('div', { class: 'reviewed' });
    /** What is said of the decision that is shown. */
    verdict = h('section', { class: 'verdict paper', hidden: true,
        'aria-live': 'polite' });
    element;

    /**
     * @param {import('../../app.js').App} app
     * @param {import('../../device/store.js').Kept} kept
     * @param {{names: import('../../engine/words.js').Names, steps: number,
     *     seats: number, winners: number[]}} game
     * @param {Acts} acts
     */
    constructor(app, kept, { names, steps, seats, winners }, acts) {
        const { words } = app;

        this.#app = app;
        this.#names = names;
        this.#acts = acts;
        this.#steps = steps;
        this.#seats = seats;
        this.#winners = winners;
        this.analysis = analysisOf(app, kept);
        this.analysis.onChange = () => this.#acts.drawn();
        this.#next.append(words.the('coach.next'), icon('on'));
        this.#next.addEventListener('click', () => this.#goToNext());
        this.element = h('section', { class: 'paper review' },
            h('h2', {}, words.the(seats > 1 ? 'coach.chance' : 'coach.review')),
            this.#curve, this.#status, this.#list, this.#next,
            h('p', { class: 'soft how' }, words.the('coach.how')));
        this.analysis.run();
    }

    close() {
        this.analysis.onChange = () => {};
    }

    /** @param {number} at the step that is shown */
    draw(at) {
        const { words } = this.#app;
        const { analysis } = this;
        const worst = analysis.worst(WORST);

        this.#at = at;
        if (this.#seats > 1)
            this.#curve.replaceChildren(this.#drawCurve(worst));
        this.#drawStatus();
        this.#list.hidden = worst.length === 0;
        this.#list.replaceChildren(...worst.map((one, i) => this.#row(one, i)));
        this.#next.hidden = analysis.mistakes.length === 0;
        this.#drawVerdict(this.at(at));
        if (analysis.failed)
            this.#status.replaceChildren(h('p', { role: 'status' },
                words.the('page.hint.failed')), h('button', { type: 'button',
                click: () => analysis.run() }, words.the('coach.again')));
    }

    #drawStatus() {
        const { words } = this.#app;
        const { decisions, done, mistakes } = this.analysis;
        const seats = [...new Set(decisions.map(({ seat }) => seat))].sort();
        const of = (/** @type {Decision[]} */ list,
            /** @type {number} */ seat) =>
            list.filter((one) => one.seat === seat).length;

        this.#status.replaceChildren(...(done < 1
            ? [h('label', { class: 'progress' }, words.the('coach.done',
                { n: Math.floor(done * decisions.length),
                    m: decisions.length }),
            h('progress', { max: 1, value: done }))]
            : seats.map((seat) => h('p', { role: 'status',
                class: seats.length > 1 ? 'each' : '' },
                seats.length > 1 && h('i', { class: `player-${seat % 6}`,
                    'aria-hidden': 'true' }),
                words.the('coach.total', { seat, m: of(decisions, seat),
                    n: of(decisions, seat) - of(mistakes, seat) },
                this.#names)))));
    }

    /** @param {Decision} decision @param {number} i */
    #row(decision, i) {
        const { words } = this.#app;
        const { step, played, seat } = decision;

        return h('li', {}, h('button', { type: 'button', class: 'plain',
            'aria-current': String(step === this.#at),
            click: () => this.#acts.go(step) },
        h('span', { class: 'place', 'aria-hidden': 'true' },
            words.number(i + 1)),
        h('span', {}, h('b', {}, words.done(played.say, seat, this.#names)),
            h('small', {}, lostWords(words, decision, this.#names))),
        icon('on')));
    }

    /* --- The curve --------------------------------------------------------- */

    /** @param {number} step */
    #x(step) {
        return EDGE + step / Math.max(1, this.#steps) * (WIDTH - EDGE - RIGHT);
    }

    /** @param {number} chance */
    #y(chance) {
        return HEIGHT - EDGE - chance * (HEIGHT - 2 * EDGE);
    }

    /** @param {Decision[]} worst */
    #drawCurve(worst) {
        const { words } = this.#app;
        const judged = this.analysis.decisions.filter(({ verdict }) => verdict);
        const seats = [...new Set(judged.map(({ seat }) => seat))];

        return s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img',
            'aria-label': words.the('coach.chance') },
        ...[0, 0.5, 1].map((part) => s('g', {}, s('path', { class: 'ground',
            d: `M${EDGE} ${this.#y(part)}H${WIDTH - RIGHT}` }),
        s('text', { x: WIDTH - 4, y: this.#y(part) + 4, 'text-anchor': 'end' },
            words.percent(part)))),
        s('path', { class: 'now', d: `M${this.#x(this.#at).toFixed(1)} ${
            EDGE}V${HEIGHT - EDGE}` }),
        ...seats.map((seat) => this.#line(seat, judged)),
        ...this.analysis.mistakes.map((one) => this.#dot(one,
            worst.indexOf(one))));
    }

    /** @param {number} seat @param {Decision[]} judged */
    #line(seat, judged) {
        const own = judged.filter((one) => one.seat === seat);
        const end = this.#winners.includes(seat) ? 1 / this.#winners.length : 0;
        const way = [...own.map(({ step, verdict }) =>
            [this.#x(step + 1), this.#y(verdict?.chance ?? 0)]),
        ...(this.analysis.decisions.every(({ verdict }) => verdict)
            ? [[this.#x(this.#steps), this.#y(end)]] : [])];

        return s('path', { class: `way player-${seat % 6}`, d: way.map(
            ([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`)
            .join('') });
    }

    /** A mistake; the worst have their place in it. @param {Decision} one @param {number} place */
    #dot(one, place) {
        const x = this.#x(one.step + 1);
        const y = this.#y(one.verdict?.chance ?? 0);
        const isOne = place >= 0;

        return s('g', { class: isOne ? 'mistake worst' : 'mistake',
            click: () => this.#acts.go(one.step) },
        s('circle', { cx: x.toFixed(1), cy: y.toFixed(1), r: isOne ? 10 : 5 }),
        isOne && s('text', { x: x.toFixed(1), y: (y + 4).toFixed(1),
            'text-anchor': 'middle' },
        this.#app.words.number(place + 1)));
    }

    /* --- One decision ------------------------------------------------------ */

    /** The next mistake, and after the last one the first. */
    #goToNext() {
        const { mistakes } = this.analysis;
        const next = mistakes.find(({ step }) => step > this.#at) ?? mistakes[0];

        if (next)
            this.#acts.go(next.step);
    }

    /** The decision that was made there. @param {number} at a step */
    at(at) {
        return this.analysis.decisions.find(({ step }) => step === at);
    }

    /**
     * Ink is what was chosen, lamplight what would have been better.
     * @param {number} at
     * @param {number} seat whose sheet is shown
     */
    marks(at, seat) {
        const decision = this.at(at);

        return decision?.seat === seat && decision.verdict
            ? { played: decision.played.touch, better:
                decision.verdict.call === 'costly'
                    ? decision.best?.touch ?? [] : [] } : undefined;
    }

    /** @param {Decision | undefined} decision */
    #drawVerdict(decision) {
        const { words } = this.#app;
        const verdict = decision?.verdict;

        this.verdict.hidden = !verdict;
        if (!decision || !verdict) {
            this.verdict.replaceChildren();
            return;
        }
        const isCostly = verdict.call === 'costly';
        this.verdict.className = `verdict paper ${verdict.call}`;
        this.verdict.replaceChildren(
            h('span', { class: 'seal', 'aria-hidden': 'true' },
                icon(isCostly ? 'close' : 'check')),
            h('div', {}, ...this.#sentences(decision)),
            ...(isCostly ? [h('div', { class: 'two' },
                h('button', { type: 'button', class: 'main play-on',
                    click: () => this.#acts.playOn(decision.step) },
                icon('again'), words.the('coach.play_on')),
                h('button', { type: 'button', class: 'icon', 'aria-label':
                    words.the('coach.next'), title: words.the('coach.next'),
                click: () => this.#goToNext() }, icon('on'))),
            h('p', { class: 'soft note' }, words.the('coach.play_on.note'))]
                : []));
    }

    /** @param {Decision} decision */
    #sentences(decision) {
        const { words } = this.#app;
        const { verdict, best, seat } = decision;
        const other = best ? words.say(best.say, this.#names) : '';
        const won = -(verdict?.points ?? 0);

        switch (verdict?.call) {
        case 'costly':
            return [h('p', {}, h('b', {}, costWords(words, decision,
                this.#names))), h('p', { class: 'soft' }, this.#why(decision))];
        case 'close':
            return [h('p', {}, h('b', {}, words.the('coach.too_close'))),
                h('p', { class: 'soft' },
                    words.the('coach.close', { word: other }))];
        default:
            return [h('p', {}, h('b', {}, words.the('coach.fine'))),
                won >= LEAST ? h('p', { class: 'soft' }, words.the('coach.saved',
                    { seat, word: words.decimal(won) }, this.#names)) : ''];
        }
    }

    /** Why the other move was better. @param {Decision} decision */
    #why({ step, seat, played, best }) {
        const { words } = this.#app;

        if (!best)
            return '';
        const match = this.analysis.at(step);
        const reasons = reasonsFor(match, seat, best, played);

        match.close();
        return [words.the('coach.was_better',
            { word: words.say(best.say, this.#names) }),
        `${reasonWords(reasons, words)}.`].join(' ');
    }
}
