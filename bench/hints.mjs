/*
 * What hints say: games among hard bots, some decisions of each, and the
 * page's own advice for every one. Prints how often each reason was given,
 * and in how many hints nothing was said but that the move turns out best.
 * Usage, after `make web`: node bench/hints.mjs [-v] [DECISIONS [GAME]];
 * -v shows every hint.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adviceOn } from '../web/coach/advice.js';
import { Engine } from '../web/engine/engine.js';

const GAMES = 5; // at each number of players
const STEPS = 30_000; // of expert, for a decision
const GOLDEN = (Math.sqrt(5) - 1) / 2; // spreads samples over all games
const words = process.argv.slice(2).filter((word) => word !== '-v');
const [decisions = '100', only] = words;
const tells = process.argv.includes('-v');
const build = new URL('../build/', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'hints-'));
const { instance } = await WebAssembly.instantiate(
    readFileSync(new URL('wasm/parlour.wasm', build)), {});
const engine = new Engine(instance.exports);

/* The same every time: what it draws on comes from the number of the step. */
const adviser = {
    choose: async (match, seat, bot) => engine.choose(match.about.game, bot,
        seat, match.view(seat), BigInt(match.turn().steps), '', STEPS),
    judge: async (match, seat, played, steps) => engine.judge(
        { game: match.about.game, seat, view: match.view(seat),
            seed: BigInt(match.turn().steps), played, steps }),
};

function recordsOf(game, seats) {
    const file = join(folder, `${game}-${seats}`);

    execFileSync(new URL('parlour', build).pathname, ['sim', game, 'hard',
        '--seats', String(seats), '--games', String(GAMES), '--records', file]);
    return readFileSync(file, 'utf8').trimEnd().split('\n\n')
        .map((record) => `${record}\n`);
}

/** Where there was a choice; of people, for bots are asked nothing. */
function choicesIn(record) {
    const match = engine.open(record);
    const found = [];

    match.history(-2).forEach(({ seat }, step) =>
        seat >= 0 && found.push({ record, step, seat }));
    match.close();
    return found;
}

async function hintAt({ record, step, seat }) {
    const match = engine.open(record);

    match.rewind(step);
    const { moves } = match.look(seat);
    const advice = moves.length > 1 && await adviceOn({ adviser, engine },
        match, seat);
    match.close();
    if (!advice)
        return null;
    const name = (which) => moves.find(({ move }) => move === which).name;
    return { step, seat, best: name(advice.best), other: name(advice.other),
        close: advice.isClose, reasons: advice.reasons.map(({ id, n }) =>
            id.replace('coach.why.', '') + (n === undefined ? '' : ` ${n}`)) };
}

async function tell(game, most) {
    const all = [2, 3, 4].filter((seats) => seats <= most).flatMap((seats) =>
        recordsOf(game, seats).flatMap(choicesIn));
    const said = new Map();
    let count = 0;

    for (let k = 1; k < all.length && count < Number(decisions); k++) {
        const hint = await hintAt(all[Math.floor(k * GOLDEN % 1 * all.length)]);
        if (!hint)
            continue;
        const [first = 'tries'] = hint.reasons;
        const name = first.replace(/ .*/, '');
        said.set(name, (said.get(name) ?? 0) + 1);
        count++;
        if (tells)
            console.log(`  ${hint.best} | ${hint.other}${hint.close ? ' ~' : ''
            } | ${hint.reasons.join(', ')}`);
    }
    console.log(`${game}: ${count} hints, ${
        Math.round(100 * (said.get('tries') ?? 0) / count)}% say nothing: ${
        [...said].sort((a, b) => b[1] - a[1])
            .map(([name, n]) => `${name} ${n}`).join(', ')}`);
}

for (const { id, most } of engine.games) {
    if (only && id !== only)
        continue;
    engine.teach(id, new Uint8Array(readFileSync(
        new URL(`wasm/brains/${id}.brain`, build))));
    await tell(id, most);
}
rmSync(folder, { recursive: true });
