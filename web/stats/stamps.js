/*
 * Stamps for things worth doing, the same for every game: each is a question to
 * one person's games of a kind, the oldest first.
 */
import { streaks } from './figures.js';

/**
 * @typedef {import('./past.js').Own} Own
 *
 * @typedef {object} Stamp
 * @property {string} id its name is stats.stamp.ID, how to get it …ID.how
 * @property {string} sign an icon, or what is written on it
 * @property {string} colour
 * @property {(own: Own[]) => boolean} has
 */

/** @param {Own} one @param {string} bot */
const beats = ({ won, others }, bot) => won &&
    others.some((other) => other.bot === bot);
/** @param {Own} one */
const fromAll = ({ parts }) => parts.length > 1 &&
    parts.filter(({ points }) => points > 0).length >=
        parts.filter(({ points }) => points >= 0).length;

/** @type {Stamp[]} */
export const STAMPS = [
    { id: 'first', sign: 'check', colour: 'green', has: (own) => own.length > 0 },
    { id: 'win', sign: 'cup', colour: 'yellow',
        has: (own) => own.some(({ won }) => won) },
    { id: 'row3', sign: '3', colour: 'red', has: (own) => streaks(own).most >= 3 },
    { id: 'row5', sign: '5', colour: 'purple',
        has: (own) => streaks(own).most >= 5 },
    { id: 'ten', sign: '10', colour: 'blue', has: (own) => own.length >= 10 },
    { id: 'fifty', sign: '50', colour: 'orange', has: (own) => own.length >= 50 },
    { id: 'hard', sign: 'star', colour: 'green',
        has: (own) => own.some((one) => beats(one, 'hard')) },
    { id: 'expert', sign: 'lamp', colour: 'red',
        has: (own) => own.some((one) => beats(one, 'expert')) },
    { id: 'crowd', sign: 'people', colour: 'blue',
        has: (own) => own.some(({ won, seats }) => won && seats > 3) },
    { id: 'narrow', sign: '1', colour: 'orange',
        has: (own) => own.some(({ won, margin }) => won && margin <= 1) },
    { id: 'wide', sign: '×2', colour: 'purple', has: (own) => own.some(
        ({ won, margin, points }) => won && margin > 0 && points <= 2 * margin) },
    { id: 'whole', sign: 'words', colour: 'yellow',
        has: (own) => own.some(fromAll) },
];
