/*
 * At how many tables of the server is it this device's turn? It looks at each
 * as anyone may, for a moment and on a socket of that table: no one is counted as
 * sitting there, and nothing is asked of the dice.
 */
import { socketAddress } from './line.js';

const MOST = 6; // tables, the last used first
const PATIENCE = 8000; // ms for all of them

/**
 * @param {import('./seats.js').Held[]} held
 * @returns {Promise<number>} tables; 0 also when no one answers
 */
export async function turnsAt(held) {
    const until = Date.now() + PATIENCE;
    let due = 0;

    for (const one of held.slice(0, MOST))
        due += Number(Date.now() < until && await isTurnAt(one, until));
    return due;
}

/**
 * @param {import('./seats.js').Held} one
 * @param {number} until
 * @returns {Promise<boolean>}
 */
function isTurnAt({ table, seat }, until) {
    return new Promise((resolve) => {
        const socket = new WebSocket(socketAddress(table));
        const timer = setTimeout(() => socket.close(), until - Date.now());
        let due = false;

        socket.addEventListener('message', ({ data }) => {
            const message = JSON.parse(data);
            const isSeen = message.state?.table === table;

            if ('parlour' in message)
                socket.send(JSON.stringify({ do: 'watch', id: 1, table }));
            else if (isSeen || 'no' in message || isQuiet(message)) {
                due = isSeen && isDue(message.state, seat);
                socket.close();
            }
        });
        socket.addEventListener('close', () => {
            clearTimeout(timer);
            resolve(due);
        });
    });
}

/** No game is played there. @param {Record<string, any>} message */
function isQuiet({ ok, table }) {
    return !ok && table !== undefined && table.phase !== 'playing';
}

/**
 * @param {import('./guest.js').State} state
 * @param {number} seat
 */
function isDue({ turn, asked, answered, throws }, seat) {
    return turn === 'decide' ? asked.includes(seat) && !answered.includes(seat)
        : throws === seat;
}
