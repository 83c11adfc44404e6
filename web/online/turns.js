/*
 * At how many tables of the server is it this device's turn? It looks at each
 * as anyone may, for a moment and on a socket of its own: no one is counted as
 * sitting there, and nothing is asked of the dice.
 */
import { socketAddress } from './line.js';

const MOST = 6; // tables, the last used first
const PATIENCE = 8000; // ms for all of them

/**
 * @param {import('./seats.js').Held[]} held
 * @returns {Promise<number>} tables; 0 also when no one answers
 */
export function turnsAt(held) {
    const left = held.slice(0, MOST);
    let due = 0;

    if (left.length === 0)
        return Promise.resolve(0);
    return new Promise((resolve) => {
        const socket = new WebSocket(socketAddress());
        const timer = setTimeout(() => socket.close(), PATIENCE);
        const next = () => {
            if (left.length > 0)
                socket.send(JSON.stringify({ do: 'watch', id: left.length,
                    table: left[0].table }));
            else
                socket.close();
        };

        socket.addEventListener('message', ({ data }) => {
            const message = JSON.parse(data);
            const [one] = left;
            const isSeen = message.state?.table === one?.table;

            if ('parlour' in message) {
                next();
            } else if (one && (isSeen || 'no' in message || isQuiet(message))) {
                due += Number(isSeen && isDue(message.state, one.seat));
                left.shift();
                next();
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
