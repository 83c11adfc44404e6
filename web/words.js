/* Sentences for people: a message and a language make one. */
import { pluralForm } from './plural.js';

/**
 * @typedef {object} Message
 * @property {string} id
 * @property {number} [seat] below 0: nobody
 * @property {number} [n]
 * @property {number} [m]
 * @property {number} [k]
 * @property {string} [word]
 */

/** A place of a how-to: {name} or {name|form|form}. */
const FACT = /\{(\w+)(?:\|([^}]*))?\}/g;

export class Words {
    /** @type {Record<string, string | string[]>} */
    #sentences;
    /** @type {(n: number) => number} */
    #form;
    #language;
    #numbers;
    #percents;
    #list;
    #date;

    /**
     * @param {string} language
     * @param {{plural: string, words: Record<string, string | string[]>}} file
     */
    constructor(language, file) {
        this.#language = language;
        this.#sentences = file.words;
        this.#form = pluralForm(file.plural);
        this.#numbers = new Intl.NumberFormat(language);
        this.#percents = new Intl.NumberFormat(language, { style: 'percent' });
        this.#list = new Intl.ListFormat(language, { type: 'conjunction' });
        this.#date = new Intl.DateTimeFormat(language,
            { dateStyle: 'medium', timeStyle: 'short' });
    }

    get language() {
        return this.#language;
    }

    /** @param {string} id */
    has(id) {
        return id in this.#sentences;
    }

    /**
     * @param {Message} message
     * @param {string[]} [names] of the seats
     * @returns {string}
     */
    say(message, names = []) {
        const found = this.#sentences[message.id] ?? message.id;
        const sentence = typeof found === 'string' ? found
            : found[this.#form(Math.abs(message.n ?? 0))];

        return sentence.replace(/\{(\w+)\}/g, (all, /** @type {string} */ place) => {
            switch (place) {
            case 'n':
            case 'm':
            case 'k':
                return this.number(message[place] ?? 0);
            case 'word':
                return message.word ?? '';
            case 'player':
                return this.player(message.seat ?? 0, names);
            default:
                return all;
            }
        });
    }

    /**
     * A sentence by its name.
     * @param {string} id
     * @param {Omit<Message, 'id'>} [fill]
     * @param {string[]} [names]
     */
    the(id, fill = {}, names = []) {
        return this.say({ id, ...fill }, names);
    }

    /**
     * A paragraph of a how-to. {name} is a fact, {name|die|dice} the plural
     * form that goes with it.
     * @param {string} id
     * @param {Record<string, number[]>} facts
     * @returns {string} '': it names what is no fact of this game
     */
    explain(id, facts) {
        let applies = true;
        const text = String(this.#sentences[id]).replace(FACT,
            (all, /** @type {string} */ name, /** @type {string=} */ forms) => {
                const numbers = facts[name] ?? [];

                applies &&= numbers.length > 0;
                return forms?.split('|')[this.#form(numbers[0])] ??
                    numbers.map((n) => this.number(n)).join(', ');
            });

        return applies ? text : '';
    }

    /** @param {number} seat @param {string[]} names */
    player(seat, names) {
        return names[seat] || this.say({ id: 'seat', n: seat + 1 });
    }

    /** With a real minus sign. @param {number} n */
    number(n) {
        return this.#numbers.format(n).replace('-', '−');
    }

    /** With its sign, also where it is positive. @param {number} n */
    signed(n) {
        return n > 0 ? `+${this.number(n)}` : this.number(n);
    }

    /** A fraction of 1 as a percentage. @param {number} part */
    percent(part) {
        return this.#percents.format(part).replace('-', '−');
    }

    /** @param {string[]} parts */
    list(parts) {
        return this.#list.format(parts);
    }

    /** @param {number} time */
    date(time) {
        return this.#date.format(new Date(time));
    }
}

/**
 * @param {string} language
 * @param {string} [part] 'words' or 'howto'
 */
export async function loadWords(language, part = 'words') {
    const response = await fetch(`words/${language}.${part}.json`);

    if (!response.ok)
        throw new Error(`${response.status} words/${language}.${part}.json`);
    return new Words(language, await response.json());
}
