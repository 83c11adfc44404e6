/* House rules and whose dice: what every new table asks, here or over the
 * network. */
import { h } from '../../elements/dom.js';

/**
 * @param {import('../../engine/engine.js').Game} game
 * @param {Record<string, string> | null} [last] what was chosen last time
 * @returns {Record<string, string>}
 */
export function usualOptions(game, last) {
    return Object.fromEntries(game.options.map(({ name, values, normal }) =>
        [name, values.find((value) => value === last?.[name]) ?? normal]));
}

/**
 * @param {import('../../engine/words.js').Words} words
 * @param {import('../../engine/engine.js').Game} game
 * @param {Record<string, string>} options changed by what is chosen
 */
export function optionChoices(words, game, options) {
    if (game.options.length === 0)
        return null;
    const changed = game.options.some(({ name, normal }) =>
        options[name] !== normal);
    return h('details', { class: 'paper', open: changed },
        h('summary', {}, words.the('page.house_rules')),
        ...optionFields(words, game, options));
}

/**
 * @param {import('../../engine/words.js').Words} words
 * @param {import('../../engine/engine.js').Game} game
 * @param {Record<string, string>} options changed by what is chosen
 */
export function optionFields(words, game, options) {
    return game.options.map((option) => optionField(words, game, option,
        options));
}

/**
 * What a value that is not the usual one means: a third has its own sentence.
 * @param {import('../../engine/words.js').Words} words
 * @param {import('../../engine/engine.js').Game} game
 * @param {string} name
 * @param {string} value
 */
function sentenceOf(words, game, name, value) {
    const own = `option.${game.id}.${name}.${value}`;

    return words.the(words.has(own) ? own : `option.${game.id}.${name}`);
}

/**
 * A sentence says what is not as usual: of two values it means the other one,
 * of several each has its own.
 * @param {import('../../engine/words.js').Words} words
 * @param {import('../../engine/engine.js').Game} game
 * @param {import('../../engine/engine.js').Option} option
 * @param {Record<string, string>} options
 */
function optionField(words, game, { name, values, normal }, options) {
    const id = `option-${name}`;
    const other = otherValue({ name, values, normal });
    const explained = words.the(`option.${game.id}.${name}`);

    if (other !== undefined)
        return checkField(id, explained, options[name] === other, (on) => {
            options[name] = on ? other : normal;
        });
    if (words.has(`option.${game.id}.${name}.usual`))
        return h('div', { role: 'radiogroup' }, ...values.map((value) =>
            radioField(id, value, value === normal
                ? words.the(`option.${game.id}.${name}.usual`)
                : sentenceOf(words, game, name, value),
            value === options[name], () => {
                options[name] = value;
            })));
    const all = values.includes(normal) ? values : [normal, ...values];
    const select = h('select', { id, change: () => {
        options[name] = select.value;
    } }, ...all.map((value) => h('option', { value,
        selected: value === options[name] },
    /^\d+$/.test(value) ? words.number(Number(value))
        : words.the('page.house_rules.usual'))));
    return h('p', { class: 'field' }, h('label', { for: id }, explained),
        select);
}

/**
 * The one of two ways that is not the usual one.
 * @param {import('../../engine/engine.js').Option} option
 */
function otherValue({ values, normal }) {
    return values.length === 2 && values.includes(normal)
        ? values.find((value) => value !== normal) : undefined;
}

/**
 * The house rules of a table that are not the usual ones, in words.
 * @param {import('../../engine/words.js').Words} words
 * @param {import('../../engine/engine.js').Game} game
 * @param {Record<string, string>} options
 */
export function unusualRules(words, game, options) {
    return game.options
        .filter(({ name, normal }) => (options[name] ?? normal) !== normal)
        .map((option) => {
            const value = options[option.name];
            const rule = sentenceOf(words, game, option.name, value);
            return words.has(`option.${game.id}.${option.name}.usual`)
                ? rule : `${rule} (${words.number(Number(value))})`;
        });
}

/**
 * @param {string} name
 * @param {string} value
 * @param {string} label
 * @param {boolean} checked
 * @param {() => void} change
 */
function radioField(name, value, label, checked, change) {
    const id = `${name}-${value}`;

    return h('p', { class: 'check' },
        h('input', { type: 'radio', id, name, value, checked, change }),
        h('label', { for: id }, label));
}

/**
 * @param {string} id
 * @param {string} label
 * @param {boolean} checked
 * @param {(on: boolean) => void} change
 */
export function checkField(id, label, checked, change) {
    const box = h('input', { type: 'checkbox', id, checked,
        change: () => change(box.checked) });

    return h('p', { class: 'check' }, box, h('label', { for: id }, label));
}

/**
 * Cards come out of the engine; dice may be real.
 * @param {import('../../engine/engine.js').Engine} engine
 * @param {import('../../engine/engine.js').Game} game
 */
export function hasDice(engine, game) {
    const match = engine.start({ game: game.id, seats: game.least, first: 0,
        options: {}, names: [], bots: [] });
    const { chance } = match.turn();

    match.close();
    return chance?.draw !== true;
}
