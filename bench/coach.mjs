/*
 * The page's analysis on a slow device: games of medium among hard bots, up to
 * thirty decisions each, judged by the page's own code and module on a clock
 * that runs as fast as the processor works, times four. Usage, after `make
 * web`: node bench/coach.mjs [TIMES [GAME]]; docs/bots.md has what it said.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Analysis } from '../web/coach/analysis.js';
import { Engine } from '../web/engine/engine.js';

const MANY = 30;
const [times = '4', only] = process.argv.slice(2);
const build = new URL('../build/', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'coach-'));
const { instance } = await WebAssembly.instantiate(
    readFileSync(new URL('wasm/parlour.wasm', build)), {});
const engine = new Engine(instance.exports);

/** Milliseconds of the slow device. */
function now() {
    const { user, system } = process.cpuUsage();
    return Number(times) * (user + system) / 1000;
}
performance.now = now;

/** The first of a few games; seat 0 is the person. */
function recordOf(game, seats) {
    const file = join(folder, `${game}-${seats}`);

    execFileSync(new URL('parlour', build).pathname, ['sim', game, 'medium',
        'hard', '--seats', String(seats), '--games', '2', '--records', file]);
    return `${readFileSync(file, 'utf8').split('\nparlour 1')[0]}\n`
        .replace('bot 0 medium\n', '');
}

const adviser = {
    judge: async (match, seat, played, steps, seed, before) => {
        const began = now();
        const verdict = engine.judge({ game: match.about.game, seat,
            view: match.view(seat), seed, played, steps, before });
        return { ...verdict, took: now() - began };
    },
};

async function analyse(game, seats) {
    const analysis = new Analysis({ engine, adviser }, recordOf(game, seats),
        [0]);
    const all = analysis.decisions;
    const part = Math.max(1, all.length / MANY);
    const began = now();
    let first = 0, glance = 0;

    analysis.decisions = all.filter((_, i) =>
        Math.floor(i / part) !== Math.floor((i - 1) / part));
    analysis.onChange = () => {
        const known = analysis.decisions.filter(({ verdict }) => verdict);
        first ||= now() - began;
        if (known.length === analysis.decisions.length)
            glance ||= now() - began;
    };
    await analysis.run();
    const calls = analysis.decisions.map(({ verdict }) => verdict?.call);
    const open = calls.filter((call) => call === 'close').length;
    console.log(`| ${game} | ${seats} | ${calls.length} | ${open} | ${
        [first, glance, now() - began].map((ms) => (ms / 1000).toFixed(1))
            .join(' | ')} |`);
    return [calls.length, open];
}

const sums = [0, 0];
console.log('| game | players | decisions | too close | first | glance | all |');
console.log('|---|---|---|---|---|---|---|');
for (const { id, most } of engine.games) {
    if (only && id !== only)
        continue;
    engine.teach(id, new Uint8Array(readFileSync(
        new URL(`wasm/brains/${id}.brain`, build))));
    for (const seats of [2, 4, 6])
        if (seats <= most)
            (await analyse(id, seats)).forEach((n, i) => (sums[i] += n));
}
console.log(`${sums[1]} of ${sums[0]} are too close to call`);
rmSync(folder, { recursive: true });
