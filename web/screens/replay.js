/* A game again, step by step: a slider, the list of steps, the table. */
import { seatAreas } from '../table/areas.js';
import { avatar, hued } from '../elements/cloth.js';
import { h } from '../elements/dom.js';
import { icon } from '../elements/icons.js';
import { drawLog } from '../game/log.js';
import { namesIn } from '../game/player_names.js';
import { drawArea } from '../table/table.js';
import { head } from './parts/head.js';
import { decisionsOf, drawJudgement, judge } from './end/judge.js';
import { lostScreen } from './lost.js';
import { drawMinis } from '../table/mini.js';

/**
 * @param {import('../app.js').App} app
 * @param {string} id
 * @returns {import('../app.js').Screen}
 */
export function openReplay(app, id) {
    const kept = app.store.game(id);

    if (!kept)
        return lostScreen(app, 'page.lost.game');
    try {
        return new Replay(app, kept);
    } catch (error) {
        return lostScreen(app, 'page.lost.record', error);
    }
}

class Replay {
    #app;
    #match;
    #record;
    /** @type {import('../engine/engine.js').Step[]} */
    #steps;
    #at = 0;
    #seat = 0;
    #slider = h('input', { type: 'range', min: 0, step: 1 });
    #table = h('div', { class: 'papers' });
    #dice = h('div', { class: 'sunken' });
    #said = h('p', { class: 'told', 'aria-live': 'polite' });
    #players = h('nav', { class: 'final' });
    #log;
    /** @type {string[]} of the players */
    #names;
    #judged = h('div', { class: 'judge' });
    /** Which judging this is: an older one ends. */
    #judging = 0;

    /**
     * @param {import('../app.js').App} app
     * @param {import('../device/store.js').Kept} kept
     */
    constructor(app, kept) {
        const { words } = app;

        this.#app = app;
        this.#record = kept.record;
        this.#match = app.engine.open(kept.record);
        this.#steps = this.#match.history(-2);
        const { about } = this.#match;
        this.#names = namesIn(words, about);
        this.title = words.the('page.replay_of',
            { word: words.the(`game.${about.game}`) });
        this.#log = drawLog(this.#steps, words, this.#names,
            words.the('page.steps'));
        [...this.#log.children].forEach((line, i) =>
            line.addEventListener('click', () => this.#go(i + 1)));
        this.#slider.max = String(this.#steps.length);
        this.#slider.setAttribute('aria-label', words.the('page.step'));
        this.#slider.addEventListener('input', () =>
            this.#go(Number(this.#slider.value)));
        this.#players.setAttribute('aria-label', words.the('page.players'));
        this.#offerToJudge();
        this.element = this.#build();
        this.#go(this.#steps.length);
    }

    close() {
        this.#judging++;
        this.#match.close();
    }

    #build() {
        const { words } = this.#app;
        /** @param {string} word @param {string} sign @param {() => void} click */
        const button = (word, sign, click) => h('button', { type: 'button',
            class: 'icon', 'aria-label': words.the(word), click }, icon(sign));

        return hued(h('div', { class: 'replay on-cloth' },
            head({ href: '#/history', label: words.the('page.history') },
                this.title),
            this.#players,
            h('div', { class: 'shown' }, h('section', {
                'aria-label': words.the('page.asked') }, this.#dice,
            this.#said), h('section', {}, this.#table),
            h('section', { class: 'ledge', 'aria-label':
                words.the('page.step') },
            button('page.step.back', 'back', () => this.#go(this.#at - 1)),
                this.#slider,
                button('page.step.on', 'on', () => this.#go(this.#at + 1)))),
            h('aside', { class: 'beside', 'aria-label': words.the('page.log') },
                h('section', { class: 'since paper' }, this.#judged, this.#log))),
        this.#match.game);
    }

    /* --- What decisions cost --------------------------------------------- */

    /** Those of people; where only bots played, all of them. */
    get #judgedSeats() {
        const seats = this.#match.about.bots.flatMap(
            (bot, seat) => (bot ? [] : [seat]));
        return seats.length > 0 ? seats : this.#match.about.bots.map(
            (_, seat) => seat);
    }

    /** @param {...(Node | string)} more what there is to say */
    #offerToJudge(...more) {
        this.#judged.replaceChildren(h('button', { type: 'button',
            class: 'start', click: () => this.#judge() },
        this.#app.words.the('page.judge')), ...more);
    }

    async #judge() {
        const { words } = this.#app;
        const judging = ++this.#judging;
        const seats = this.#judgedSeats;
        const all = decisionsOf(this.#steps, seats).length;
        /** @type {import('./end/judge.js').Judgement[]} */
        const found = [];
        let n = 0;

        this.#log.querySelectorAll('.judged').forEach((old) => old.remove());
        this.#drawJudging(n, all, found);
        try {
            for await (const one of judge(this.#app, this.#record, this.#steps,
                seats)) {
                if (judging !== this.#judging)
                    return;
                this.#drawJudging(++n, all, found);
                if (one) {
                    found.push(one);
                    this.#log.children[one.step].append(drawJudgement(one,
                        this.#match.about.seats === 1, words));
                }
            }
            this.#offerToJudge(...this.#totals(found));
        } catch {
            this.#offerToJudge(words.the('page.hint.failed'));
        }
    }

    /**
     * @param {number} n
     * @param {number} all
     * @param {import('./end/judge.js').Judgement[]} found
     */
    #drawJudging(n, all, found) {
        const { words } = this.#app;

        this.#judged.replaceChildren(
            h('button', { type: 'button', class: 'stop', click: () => {
                this.#judging++;
                this.#offerToJudge(...this.#totals(found));
            } }, words.the('page.hint.stop')),
            h('label', { class: 'progress' },
                words.the('page.judge.done', { n, m: all }),
                h('progress', { max: all, value: n })));
    }

    /** @param {import('./end/judge.js').Judgement[]} found */
    #totals(found) {
        const { words } = this.#app;
        const lines = this.#judgedSeats.map((seat) => {
            const mine = found.filter((one) => one.seat === seat);
            return mine.length > 0 && h('p', {}, words.the('page.judge.total',
                { seat, n: mine.filter(({ isClose }) => isClose).length,
                    m: mine.length }, this.#names));
        }).filter((line) => line !== false);

        return lines.length === 0 ? []
            : [h('div', { role: 'status' }, ...lines),
                h('p', { class: 'soft' }, words.the('page.judge.why'))];
    }

    /** @param {number} step */
    #go(step) {
        const { engine } = this.#app;

        this.#at = Math.max(0, Math.min(step, this.#steps.length));
        this.#match.close();
        this.#match = engine.open(this.#record);
        this.#match.rewind(this.#at);
        const done = this.#steps[this.#at - 1];
        if (done && done.seat >= 0)
            this.#seat = done.seat;
        this.#draw();
    }

    #draw() {
        const { words } = this.#app;
        const names = this.#names;
        const { view, ask } = this.#match.look(-2);
        const line = this.#log.children[this.#at - 1];
        const width = Math.max(240,
            Math.min(this.#table.clientWidth || innerWidth - 32, 900) - 16);
        const seat = this.#seat;
        const areas = seatAreas(view, seat);
        const several = areas.length > 3;
        const dice = view.areas.findIndex(({ role }) => role === 'throw');

        this.#slider.value = String(this.#at);
        this.#slider.setAttribute('aria-valuetext', words.the('page.step_of',
            { n: this.#at, m: this.#steps.length }));
        [...this.#log.children].forEach((one) => one.classList.toggle('now',
            one === line));
        line?.scrollIntoView({ block: 'nearest' });
        this.#said.textContent = line?.firstChild?.textContent ??
            words.say(ask, names);
        this.#dice.replaceChildren(dice < 0 ? '' : drawArea(view, dice,
            { words, names, label: words.the('page.dice'),
                room: { width, height: 100 } }));
        this.#table.classList.toggle('many', several);
        this.#table.replaceChildren(...areas.map((index) =>
            h('div', { class: 'paper' }, drawArea(view, index, { words, names,
                label: words.the('page.table_of', { seat }, names),
                room: { width: several && view.areas[index].flow === 'grid'
                    ? Math.min(width, view.areas[index].width * 34) : width,
                height: 420 } }))));
        this.#drawPlayers(view);
    }

    /** @param {import('../engine/engine.js').View} view */
    #drawPlayers(view) {
        const { words } = this.#app;

        this.#players.replaceChildren(...this.#names.map((name, seat) =>
            h('button', { type: 'button', class: 'at-seat', 'aria-pressed':
                String(seat === this.#seat), click: () => {
                this.#seat = seat;
                this.#draw();
            } },
            h('span', { class: 'who' }, avatar(name, seat), h('b', {}, name),
                h('span', { class: 'display' },
                    words.number(view.points[seat]))),
            drawMinis(view, seat, words))));
    }
}
