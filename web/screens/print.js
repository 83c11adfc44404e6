/*
 * Printing: a game to fill in and cut out, or the sheets of one that is over.
 * The pages are made and printed on this device.
 */
import { h, openDialog } from '../elements/dom.js';
import { icon } from '../elements/icons.js';
import { lateStyle } from '../elements/late.js';
import { openPaper, pageOf, printPages } from '../print/paper.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {'pads' | 'parts' | 'rules' | 'played'} Part
 * @typedef {{game: string, record: string, names: string[]}} What
 * @typedef {{paper: 'a4' | 'letter', ink: boolean, what: Part[]}} How
 */

/**
 * Empty sheets, the board with what lies on it, and the rules.
 * @param {App} app
 * @param {string} game
 * @param {string} [sheet] where it is not the usual one
 */
export function openPrint(app, game, sheet) {
    const found = app.engine.game(game);
    const match = app.engine.start({ game, sheet, seats: found.most, first: 0,
        options: {}, names: [], bots: [] });
    const record = match.record();
    const { areas } = match.look(-1).view;

    match.close();
    const hasPads = areas.some(({ role }) => role === 'sheet');
    const hasParts = areas.some(({ role }) =>
        role === 'supply' || role === 'hand');
    /** @type {{part: Part, word: string, there: boolean}[]} */
    const parts = [
        { part: 'pads', word: 'page.print.pads', there: hasPads },
        { part: 'parts', word: 'page.print.parts', there: hasParts },
        { part: 'rules', word: 'page.rules', there: true }];
    return openDialogOf(app, { game, record, names: [] },
        parts.filter(({ there }) => there));
}

/**
 * The sheets of a game, as they are.
 * @param {App} app
 * @param {What} played
 */
export function openPrintPlayed(app, played) {
    return openDialogOf(app, played, []);
}

/**
 * @param {App} app
 * @param {What} what
 * @param {{part: Part, word: string}[]} parts to choose from; none: the sheets
 */
async function openDialogOf(app, what, parts) {
    const { words } = app;
    const said = h('p', { class: 'said', role: 'status' });
    const shown = h('div', { class: 'pages scroll', tabindex: '0',
        role: 'group', 'aria-label': words.the('page.print.preview') });
    const boxes = parts.map(({ part, word }, i) => ({ part, ...check(
        words.the(word), part, i === 0) }));
    const ink = check(words.the('page.print.ink'), 'ink', false);
    const sizes = /** @type {const} */ (['a4', 'letter']).map((size) => ({ size,
        input: h('input', { type: 'radio', name: 'paper', id: `paper-${size}`,
            checked: size === usualPaper() }) }));
    const go = h('button', { type: 'submit', class: 'main wide' },
        icon('print'), words.the('page.print'));
    /** @returns {How} */
    const chosen = () => ({
        paper: sizes.find(({ input }) => input.checked)?.size ?? 'a4',
        ink: ink.input.checked,
        what: parts.length === 0 ? ['played'] : boxes
            .filter(({ input }) => input.checked).map(({ part }) => part) });
    let asked = 0;
    /** How it will look, as soon as the pages are there. */
    const show = async () => {
        const how = chosen();
        const mine = ++asked;
        try {
            const pages = await pagesOf(app, what, how);
            if (mine !== asked)
                return;
            shown.replaceChildren(...pages.map((svg) => pageOf(svg, how.paper)));
            said.textContent = words.the('page.print.pages', { n: pages.length });
            go.disabled = pages.length === 0;
        } catch {
            said.textContent = words.the('page.print.failed');
        }
    };
    const form = h('form', { class: 'print', change: show, submit: async (
        /** @type {Event} */ event) => {
        event.preventDefault();
        try {
            const how = chosen();
            await printPages(await pagesOf(app, what, how), how.paper);
        } catch {
            said.textContent = words.the('page.print.failed');
        }
    } }, shown, said,
    ...boxes.map(({ element }) => element), ink.element,
    h('fieldset', {}, h('legend', {}, words.the('page.print.paper')),
        h('div', { class: 'pills' }, ...sizes.map(({ size, input }) =>
            h('span', { class: 'check' }, input, h('label', { for: input.id },
                words.the(`page.print.${size}`)))))),
    h('p', { class: 'soft' }, words.the('page.print.actual')), go);

    await lateStyle('print');
    show();
    openDialog(`${words.the('page.print')}: ${words.the(`game.${what.game}`)}`,
        words.the('page.close'), form);
}

/** @param {string} word @param {string} name @param {boolean} checked */
function check(word, name, checked) {
    const input = h('input', { type: 'checkbox', id: `print-${name}`, checked });

    return { input, element: h('p', { class: 'check' }, input,
        h('label', { for: input.id }, word)) };
}

/** Where paper is measured in inches. */
function usualPaper() {
    const region = new Intl.Locale(navigator.language).maximize().region;
    return region && ['US', 'CA', 'MX', 'PH', 'CL', 'CO'].includes(region)
        ? 'letter' : 'a4';
}

/** @param {App} app @param {What} what @param {How} how */
async function pagesOf({ words }, { game, record, names }, how) {
    if (how.what.length === 0)
        return [];
    const [paper, example] = await Promise.all([openPaper(words.language),
        loadExample(game)]);

    return paper.print({ record, example, names, ...how });
}

/** @param {string} game */
async function loadExample(game) {
    const response = await fetch(`examples/${game}.record`);

    if (!response.ok)
        throw new Error(`${response.status} examples/${game}.record`);
    return response.text();
}
