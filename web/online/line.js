/*
 * The one socket to the table server that served this page. It is opened when
 * someone first asks something, and opened again whenever it is lost.
 *
 * docs/wire.md has what is said on it. A request that was not answered is said
 * again on the next socket, after `arrive` has brought the page back to its
 * table.
 */
import { Refused } from '../engine/engine.js';

/**
 * @typedef {object} Link how the connection stands
 * @property {'open' | 'lost'} state
 * @property {number} retry when it tries again, as Date.now() counts; 0: it is
 *     trying
 *
 * @typedef {Record<string, any>} Members of a request or an answer
 * @typedef {{kind: string, members: Members}} Request
 *
 * @typedef {object} House what the operator tells everyone
 * @property {number} [minutes] until the server closes
 * @property {string} text
 *
 * @typedef {object} Heard what can be listened to
 * @property {import('./guest.js').Table} table
 * @property {import('./guest.js').State} state
 * @property {import('./guest.js').Talk[]} talk
 * @property {string} end a sentence: why this page is at no table any more
 * @property {House} house
 * @property {Link} link
 * @property {string} speech the server has another page than this one
 *
 * @typedef {object} Waiting
 * @property {number} id
 * @property {Request} request
 * @property {boolean} sent on the present socket?
 * @property {(answer: Members) => void} resolve
 * @property {(error: Error) => void} reject
 */

const FIRST_PAUSE = 250; // ms until it tries again, doubled each time
const LONGEST_PAUSE = 10_000;
const PATIENCE = 12_000; // for an answer: then the socket is taken for dead
const GREETING = 5_000; // for the first word: then another node is tried
const AT_ONCE = 8; // requests that the server lets wait
/** Refusals of `arrive` that another try may overcome. */
const LATER = ['table.house_full', 'table.too_fast', 'table.busy'];

export class Line {
    #url;
    /** Which table the present socket was opened for; '': any. */
    #for = '';
    /** Nodes that did not answer, or how many others found silent. */
    #tries = 0;
    /** @type {WebSocket | null} */
    #socket = null;
    #greeted = false;
    /** @type {Waiting[]} in the order of asking */
    #waiting = [];
    #asked = 0;
    #pause = FIRST_PAUSE;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #retry;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #patience;
    /** @type {Map<string, Set<(what: any) => void>>} */
    #listeners = new Map();
    /** What the server said about the store of its tables, last. */
    greeting = { store: '', keepDays: 0, nodes: false };
    /**
     * How the first server that was heard of speaks: its build or, where there
     * are many nodes and perhaps two builds of them, its wire.
     */
    speech = '';
    /** The table where this page is; '': at none. */
    home = '';
    /** @type {Link} */
    link = { state: 'lost', retry: 0 };
    /**
     * How the page comes back to its table on a new socket; null: it is at
     * none.
     * @type {(() => Request) | null}
     */
    arrive = null;

    /** @param {(table: string, tries: number) => string} [url] */
    constructor(url = socketAddress) {
        this.#url = url;
        addEventListener('online', () => this.#hurry());
        addEventListener('offline', () => this.#socket && this.#lose());
        document.addEventListener('visibilitychange', () =>
            document.visibilityState === 'visible' && this.#wakeUp());
    }

    /**
     * @template {keyof Heard} K
     * @param {K} kind
     * @param {(what: Heard[K]) => void} listener
     * @returns {() => void} ends it
     */
    on(kind, listener) {
        const all = this.#listeners.get(kind) ?? new Set();

        this.#listeners.set(kind, all.add(listener));
        return () => all.delete(listener);
    }

    /**
     * Asks, however long it takes: over as many sockets as it needs.
     * @param {string} kind
     * @param {Members} [members]
     * @returns {Promise<Members>} rejects with Refused
     */
    ask(kind, members = {}) {
        return new Promise((resolve, reject) => {
            this.#waiting.push({ id: this.#asked++, request: { kind, members },
                sent: false, resolve, reject });
            this.#send();
        });
    }

    /**
     * After so many days without a visit the server deletes a table. It says
     * so in its greeting.
     */
    async keepDays() {
        if (!this.greeting.keepDays)
            await this.ask('lobby').catch(() => {}); // too fast: still greeted
        return this.greeting.keepDays;
    }

    /* --- The socket -------------------------------------------------------- */

    #open() {
        clearTimeout(this.#retry);
        this.#for = this.#wanted;
        const socket = new WebSocket(this.#url(this.#for, this.#tries));
        this.#socket = socket;
        this.#greeted = false;
        socket.addEventListener('message', ({ data }) =>
            socket === this.#socket && this.#hear(JSON.parse(data)));
        socket.addEventListener('close', ({ reason }) => {
            if (socket !== this.#socket)
                return;
            const [, tries] = /^try=(\d+)$/.exec(reason) ?? [];

            this.#tries = Number(tries ?? this.#tries);
            this.#lose();
        });
        this.#bePatient();
    }

    /** The table that the next request is about: its node must hear it. */
    get #wanted() {
        const about = this.#waiting.find(({ request }) => request.members.table);

        return about?.request.members.table ?? this.home;
    }

    /** To the node of another table, without a pause. */
    #move() {
        this.#socket?.close();
        this.#greeted = false;
        this.#tries = 0;
        this.#waiting = this.#waiting.filter(({ id }) => id >= 0);
        this.#waiting.forEach((one) => {
            one.sent = false;
        });
        this.#open();
    }

    /** It does not answer: perhaps another node does. */
    #giveUp() {
        this.#tries++;
        this.#lose();
    }

    /** The socket is gone, or as good as gone. */
    #lose() {
        const chance = 0.8 + Math.random() * 0.4;
        const pause = this.#pause * chance;

        this.#socket?.close();
        this.#socket = null;
        this.#greeted = false;
        clearTimeout(this.#patience);
        this.#waiting.forEach((one) => {
            one.sent = false;
        });
        this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
        clearTimeout(this.#retry);
        this.#retry = setTimeout(() => this.#tryAgain(), pause);
        this.#setLink({ state: 'lost', retry: Date.now() + pause });
    }

    #tryAgain() {
        this.#setLink({ state: 'lost', retry: 0 });
        this.#open();
    }

    /** There is a network again: no need to wait. */
    #hurry() {
        if (this.#socket || !this.#isNeeded)
            return;
        this.#pause = FIRST_PAUSE;
        this.#tryAgain();
    }

    /** A socket that slept with the device may be dead without knowing it. */
    #wakeUp() {
        if (this.#greeted)
            this.ask('lobby').catch(() => {});
        else
            this.#hurry();
    }

    get #isNeeded() {
        return this.arrive !== null || this.#waiting.length > 0;
    }

    /** @param {Link} link */
    #setLink(link) {
        this.link = link;
        this.#tell('link', link);
    }

    /** Anyone who does not answer for so long is not there. */
    #bePatient() {
        clearTimeout(this.#patience);
        if (!this.#greeted || this.#waiting.some(({ sent }) => sent))
            this.#patience = setTimeout(() => this.#giveUp(),
                this.#greeted ? PATIENCE : GREETING);
    }

    /* --- Speaking ---------------------------------------------------------- */

    #send() {
        if (!this.#socket && this.link.retry === 0)
            this.#open();
        if (!this.#greeted || this.#isArriving)
            return;
        if (this.greeting.nodes && this.#wanted !== this.#for && this.#wanted)
            return this.#move();
        for (const one of this.#waiting.slice(0, AT_ONCE)) {
            if (one.sent)
                continue;
            this.#say(one);
            if (one.id < 0)
                break; // first to the table, then the rest
        }
        this.#bePatient();
    }

    get #isArriving() {
        const [first] = this.#waiting;
        return first !== undefined && first.id < 0 && first.sent;
    }

    /** @param {Waiting} one */
    #say(one) {
        const { kind, members } = one.request;

        one.sent = true;
        this.#socket?.send(JSON.stringify(
            { do: kind, id: one.id < 0 ? ARRIVAL : one.id, ...members }));
    }

    /* --- Hearing ----------------------------------------------------------- */

    /** @param {Members} message */
    #hear(message) {
        if ('parlour' in message)
            this.#greet(message);
        else if ('ok' in message || 'no' in message)
            this.#answer(message);
        for (const kind of /** @type {(keyof Heard)[]} */
            (['table', 'state', 'talk', 'end', 'house']))
            if (kind in message && !('ok' in message))
                this.#tell(kind, message[kind]);
    }

    /** @param {Members} greeting */
    #greet({ build, wire, store, keep_days: keepDays, nodes = false }) {
        const arrival = this.arrive?.();
        const speech = nodes ? wire : build;

        this.#greeted = true;
        this.greeting = { store, keepDays, nodes };
        if (this.speech && this.speech !== speech)
            this.#tell('speech', speech);
        this.speech ||= speech;
        this.#waiting = this.#waiting.filter(({ id }) => id >= 0);
        if (arrival)
            this.#waiting.unshift({ id: -1, request: arrival, sent: false,
                resolve: () => this.#arrived(),
                reject: (error) => (LATER.includes(error.message)
                    ? this.#lose() : this.#tell('end', error.message)) });
        else
            this.#arrived();
        this.#send();
    }

    #arrived() {
        this.#pause = FIRST_PAUSE;
        this.#setLink({ state: 'open', retry: 0 });
    }

    /** @param {Members} answer */
    #answer(answer) {
        const id = answer.id === ARRIVAL ? -1 : answer.id;
        const at = this.#waiting.findIndex((one) => one.sent && one.id === id);

        if (at < 0)
            return;
        const [one] = this.#waiting.splice(at, 1);
        if ('no' in answer)
            one.reject(new Refused(answer.why, 0));
        else
            one.resolve(answer);
        this.#send();
    }

    /** @param {string} kind @param {any} what */
    #tell(kind, what) {
        for (const listener of this.#listeners.get(kind) ?? [])
            listener(what);
    }
}

/** The number of the request that brings the page back to its table. */
const ARRIVAL = 2 ** 31 - 1;

/**
 * Where there are many nodes, a proxy chooses one by the table, and another one
 * by the number of tries.
 * @param {string} [table]
 * @param {number} [tries]
 */
export function socketAddress(table = '', tries = 0) {
    const url = new URL(table ? `socket/${table}` : 'socket', document.baseURI);

    if (tries > 0)
        url.searchParams.set('try', String(tries));

    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    url.hash = '';
    return url.href;
}
