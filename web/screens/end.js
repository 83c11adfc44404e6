/*
 * The end: who won, by how much and why, all sheets, how it went, the points as
 * people add them up, and what next.
 */
import { avatar, hued } from '../elements/cloth.js';
import { download, h } from '../elements/dom.js';
import { canCheck, openFair } from '../online/fair.js';
import { icon } from '../elements/icons.js';
import { drawMinis } from '../table/mini.js';
import { coneOfLight, confetti, countUp, CURVES, isSlow, move, skippable }
    from '../elements/motion.js';
import { isCalm } from '../device/settings.js';
import { namesIn } from '../game/player_names.js';
import { drawCurve } from './end/curve.js';
import { openShare } from './end/share.js';
import { personalBest, tell } from './end/story.js';
import { drawArea } from '../table/table.js';
import { fileName } from './play/menu.js';
import { offerOneTap } from './play/one_tap.js';
import { lostScreen } from './lost.js';
import { drawMoves } from './end/moves.js';
import { resultTable } from './end/results.js';
import { nextInRow, rowTable } from './end/row.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../engine/engine.js').About} About
 * @typedef {import('../engine/engine.js').Look} Look
 * @typedef {import('../device/store.js').Kept} Kept
 *
 * @typedef {object} Ended a game that is over
 * @property {Look} look
 * @property {About} about
 * @property {number} me the one person at this device, or −1
 * @property {Kept} [kept] its record
 */

/** A game that ended so lately is celebrated; ms. */
const JUST_NOW = 60_000;

/**
 * @param {App} app
 * @param {string} id
 * @returns {import('../app.js').Screen}
 */
export function openEnd(app, id) {
    const { words, engine, store } = app;
    const kept = store.game(id);

    if (!kept)
        return lostScreen(app, 'page.lost.game');
    const match = engine.open(kept.record);
    const { about } = match;
    const look = match.look(-1);
    const over = match.turn().what === 'over';
    match.close();
    if (!over) {
        app.replace(`play/${id}`);
        return lostScreen(app, 'page.lost.page');
    }
    if (!kept.over)
        store.saveGame({ ...kept, over: true });
    const people = about.bots.flatMap((bot, seat) => (bot ? [] : [seat]));
    const end = new End(app, { look, about, kept,
        me: people.length === 1 ? people[0] : -1 });

    if (about.daily)
        showDaily(app, end, kept, about);
    const row = kept.row && nextInRow(kept.row, look.view.points);
    end.next.append(...(kept.table || about.daily ? [] : [h('button', { type: 'button',
        class: 'lit', click: () => playAgain(app, { ...kept, row }, about) },
    icon('again'), words.the(row && row.length > 0 ? 'page.row.next'
        : 'page.again'))]));
    end.show(kept);
    if (kept.row)
        end.showRow(kept.row);
    const offer = people.length > 0 ? offerOneTap(app) : null;
    if (offer)
        end.element.querySelector('.papers-below')?.append(offer);
    if (Date.now() - kept.saved < JUST_NOW)
        requestAnimationFrame(() => end.celebrate());
    return { title: words.the(`game.${about.game}`), element: end.element };
}

export class End {
    #app;
    #ended;
    #names;
    #story;
    #game;
    #best = 0;
    #number = h('p', { class: 'number display' });
    #below = h('div', { class: 'below' });
    #row = h('section', { hidden: true });
    #share = h('button', { type: 'button', class: 'icon', 'data-share': true });
    /** The result in words, where it has its own. @type {string | undefined} */
    text;
    /** What can be done next. */
    next = h('span', { class: 'next' });
    element;

    /** @param {App} app @param {Ended} ended */
    constructor(app, ended) {
        const { words, engine } = app;
        const { look, about, me, kept } = ended;

        this.#app = app;
        this.#ended = ended;
        this.#game = engine.game(about.game);
        this.#names = namesIn(words, { ...about, reader: me });
        this.#story = tell(words, look, this.#names, me);
        if (me >= 0)
            this.#best = personalBest(app, { id: kept?.id ?? '',
                game: about.game, sheet: about.sheet, name: about.names[me],
                points: look.view.points[me] });
        this.#share.setAttribute('aria-label', words.the('page.invite.share'));
        this.#share.append(icon('share'));
        this.#share.addEventListener('click', () => this.#openShare());
        this.element = hued(h('div', { class: `end on-cloth ${this.#story.won
            ? 'won' : 'lost'}` }, coneOfLight(), this.#top(), this.#hero(),
        h('div', { class: 'papers-below' }, this.#sheets(), this.#row,
            ...this.#common(),
            this.#below,
            this.#points()),
        h('footer', { class: 'ledge' }, this.#share,
            h('a', { class: 'button', href: '#/' }, words.the('page.home')),
            this.next)), this.#game);
    }

    get names() {
        return this.#names;
    }

    /** Before all other papers. @param {HTMLElement} paper */
    first(paper) {
        this.element.querySelector('.papers-below')?.prepend(paper);
    }

    #top() {
        const { words } = this.#app;

        return h('header', { class: 'top' },
            h('a', { class: 'button plain icon', href: '#/',
                'aria-label': words.the('page.to_games') }, icon('close')),
            h('span', { class: 'of' }, words.the(`game.${this.#game.id}`)));
    }

    #hero() {
        const { words } = this.#app;
        const { hero, title, lines, mine } = this.#story;
        const { look } = this.#ended;
        const name = this.#names[hero];
        const face = avatar(name, hero);

        if (look.winners.length > 0)
            face.append(icon('star'));
        this.#number.textContent = words.number(look.view.points[hero]);
        return h('section', { class: 'winners' }, face,
            h('h1', { tabindex: '-1' }, title),
            ...lines.map((line) => h('p', {}, line)), this.#number,
            mine.length > 0 && h('p', { class: 'yours' }, mine.join(' · ')),
            this.#best > 0 && h('p', { class: 'best' }, icon('cup'),
                words.the('page.end.best_by', { n: this.#best })));
    }

    /** Every player's sheet at a glance. */
    #sheets() {
        const { words } = this.#app;
        const { look: { view, winners } } = this.#ended;
        const seats = this.#names.map((_, seat) => seat).sort((a, b) =>
            view.points[b] - view.points[a]);

        return h('ul', { class: 'final', 'aria-label':
            words.the('page.end.sheets') }, ...seats.map((seat) =>
            h('li', { class: winners.includes(seat) ? 'winner' : '' },
                h('p', {}, avatar(this.#names[seat], seat),
                    h('b', {}, this.#names[seat]),
                    h('span', { class: 'display' },
                        words.number(view.points[seat]))),
                drawMinis(view, seat, words))));
    }

    /**
     * It is one of several.
     * @param {number[][]} before the points of those before it
     */
    showRow(before) {
        const row = rowTable(this.#app.words, this.#names,
            [...before, this.#ended.look.view.points]);

        this.#row.replaceWith(row);
        this.#row = row;
    }

    /** What belongs to all of them: a board, but not a table to look things up. */
    #common() {
        const { words } = this.#app;
        const { look: { view } } = this.#ended;
        const names = this.#names;
        const isPlayedOn = (/** @type {number} */ index) => view.pieces.some(
            (piece) => piece.area === index && piece.kind !== 'label');

        return view.areas.flatMap((area, index) =>
            (area.role === 'board' && area.seat === undefined && isPlayedOn(index)
                ? [h('div', { class: 'paper common' }, drawArea(view, index,
                    { words, names, label: words.the('page.end.sheets'),
                        room: { width: Math.min(innerWidth - 44, 640),
                            height: 420 } }))] : []));
    }

    #points() {
        const { words } = this.#app;
        const { look, about } = this.#ended;

        return h('section', { class: 'paper scroll', tabindex: '0' },
            h('h2', {}, words.the('points')), resultTable(look, about, words));
    }

    /** What its record tells, once it is there. @param {Kept} kept */
    show(kept) {
        const { words, engine } = this.#app;
        const match = engine.open(kept.record);
        const steps = match.history(-2);

        match.close();
        this.#ended.kept = kept;
        this.#below.replaceChildren(drawCurve(words, steps, this.#names) ?? '',
            h('p', { class: 'paper whole' }, h('a', { class: 'button plain wide',
                href: `#/replay/${kept.id}`, click: () =>
                    this.#app.store.game(kept.id) ??
                        this.#app.store.saveGame(kept) },
            words.the('page.replay'), icon('on')),
            h('button', { type: 'button', class: 'plain wide',
                'data-print': true, click: async () =>
                    (await import('./print.js')).openPrintPlayed(this.#app, {
                        game: this.#game.id, record: kept.record,
                        names: this.#names }) },
            words.the('page.print'), icon('print')),
            canCheck(kept.record) && h('button', { type: 'button',
                class: 'plain wide', 'data-check': true,
                click: () => openFair(this.#app, kept) },
            words.the('page.fair'), icon('on'))),
            /* They come late: what was there before stays where it is. */
            ...(this.#ended.about.bots.includes('')
                ? [drawMoves(this.#app, kept, this.#names)] : []));
    }

    #openShare() {
        const { words } = this.#app;
        const { look, kept, me } = this.#ended;

        openShare(this.#app, { game: this.#game, view: look.view,
            names: this.#names, story: this.#story, me,
            best: this.#best > 0,
            when: kept?.saved ?? Date.now(), daily: this.text },
        [kept && h('button', { type: 'button', 'data-save': true, click: () =>
            download(fileName(this.#game.id), kept.record) },
        icon('save'), words.the('page.download'))]);
    }

    /** The lamp finds the winner; for a win of one's own signs fall. */
    celebrate() {
        const { words, sound } = this.#app;
        const { won, hero } = this.#story;
        const points = this.#ended.look.view.points[hero];
        const cone = this.element.querySelector('.cone');
        const face = this.element.querySelector('.winners .avatar');

        if (!cone || !face)
            return;
        const runs = [
            move(cone, [{ opacity: 0, transform: 'scaleX(.3)' },
                { opacity: 1, transform: 'none' }], { ms: won ? 300 : 600 }),
            move(face, [{ transform: 'translateY(24px) scale(.7)', opacity: 0 },
                { transform: 'none', opacity: 1 }],
            { ms: 260, delay: won ? 200 : 100, curve: CURVES.spring })];

        skippable(this.element, runs);
        if (won)
            sound.win();
        else
            sound.loss();
        if (!isCalm())
            this.#tellPoints(runs, words.number(points), points);
    }

    /**
     * When the light has opened the points count up, and for a win signs fall.
     * Where frames were missed until then the points only come, and few fall.
     * @param {{finish: () => void}[]} runs
     * @param {string} written
     * @param {number} points
     */
    async #tellPoints(runs, written, points) {
        const { words } = this.#app;
        const { won } = this.#story;
        let over = false;

        this.#number.textContent = '';
        runs.push({ finish: () => {
            over = true;
            this.#number.textContent = written;
        } });
        const slow = await isSlow(300);
        if (over)
            return;
        if (slow)
            this.#number.textContent = written;
        runs.push(slow ? move(this.#number, [{ opacity: 0,
            transform: 'scale(.6)' }, { opacity: 1, transform: 'none' }],
        { ms: 260, curve: CURVES.spring })
            : countUp(this.#number, points, { ms: won ? 600 : 300,
                write: (n) => words.number(n) }));
        if (won)
            runs.push(confetti(this.element, slow));
    }
}

/**
 * What only a game of the day has.
 * @param {App} app
 * @param {End} end
 * @param {Kept} kept
 * @param {About} about
 */
async function showDaily(app, end, kept, about) {
    const { practise } = await import('./home/daily.js');
    const { drawDaily } = await import('./end/daily.js');
    const date = about.daily ?? '';

    end.next.append(h('button', { type: 'button', class: 'lit',
        'data-practise': true, click: () => app.go(practise(app, date)) },
    icon('again'), app.words.the('page.daily.practice')));
    end.first(drawDaily(app, kept, about, end.names, (text) => {
        end.text = text;
    }));
}

/**
 * The same table once more; the next player begins.
 * @param {App} app
 * @param {Kept} kept
 * @param {About} about
 */
function playAgain({ engine, store }, kept, about) {
    const match = engine.start({ ...about,
        first: (about.first + 1) % about.seats });
    const next = store.newGame(match.record(), kept.real, kept.row);

    match.close();
    location.hash = `#/play/${next.id}`;
}
