/*
 * After a game of the day: the streak, what expert made of the same dice and
 * where the ways parted, and, where there is a server, today's results.
 */
import { h } from '../../elements/dom.js';
import { expertOn, partingOf } from '../../game/expert.js';
import { dateHere, noonOf, streakOf, triesIn } from '../home/daily.js';
import { whyNoServer } from '../../online/server.js';
import { sendResult } from '../../online/daily.js';
import { drawResults } from './distribution.js';

/**
 * @typedef {import('../../app.js').App} App
 * @typedef {import('../../engine/words.js').Words} Words
 * @typedef {import('../../device/store.js').Kept} Kept
 * @typedef {import('../../engine/engine.js').About} About
 */

/** Who plays alone has points, who plays a bot a score. @param {Words} words
 *  @param {string} alone @param {string} against @param {number[]} points
 *  @param {string[]} names */
function scoreOf(words, alone, against, points, names) {
    return points.length === 1 ? words.the(alone, { n: points[0] })
        : words.the(against, { n: points[0], m: points[1], seat: 1 }, names);
}

/**
 * The result as a text that tells nothing about the dice.
 * @param {App} app
 * @param {{date: string, game: string, points: number[], names: string[],
 *     expert?: number[], scored: boolean, against: string}} result against: what
 *     is said of expert's game with a bot
 */
function textOf({ words, store }, result) {
    const { date, game, points, names, expert, scored, against } = result;
    const streak = scored ? streakOf(triesIn(store)) : 0;

    return [`${words.the('page.parlour')} · ${words.the('daily')} · ${date}`,
        `${words.the(`game.${game}`)}: ${scoreOf(words, 'daily.points',
            'daily.against', points, names)}`,
        expert && scoreOf(words, 'daily.expert', against, expert, names),
        scored ? streak > 0 && words.the('daily.streak', { n: streak })
            : words.the('daily.practice')].filter(Boolean).join('\n');
}

/** @param {string} record */
function pointsIn(record) {
    const [, result = ''] = /^result ([-\d ]+) winners/m.exec(record) ?? [];
    return result.trim().split(' ').map(Number);
}

/**
 * @param {App} app
 * @param {Kept} kept
 * @param {About} about
 * @param {import('../../engine/words.js').Names} names
 * @param {(text: string) => void} share is told the result as a text
 */
export function drawDaily(app, kept, about, names, share) {
    const { words, store } = app;
    const date = about.daily ?? '';
    const streak = streakOf(triesIn(store));
    const expert = h('p', { class: 'soft', 'data-expert': true },
        words.the('page.daily.thinking'));
    const apart = h('div', { class: 'apart' });
    const against = app.engine.game(about.game).hands
        ? 'daily.expert.against.cards' : 'daily.expert.against';
    const others = h('div', { class: 'results' });

    /** @param {number[]} [best] what expert has */
    const tell = (best) => share(textOf(app, { date, game: about.game,
        points: pointsIn(kept.record), names, expert: best, against,
        scored: Boolean(kept.scored) }));
    tell();
    tellExpert(app, kept, names, { date, against }, expert, apart).then(tell,
        () => expert.remove());
    if (kept.scored)
        tellOthers(app, kept, others);
    return h('section', { class: 'paper daily-result' },
        h('h2', {}, `${words.the('daily')} · ${words.day(
            noonOf(date).getTime())}`),
        h('p', {}, [kept.scored && streak > 0 &&
            words.the('daily.streak', { n: streak }),
        !kept.scored && words.the('daily.practice'),
        date === dateHere() && words.the('page.daily.next')]
            .filter(Boolean).join(' · ')),
        expert, apart, others);
}

/**
 * @param {App} app
 * @param {Kept} kept
 * @param {import('../../engine/words.js').Names} names
 * @param {{date: string, against: string}} day
 * @param {HTMLElement} said
 * @param {HTMLElement} apart
 */
async function tellExpert(app, kept, names, { date, against }, said, apart) {
    const { words } = app;
    const record = await expertOn(app, date);
    const points = pointsIn(record);
    const parting = partingOf(stepsOf(app, kept.record), stepsOf(app, record));

    said.className = '';
    said.textContent = scoreOf(words, 'daily.expert', against, points, names);
    if (!parting) {
        apart.append(h('p', { class: 'soft' }, words.the('daily.same')));
        return points;
    }
    /** @param {string} who @param {import('../../engine/engine.js').Step} step */
    const line = (who, { say }) => h('p', {}, h('b', {}, words.the(who)), ' ',
        say ? words.say(say, names) : '');
    apart.append(h('h3', {}, words.the('daily.apart', { n: parting.move })),
        line('page.you', parting.mine), line('bot.expert', parting.other));
    return points;
}

/** @param {App} app @param {string} record */
function stepsOf({ engine }, record) {
    const match = engine.open(record);
    const steps = match.history(-2);

    match.close();
    return steps;
}

/**
 * @param {App} app
 * @param {Kept} kept
 * @param {HTMLElement} place
 */
async function tellOthers(app, kept, place) {
    const { words } = app;

    if (await whyNoServer())
        return;
    try {
        const { why, results } = await sendResult(app, kept);
        if (results)
            place.append(drawResults(words, results));
        else if (why)
            place.append(h('p', { class: 'soft' }, words.the(
                'page.daily.refused', { word: words.say(why) })));
    } catch {
        /* a server that does not answer is as none */
    }
}
