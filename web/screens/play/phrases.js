/* A question that needs two lines breaks where someone who reads it out would
 * take a breath. */
import { h } from '../../elements/dom.js';
import { fitLater } from '../../elements/fitting.js';

const SENTENCES = /(?<=[.!?…]) +/u;
const PARTS = /(?<=[,:;]) +| +(?=\()/u;

/**
 * Each sentence stays in one line if it can, and so does each part of it.
 * @param {string} text
 * @returns {(string | HTMLElement)[]}
 */
export function phrasesOf(text) {
    return spansOf(text.split(SENTENCES).map((sentence) =>
        spansOf(sentence.split(PARTS).map((part) => [part]))));
}

/** @param {(string | HTMLElement)[][]} phrases with spaces between them */
function spansOf(phrases) {
    return phrases.length === 1 ? phrases[0] : phrases.flatMap((phrase, i) =>
        [...(i > 0 ? [' '] : []), h('span', {}, ...phrase)]);
}

/**
 * Where that takes too many lines, words break as they like.
 * @param {HTMLElement} element with the phrases of a text
 * @param {string} text
 */
export function fitPhrases(element, text) {
    fitLater(element, text, {
        write: () => element.replaceChildren(...phrasesOf(text)),
        simpler: () => {
            element.textContent = text;
        } });
}
