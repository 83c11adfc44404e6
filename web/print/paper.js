/*
 * Pages of paper: what the command's `print` makes, by the same code, as a
 * module of its own that is loaded when someone prints for the first time.
 */
import { lateStyle } from '../elements/late.js';

/**
 * @typedef {object} Job
 * @property {string} record
 * @property {string} example a record, too
 * @property {string[]} names of the seats
 * @property {'a4' | 'letter'} paper
 * @property {('pads' | 'parts' | 'rules' | 'played')[]} what
 * @property {boolean} ink without colour
 */

const SIZES = ['a4', 'letter'];
/** The bits of paper/paper.h. */
const WHAT = { pads: 1, parts: 2, rules: 4, played: 8 };

export class Paper {
    #wasm;
    #language = '';

    /** @param {any} wasm what the module exports */
    constructor(wasm) {
        this.#wasm = wasm;
    }

    /** @param {string} text */
    #give(text) {
        const bytes = new TextEncoder().encode(text);
        const at = this.#wasm.input(bytes.length);

        new Uint8Array(this.#wasm.memory.buffer).set(bytes, at);
        return bytes.length;
    }

    /** @param {number} at */
    #text(at) {
        const bytes = new Uint8Array(this.#wasm.memory.buffer);
        return new TextDecoder().decode(bytes.slice(at, bytes.indexOf(0, at)));
    }

    /**
     * @param {string} language
     * @param {{plurals: string, words: Record<string, string | string[]>}[]} files
     */
    learn(language, files) {
        if (language === this.#language)
            return;
        /** @type {Record<string, string | string[]>} */
        const all = Object.assign({}, ...files.map(({ words }) => words));
        const sentences = Object.keys(all).sort().map((id) =>
            [id, ...[all[id]].flat()].join('\x01'));
        const text = [files[0].plurals, ...sentences, ''].join('\0');

        this.#wasm.words(this.#give(text));
        this.#language = language;
    }

    /** The pages as SVG. @param {Job} job */
    print({ record, example, names, paper, what, ink }) {
        const length = this.#give([record, example, names.join('\n')].join('\f'));
        const at = this.#wasm.print(length, SIZES.indexOf(paper),
            what.reduce((bits, one) => bits | WHAT[one], 0), Number(ink));

        if (at === 0)
            throw new Error(record);
        return this.#text(at).split('\f');
    }
}

/** @type {Promise<Paper> | null} */
let loading = null;

/** @param {string} path @returns {Promise<Response>} */
async function load(path) {
    const response = await fetch(path);

    if (!response.ok)
        throw new Error(`${response.status} ${path}`);
    return response;
}

async function loadModule() {
    const bytes = await (await load('paper.wasm')).arrayBuffer();
    const { instance } = await WebAssembly.instantiate(bytes, {});

    return new Paper(instance.exports);
}

/** Without it, pages would be printed with the screen. */
async function loadStyle() {
    if (!await lateStyle('print'))
        throw new Error('style/print.css');
}

/**
 * With the words of a language, and how pages look.
 * @param {string} language
 */
export async function openPaper(language) {
    loading ??= loadModule();
    loading.catch(() => {
        loading = null;
    });
    const [paper, , ...files] = await Promise.all([loading, loadStyle(),
        ...['words', 'howto'].map(async (part) =>
            (await load(`words/${language}.${part}.json`)).json())]);

    paper.learn(language, files);
    return paper;
}

/* --- Through the browser's own printing ------------------------------------- */

/**
 * A page as an element: small on the screen, true to size on paper.
 * @param {string} svg
 * @param {string} paper
 */
export function pageOf(svg, paper) {
    const root = new DOMParser().parseFromString(svg, 'image/svg+xml')
        .documentElement;
    const [, , width, height] = (root.getAttribute('viewBox') ?? '').split(' ')
        .map(Number);
    const page = document.createElement('div');

    page.className = `sheet ${paper}${width > height ? '-side' : ''}`;
    page.append(document.importNode(root, true));
    return page;
}

/**
 * Lays the pages out beside the screen, where only a printer sees them, and
 * prints. They stay until the next ones: some browsers print later.
 * @param {string[]} pages
 * @param {string} paper
 */
export async function printPages(pages, paper) {
    const book = document.createElement('div');

    document.querySelector('.printed')?.remove();
    book.className = 'printed';
    book.setAttribute('aria-hidden', 'true');
    book.append(...pages.map((svg) => pageOf(svg, paper)));
    document.body.append(book);
    document.body.classList.add('prints');
    const text = book.textContent ?? '';
    await Promise.all(['400 16px "Parlour Text"', '700 16px "Parlour Text"',
        '800 16px "Parlour Display"'].map((font) =>
        document.fonts.load(font, text)));
    addEventListener('afterprint', () => {
        document.body.classList.remove('prints');
    }, { once: true });
    window.print();
}
