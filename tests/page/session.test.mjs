/* Sessions without a browser: what they ask of the engine over whole games, and
 * that one device and a table of the server end in the same record. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Engine } from '../../web/engine/engine.js';
import { TableSession } from '../../web/online/session.js';
import { Session } from '../../web/game/session.js';
import { Words } from '../../web/engine/words.js';
import { checkActs, count } from './counting.mjs';
import { build } from './serve.mjs';

const LOG = 12; // steps that the screen shows beside the table

async function loadEngine() {
    const { instance } = await WebAssembly.instantiate(
        readFileSync(`${build}wasm/parlour.wasm`), {});
    return new Engine(instance.exports);
}

/** Bots, and a server, ask an engine of their own. */
const elsewhere = await loadEngine();
count();
const engine = await loadEngine();
/** @type {import('./counting.mjs').Note[]} */
const notes = /** @type {any} */ (globalThis).notes;
const words = new Words('en', JSON.parse(
    readFileSync(`${build}web/words/en.words.json`, 'utf8')));

globalThis.matchMedia = /** @type {any} */ (() => ({ matches: true }));

/** Chance that is the same every time. @param {number} start */
function chance(start) {
    let now = start;

    return (/** @type {number} */ n) => {
        now = (Math.imul(now, 1103515245) + 12345) & 0x7fffffff;
        return (now >> 8) % n;
    };
}

/** What a session needs of the page. */
function page() {
    return /** @type {any} */ ({ engine, words,
        settings: { values: { onlyMove: false, ownThrow: true }, pace: 0 },
        store: { take: () => {}, saveGame: () => true, read: () => null },
        open: () => {}, replace: () => {},
        thinker: { choose: async (
            /** @type {import('../../web/engine/engine.js').Match} */ match,
            /** @type {number} */ seat, /** @type {string} */ bot) =>
            elsewhere.choose(match.about.game, bot, seat, match.view(seat), 1n) } });
}

/**
 * Asks what the screen asks whenever something changed.
 * @param {Session | TableSession} session
 */
function draw(session) {
    const { match, looking, turn } = session;

    match.history(looking, Math.max(0, turn.steps - 1));
    match.look(looking);
    match.history(looking, Math.max(0, turn.steps - LOG));
    session.canTakeBack();
    session.canNobodyElse();
}

/**
 * A person at a session, until the game is over or the person stops.
 * @param {Session | TableSession} session
 * @param {() => boolean} choose
 */
function play(session, choose) {
    return new Promise((resolve, reject) => {
        const act = () => {
            notes.push({ name: 'click', bytes: 0 });
            if (session.phase === 'choose')
                choose() || resolve(session);
            else if (session.phase === 'throw')
                session.throwNow();
            else
                session.lift();
        };

        session.onError = reject;
        session.onChange = () => {
            try {
                draw(session);
            } catch (error) {
                reject(error);
            }
            if (session.phase === 'over')
                setImmediate(() => session.phase === 'over' &&
                    resolve(session));
            else if (['choose', 'throw', 'curtain', 'seen']
                .includes(session.phase))
                setImmediate(() => {
                    try {
                        act();
                    } catch (error) {
                        reject(error);
                    }
                });
        };
        session.start();
    });
}

/**
 * Looks ahead at a move, as a touch does, and makes it.
 * @param {Session | TableSession} session
 * @param {(n: number) => number} any
 */
function chooseAny(session, any) {
    const { match, looking, asked } = session;
    const { moves } = match.look(looking);
    const { move } = moves[any(moves.length)];

    match.preview(asked, move);
    session.choose(move);
    return true;
}

/** @param {string} game @param {string[]} bots */
function begin(game, bots) {
    const match = elsewhere.start({ game, seats: bots.length, first: 0,
        options: {}, names: bots.map((_, i) => `P${i}`), bots });
    const record = match.record();

    match.close();
    return record;
}

const [bot] = engine.bots;

for (const { id } of engine.games)
    test(`${id}: a whole game against a bot asks little`, async (t) => {
        const any = chance(7);
        const session = new Session(page(), /** @type {any} */ ({ id: 'a',
            record: begin(id, ['', bot]), real: false }));

        const { roll } = session.match;

        session.match.roll = () => roll.call(session.match, BigInt(any(1e9)));
        draw(session);
        notes.splice(0);
        await play(session, () => chooseAny(session, any));
        t.diagnostic(JSON.stringify(checkActs(notes, 30)));
        session.stop();
    });

/* --- At a table -------------------------------------------------------------- */

/**
 * What a device hears of a table: seat 0 is here, the others answer at random.
 */
class Guest {
    #match;
    #any;
    #tell = () => {};
    id = 'table';
    you = 0;
    ended = '';
    heard = 0;
    away = new Map();
    link = { state: 'open', retry: 0 };
    /** @type {{words: string, view: string}[]} */
    steps = [];

    /** @param {string} game @param {(n: number) => number} any */
    constructor(game, any) {
        this.#match = elsewhere.open(begin(game, ['', '']));
        this.#any = any;
        this.table = { game, seats: 2, first: 0, options: {},
            players: [{ kind: 'person', name: 'Ann' },
                { kind: 'person', name: 'Finn' }] };
        this.#throw();
    }

    /** @param {Uint8Array} bytes */
    #base64(bytes) {
        return Buffer.from(bytes).toString('base64');
    }

    get state() {
        const { what, asked, answered, question } = this.#match.turn();
        const mine = this.#answer;

        return { question, turn: what, asked: [...asked, ...answered], answered,
            choice: mine, view: this.#base64(this.#match.view(0)) };
    }

    /** The own answer to the open question. */
    get #answer() {
        const { question } = this.#match.turn();

        return this.#match.history(-2).slice(question)
            .find(({ seat }) => seat === 0)?.name;
    }

    /** @param {string} _what @param {() => void} tell */
    on(_what, tell) {
        this.#tell = tell;
        return () => {};
    }

    /** What stands is told, with the view after each step. */
    #news() {
        const { question } = this.#match.turn();
        const lines = this.#match.record(0).split('\n')
            .filter((line) => /^(chance|play) /.test(line));

        for (let i = this.steps.length; i < question; i++) {
            const then = elsewhere.open(this.#match.record());
            then.rewind(i + 1);
            this.steps = [...this.steps, { words: lines[i],
                view: this.#base64(then.view(0)) }];
            then.close();
        }
        this.#tell();
    }

    #throw() {
        while (this.#match.turn().what === 'chance')
            this.#match.roll(BigInt(this.#any(1e9)));
        this.#news();
    }

    /** One thing happens after another. */
    #goOn() {
        const { asked, what } = this.#match.turn();

        if (what === 'chance')
            this.#throw();
        else if (asked.includes(1) && !asked.includes(0)) {
            const { moves } = this.#match.look(1);
            this.#match.answer(1, moves[this.#any(moves.length)].move);
            this.#news();
        } else
            return;
        setTimeout(() => this.#goOn(), 1);
    }

    /** @param {string} kind @param {any} members */
    async ask(kind, members) {
        if (kind !== 'move')
            throw new Error(kind);
        const { asked } = this.#match.turn();
        if (!asked.includes(0))
            this.#match.reopen(0);
        const { moves } = this.#match.look(0);
        const { move } = moves.find(({ name }) => name === members.move) ?? {};
        this.#match.answer(0, /** @type {number} */ (move));
        this.#news();
        setTimeout(() => this.#goOn(), 1);
    }

    begin() {
        setTimeout(() => this.#goOn(), 1);
    }
}

for (const { id } of engine.games)
    test(`${id}: a whole game at a table asks little`, async (t) => {
        const any = chance(3);
        const guest = new Guest(id, any);
        const session = new TableSession(page(), /** @type {any} */ (guest));

        draw(session);
        notes.splice(0);
        guest.begin();
        await play(session, () => chooseAny(session, any));
        t.diagnostic(JSON.stringify(checkActs(notes, 30)));
        session.stop();
    });

/* --- The same choices -------------------------------------------------------- */

/* Games of the tables of the server: tests/test_question.c. */
const played = execFileSync(`${build}tests/test_question`, ['--write'],
    { encoding: 'utf8' }).split('\n\n').map((record) => `${record.trim()}\n`)
    .filter((record) => record.startsWith('parlour'));

/** @param {string} record */
function stepsOf(record) {
    return record.split('\n').filter((line) => /^(chance|play) /.test(line));
}

/**
 * Makes the choice of the record, sometimes another one first that is undone.
 * @param {Session} session
 * @param {string[]} steps
 * @param {(n: number) => number} any
 */
function chooseAs(session, steps, any) {
    const { match, asked, turn } = session;
    const { moves } = match.look(asked);
    const words = steps.slice(turn.question).find((line) =>
        line.startsWith(`play ${asked} `)) ?? '';
    const move = moves.find(({ name }) => words === `play ${asked} ${name}`);

    if (turn.question >= steps.length)
        return false;
    assert.ok(move, words);
    /* Dice that are rolled again fall at once. */
    const undoable = moves.filter(({ name }) => !name.startsWith('roll'));
    if (undoable.length > 1 && any(3) === 0) {
        session.choose(undoable[any(undoable.length)].move);
        assert.ok(session.canTakeBack());
        session.takeBack();
    } else {
        session.choose(move.move);
    }
    return true;
}

/**
 * The faces that make the record go on with this line.
 * @param {string} record
 * @param {string} line "chance 3 6 2"
 * @param {{faces: string[]}[]} dice a card has faces that nobody types
 */
function facesOf(record, line, dice) {
    const words = line.split(' ').slice(1);

    if (dice[0].faces.length > 0)
        return words.map((word, i) => dice[i].faces.indexOf(word));
    for (let face = 0; ; face++) {
        const match = elsewhere.open(record);
        try {
            match.land([face]);
            if (stepsOf(match.record()).at(-1) === line)
                return [face];
        } catch {
            /* there is none of these left */
        } finally {
            match.close();
        }
    }
}

for (const record of played) {
    const [, game] = /^game (.*)$/m.exec(record) ?? [];

    test(`${game}: a device records what a table records`, async () => {
        const any = chance(5);
        const steps = stepsOf(record);
        const session = new Session(page(), /** @type {any} */ ({ id: 'a',
            record: record.replace(/^(chance|play|result|seed) .*\n/gm, ''),
            real: false }));
        const { match } = session;
        const { roll } = match;
        let undone = 0;

        /* Dice fall as they fell there. */
        match.roll = () => {
            const { steps: at, chance: thrown } = match.turn();
            if (at < steps.length)
                match.land(facesOf(match.record(), steps[at],
                    thrown?.dice ?? []));
            else
                roll.call(match, 1n);
        };
        match.reopen = (seat) => {
            undone++;
            Object.getPrototypeOf(match).reopen.call(match, seat);
        };
        await play(session, () => chooseAs(session, steps, any));
        assert.ok(undone > 5, `${undone} undone`);
        assert.deepEqual(stepsOf(match.record()).slice(0, steps.length), steps);
        assert.match(match.record(), /^result /m.test(record)
            ? new RegExp(`^${/^result .*$/m.exec(record)}$`, 'm') : /parlour/);
        session.stop();
    });
}
