/* Sentences for people: a message and a language make one. */

/**
 * @typedef {object} Message
 * @property {string} id
 * @property {number} [seat] below 0: no one
 * @property {number} [n]
 * @property {number} [m]
 * @property {number} [k]
 * @property {string} [word]
 *
 * How the seats are called, and which of them reads: who that is, is spoken to
 * and not about. No one reads at a device that goes round.
 * @typedef {string[] & {reader?: number}} Names
 */

/** A place of a how-to: {name} or {name|form|form}. */
const FACT = /\{(\w+)(?:\|([^}]*))?\}/g;

export class Words {
    /** @type {Record<string, string | string[]>} */
    #sentences;
    #plurals;
    #language;
    #numbers;
    #decimals;
    #percents;
    #list;
    #date;
    #day;

    /**
     * @param {string} language
     * @param {{plurals: string, words: Record<string, string | string[]>}} file
     *     plurals: the form that goes with each number, as the build made them
     */
    constructor(language, file) {
        this.#language = language;
        this.#sentences = file.words;
        this.#plurals = file.plurals;
        const custom = language.startsWith('en') ? 'en-GB' : language;
        this.#numbers = new Intl.NumberFormat(custom);
        this.#decimals = new Intl.NumberFormat(custom,
            { minimumFractionDigits: 1, maximumFractionDigits: 1 });
        this.#percents = new Intl.NumberFormat(custom, { style: 'percent' });
        this.#list = new Intl.ListFormat(custom, { type: 'conjunction' });
        this.#date = new Intl.DateTimeFormat(custom,
            { dateStyle: 'medium', timeStyle: 'short' });
        this.#day = new Intl.DateTimeFormat(custom,
            { day: 'numeric', month: 'long' });
    }

    /** Rules look at the last two digits of large numbers. @param {number} n */
    #form(n) {
        return Number(this.#plurals[n < 200 ? Math.trunc(n) : 100 + n % 100]);
    }

    get language() {
        return this.#language;
    }

    /** What else can be said in this language. @param {Words} more */
    add(more) {
        Object.assign(this.#sentences, more.#sentences);
    }

    /** @param {string} id */
    has(id) {
        return id in this.#sentences;
    }

    /**
     * What is said about a player; ID.you where that player reads.
     * @param {Message} message
     * @param {Names} [names]
     * @returns {string}
     */
    say(message, names = []) {
        const you = `${message.id}.you`;

        return this.#fill(this.#isTo(message.seat, names) && this.has(you)
            ? you : message.id, message, names);
    }

    /**
     * A move once it is made: ID.done, or ID.you to the one who made it.
     * @param {Message} move as its button says it
     * @param {number} seat
     * @param {Names} names
     */
    done(move, seat, names) {
        return this.#fill((this.#isTo(seat, names) &&
            this.#variant(move.id, 'you')) || this.#variant(move.id, 'done') ||
            move.id, { ...move, seat }, names);
    }

    /** @param {number | undefined} seat @param {Names} names */
    #isTo(seat, names) {
        return seat !== undefined && seat >= 0 && seat === names.reader;
    }

    /**
     * ID.form, or that of the group that it belongs to.
     * @param {string} id
     * @param {string} form
     */
    #variant(id, form) {
        return [`${id}.${form}`, id.replace(/[^.]*$/, form)]
            .find((one) => this.has(one));
    }

    /** @param {string} id @param {Message} message @param {Names} names */
    #fill(id, message, names) {
        const found = this.#sentences[id] ?? id;
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
                return this.#nameOf(message.seat ?? 0, names);
            default:
                return all;
            }
        });
    }

    /**
     * A sentence by its name.
     * @param {string} id
     * @param {Omit<Message, 'id'>} [fill]
     * @param {Names} [names]
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
                return forms?.split('|').slice(0, 1 + this.#form(numbers[0]))
                    .pop() ?? numbers.map((n) => this.number(n)).join(', ');
            });

        return applies ? text : '';
    }

    /** How a seat is labelled. @param {number} seat @param {Names} names */
    player(seat, names) {
        return names[seat] || this.say({ id: 'seat', n: seat + 1 });
    }

    /** In a sentence: "You" is no name. @param {number} seat @param {Names} names */
    #nameOf(seat, names) {
        return this.player(seat,
            names[seat] === this.#sentences['page.you'] ? [] : names);
    }

    /** With a real minus sign. @param {number} n */
    number(n) {
        return this.#numbers.format(n).replace('-', '−');
    }

    /** With one decimal, also where that is 0. @param {number} n */
    decimal(n) {
        return this.#decimals.format(n).replace('-', '−');
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

    /** Without its year. @param {number} time */
    day(time) {
        return this.#day.format(new Date(time));
    }

    /** @param {number} time */
    date(time) {
        return this.#date.format(new Date(time));
    }
}

/**
 * @param {string} language
 * @param {string} [part] 'words', 'howto' or 'coach'
 */
export async function loadWords(language, part = 'words') {
    const response = await fetch(`words/${language}.${part}.json`);

    if (!response.ok)
        throw new Error(`${response.status} words/${language}.${part}.json`);
    return new Words(language, await response.json());
}
