/* What can be done during a game besides playing. */
import { download, h, openDialog } from '../../elements/dom.js';
import { drawLog } from '../../game/log.js';
import { languageChoice } from '../parts/language.js';
import { resultTable } from '../end/results.js';
import { openRulesDialog } from '../rules.js';
import { check } from '../settings.js';

/**
 * @param {import('../../app.js').App} app
 * @param {import('../../game/face.js').Face} session
 */
export function openMenu(app, session) {
    const { words } = app;
    const record = session.record();
    /** @param {string} word @param {() => void} click */
    const item = (word, click) => h('li', {}, h('button', { type: 'button',
        class: 'wide', click: () => {
            dialog.close();
            click();
        } }, words.the(word)));
    const dialog = openDialog(words.the('page.menu'), words.the('page.close'),
        h('ul', { class: 'menu' },
            item('page.rules', () => openRulesDialog(app, session.match.about)),
            item('page.menu.log', () => openLog(app, session, false)),
            item('page.menu.points', () => openPoints(app, session)),
            record !== null && item('page.menu.save', () => download(
                fileName(session.match.about.game), record)),
            item('page.print', async () => (await import('../print.js'))
                .openPrint(app, session.match.about.game,
                    session.match.about.sheet)),
            item('page.menu.settings', () => app.go('settings')),
            item('page.menu.games', () => app.go(''))),
        check(app, 'sound'), languageChoice(app, () => dialog.close()));
}

/**
 * What everyone has so far; nothing that is chosen is lost.
 * @param {import('../../app.js').App} app
 * @param {import('../../game/face.js').Face} session
 */
export function openPoints({ words }, { match, looking }) {
    openDialog(words.the('page.menu.points'), words.the('page.close'),
        h('div', { class: 'scroll' },
            resultTable(match.look(looking), match.about, words)));
}

/** @param {string} game */
export function fileName(game) {
    const day = new Date().toISOString().slice(0, 10);
    return `${game}-${day}.parlour`;
}

/**
 * @param {import('../../app.js').App} app
 * @param {import('../../game/face.js').Face} session
 * @param {boolean} since only what happened since the last turn
 */
export function openLog({ words }, session, since) {
    const steps = session.match.history(session.looking);
    const from = since ? lastTurn(steps, session.looking) : 0;
    const title = words.the(since ? 'page.menu.since' : 'page.menu.log');

    openDialog(title, words.the('page.close'), drawLog(steps.slice(from), words,
        session.names, title, { newestFirst: true }));
}

/**
 * The step after the last run of choices that a seat made.
 * @param {import('../../engine/engine.js').Step[]} steps
 * @param {number} seat
 */
function lastTurn(steps, seat) {
    for (let i = steps.length - 1; i >= 0; i--)
        if (steps[i].seat === seat)
            return i;
    return 0;
}
