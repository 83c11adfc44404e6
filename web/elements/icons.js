/* Our own signs: a grid of 24, strokes of 2.1, round ends. Never typed. */
import { s } from './dom.js';

/** @type {Record<string, string>} paths that are drawn */
const LINES = {
    menu: 'M4 7h16M4 12h11M4 17h16',
    log: 'M5 4.5h11l3 3V20H5ZM8.5 10h7M8.5 13.5h7M8.5 17h4',
    chat: 'M4 5.5h16v11h-8.5l-4.5 4v-4H4ZM8 9.5h8M8 13h5',
    undo: 'M8.5 5 4.5 9l4 4M5 9h9a5.5 5.5 0 0 1 0 11h-4',
    again: 'M19 8.5A8 8 0 1 0 20 13M19.6 3.8v5h-5',
    share: 'M12 15V4M8 7.5 12 3.6l4 3.9M6 11.5H5V20h14v-8.5h-1',
    people: 'M5.3 9a3.2 3.2 0 1 0 6.4 0 3.2 3.2 0 1 0-6.4 0' +
        'M2.8 19c.6-3.4 2.8-5 5.7-5s5.1 1.6 5.7 5' +
        'M14.3 8.2a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0' +
        'M16.5 13.2c2.5-.2 4.3 1.2 4.9 4',
    curve: 'M4 19.5h16M5 15l4.5-5 4 3.5L19.5 6',
    question: 'M9 9.2a3 3 0 1 1 4.3 2.7c-.9.5-1.3 1-1.3 2.1' +
        'M12 17.8h.01',
    check: 'M5 12.5 10 17.5 19.5 7',
    close: 'M6 6 18 18M18 6 6 18',
    words: 'M4 7h9M4 12h16M4 17h12',
    back: 'M14.5 5 7.5 12l7 7',
    on: 'M9.5 5 16.5 12l-7 7',
    more: 'M6 9.5 12 15.5 18 9.5',
    plus: 'M12 5v14M5 12h14',
    save: 'M12 4v11M8 11.5 12 15.4l4-3.9M5 19.5h14',
    print: 'M7.5 9V4h9v5M7.5 16H4.5V9h15v7h-3M7.5 13.5h9V20h-9Z',
    settings: 'M4 7h8M18 7h2M4 17h2M12 17h8M12.5 7a2.5 2.5 0 1 0 5 0' +
        ' 2.5 2.5 0 1 0-5 0M6.5 17a2.5 2.5 0 1 0 5 0' +
        ' 2.5 2.5 0 1 0-5 0',
    silence: 'M16 9.5l5 5M21 9.5l-5 5',
    sound: 'M15.5 9a4.2 4.2 0 0 1 0 6M18.2 6.5a8 8 0 0 1 0 11',
    lamp: 'M12 12v3M10.4 15h3.2a1.8 1.8 0 0 1 1.8 1.8v2.4' +
        'a1.8 1.8 0 0 1-1.8 1.8h-3.2a1.8 1.8 0 0 1-1.8-1.8' +
        'v-2.4a1.8 1.8 0 0 1 1.8-1.8ZM12 18h.01',
    cup: 'M7.5 6H4.5c0 3 1 4.5 3.3 4.8M16.5 6h3c0 3-1 4.5-3.3 4.8' +
        'M12 14v3M8.5 20h7',
    lock: 'M7.8 11V8a4.2 4.2 0 0 1 8.4 0v3',
    pin: 'M12 13.5V20',
    offline: 'M4 5l16 15M7 9.5c-1.5.5-2.8 1.3-4 2.3M12 8c3.4 0 6.5 1.3 9 3.5' +
        'M6.5 15.3c1-.9 2.2-1.5 3.5-1.8M12 19h.01',
};

/** @type {Record<string, string>} what is full, under or instead of the lines */
const FULL = {
    play: 'M8 5.2c0-1 1-1.6 1.9-1.1l9.7 6.4c.8.5.8 1.6 0 2.1' +
        'l-9.7 6.4C9 19.5 8 18.9 8 17.9Z',
    pause: 'M7 5.5a1.5 1.5 0 0 1 3.6 0v13a1.5 1.5 0 0 1-3.6 0Z' +
        'M13.4 5.5a1.5 1.5 0 0 1 3.6 0v13a1.5 1.5 0 0 1-3.6 0Z',
    star: 'M12 2.7 15 9.2l7.1.8-5.2 4.9 1.4 7L12 18.4l-6.3 3.5 1.4-7' +
        'L1.9 10 9 9.2Z',
    lock: 'M7.5 10.5h9a3 3 0 0 1 3 3V18a3 3 0 0 1-3 3h-9a3 3 0 0 1-3-3v-4.5' +
        'a3 3 0 0 1 3-3Z',
    pin: 'M9 4h6l-.6 6 3.1 3.5H6.5L9.6 10Z',
    sound: 'M4 10v4h3.5L12 18V6L7.5 10Z',
    silence: 'M4 10v4h3.5L12 18V6L7.5 10Z',
};

/** @type {Record<string, string>} what is tinted */
const TINTED = {
    lamp: 'M8.2 3.5h7.6L19 12H5Z',
    cup: 'M7.5 4h9v5.5a4.5 4.5 0 0 1-9 0Z',
};

/** @param {string} name */
export function icon(name) {
    return s('svg', { class: `icon-drawn of-${name}`, viewBox: '0 0 24 24',
        'aria-hidden': 'true' },
    FULL[name] && s('path', { d: FULL[name], fill: 'currentcolor' }),
    TINTED[name] && s('path', { d: TINTED[name], fill: 'currentcolor',
        'fill-opacity': 0.27 }),
    LINES[name] && s('path', { d: LINES[name] }));
}
