/* Quick reactions: eight small pictures, drawn like the marks on a sheet. */
import { s } from '../elements/dom.js';

const FACE = 'M16 3.500C23.500 3.200 28.800 8.800 28.500 16.200 ' +
    '28.300 23.400 22.900 28.700 15.700 28.500 8.500 28.300 3.300 22.800 ' +
    '3.500 15.700 3.700 9 8.900 3.800 16 3.500Z';
const EYES = 'M11 11.800v2.600M21 11.600v2.600';

/** @typedef {{name: string, colour: string, shape: string, lines: string}} Picture */

/** @type {readonly Picture[]} in the order of the wire's numbers */
const PICTURES = [
    { name: 'smile', colour: 'yellow', shape: FACE,
        lines: `${EYES}M10 19c2.500 4.500 9.600 4.600 12.200-.200` },
    { name: 'laugh', colour: 'yellow', shape: FACE,
        lines: 'M8.500 13.500l2.700-2.300 2.600 2.300M18.300 13.400l2.600-2.300 ' +
            '2.700 2.300M9 18h14c-.300 4-3.200 6.300-7 6.300S9.300 22 9 18z' },
    { name: 'surprise', colour: 'yellow', shape: FACE,
        lines: `${EYES}M16 18.500c2 0 3.200 1.500 3.100 3.300-.100 1.900-1.300 ` +
            '3.100-3.100 3.100s-3-1.200-3.100-3.100c-.100-1.800 1.100-3.300 3.100-3.300z' +
            'M9 8.700l3-1.200M20 7.400l3 1.300' },
    { name: 'sad', colour: 'blue', shape: FACE,
        lines: `${EYES}M10.500 22.800c2.200-3.800 8.800-3.900 11 0M22.800 17.200` +
            'c1 1.500 1 2.700 0 3-1-.300-1-1.500 0-3z' },
    { name: 'thumb', colour: 'green',
        shape: 'M9.500 14.500c3.300-1.700 4.600-5 4.900-9.500 2.900-1 4.700 1.200 4.300 ' +
            '4.300l-.700 3.700h6.400c2 0 3.200 1.700 2.600 3.600l-2.700 8.200c-.500 ' +
            '1.600-1.700 2.300-3.300 2.300-4.100 0-7.700-.300-11.500-1.600z',
        lines: 'M4.300 14.500h5.200v11.500H4.300z' },
    { name: 'heart', colour: 'red',
        shape: 'M16 27.500C9.500 22.600 4 18.300 4 12.300 4 8 6.900 5.300 10.300 5.300' +
            'c2.700 0 4.700 1.500 5.700 3.900 1.200-2.500 3.200-3.900 5.900-3.900 3.500 0 ' +
            '6.200 2.800 6.100 7-.100 6-5.600 10.200-12 15.200z',
        lines: 'M8.300 11.800c.100-1.600 1-2.500 2.300-2.600' },
    { name: 'star', colour: 'orange',
        shape: 'M16 3.500l3.700 8.300 9 1-6.700 6.100 1.900 8.900L16 23.300l-7.900 ' +
            '4.600 1.800-9L3.200 12.800l9.100-1z',
        lines: '' },
    { name: 'luck', colour: 'green',
        shape: 'M16 16C10.500 16.500 6.500 14.500 6.700 10.800 6.900 7.500 10 6.700 ' +
            '11.300 8.500 11 5.300 13.700 3.700 15.500 5.300 17.500 7.200 16.700 12 16 ' +
            '16C16.500 11.500 18.800 8.200 21.600 8.300 24.300 8.500 24.900 10.800 ' +
            '23.600 12.300 26 11.900 27.300 14.200 26 16 24.400 18.100 19.500 16.900 ' +
            '16 16C19.500 17.500 21.800 20.300 20.900 22.800 20 25.100 17.300 25 ' +
            '16.500 23 14.900 24.900 12 24.500 11.600 22.200 11.300 19.600 14 17.500 ' +
            '16 16z',
        lines: 'M16 16c-3.500 2.500-6.600 6.500-8.200 11.500' },
];

export const REACTIONS = PICTURES.length;

/**
 * @param {import('../engine/words.js').Words} words
 * @param {number} reaction
 */
export function reactionWords(words, reaction) {
    return words.the(`page.reaction.${PICTURES[reaction]?.name ?? 'smile'}`);
}

/** Without a name of its own: the words stand beside it. @param {number} reaction */
export function drawReaction(reaction) {
    const { colour, shape, lines } = PICTURES[reaction] ?? PICTURES[0];

    return s('svg', { class: `reaction ${colour}`, viewBox: '0 0 32 32',
        'aria-hidden': 'true' },
    s('path', { class: 'shape', d: shape }), s('path', { d: lines }));
}
