/* See bench/attack. The strangers (strangers.mjs) go on as long as the honest
 * play. They have computers of their own, so here they only get what time the
 * server and the honest leave over. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { memory, root, start, stop } from '../tests/server.mjs';
import { ways } from './strangers.mjs';

const SECONDS = Number(process.argv[2]);
const ROUNDS = Number(process.argv[3]);
const BENEATH = (process.env.BENEATH ?? 'chrt --idle 0').split(' ');
const MOST = { p99: 3, memory: 2 };
const site = mkdtempSync(join(process.env.TMPDIR
    ?? (existsSync('/dev/shm') ? '/dev/shm' : tmpdir()), 'parlour-attack-'));
const page = join(site, 'web');
mkdirSync(page);
writeFileSync(join(page, 'index.html'), '<!DOCTYPE html><title>Attack</title>');

/** A program; `said` resolves to the numbers that it names at the end. */
function run(...command) {
    const child = spawn(command[0], command.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', (part) => { text += part; });
    const said = new Promise((done) => {
        child.on('close', () => done((name) =>
            Number(new RegExp(`${name} ([\\d.]+)`).exec(text)?.[1])));
    });
    return { child, said };
}

/** So many play for so long. */
async function play(port) {
    const number = await run(join(root, 'build/crowd'),
        String(port), '40', '2', 'qwixx', '5', String(SECONDS), 'stalls').said;
    return { p99: number('p99'), lost: number('lost'), moves: number('moves') };
}

/** Resolves to what ends the attack; that, to how many came and what they sent. */
async function attack(port, name) {
    const { child, said } = run(...BENEATH, process.execPath,
        join(root, 'bench/strangers.mjs'), String(port), name);
    const since = Date.now();
    await pause(1000);
    return async () => {
        // On a busy machine they may not get the time to hear it.
        const late = setTimeout(() => child.kill('SIGKILL'), 10000);
        child.stdin.end();
        const number = await said, seconds = (Date.now() - since) / 1000;
        clearTimeout(late);
        return { connections: number('connections') / seconds,
            bytes: number('bytes') / seconds };
    };
}

/** Each on a server and a store of its own, since an address opens only so many
 * tables. */
async function measure(name) {
    const store = mkdtempSync(join(site, 'store-'));
    const server = await start('build', page, ['--store', join(store, 'tables.db')]);
    const end = name ? await attack(server.port, name) : async () => ({});
    const got = { ...await play(server.port), memory: memory(server.pid), ...await end() };

    got.isSound = await stop(server) === 0;
    rmSync(store, { recursive: true });
    return got;
}

const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];

/** Undisturbed and attacked by turns. */
async function compare(name) {
    const calm = [], attacked = [];

    for (let i = 0; i < ROUNDS; i++) {
        calm.push(await measure(''));
        attacked.push(await measure(name));
    }
    const of = (list, key) => median(list.map((got) => got[key]));
    return { calm: of(calm, 'p99'), p99: of(attacked, 'p99'),
        size: of(attacked, 'memory') / of(calm, 'memory'),
        moves: of(attacked, 'moves') / of(calm, 'moves'),
        connections: of(attacked, 'connections'), bytes: of(attacked, 'bytes'),
        isSound: [...calm, ...attacked].every(({ lost, isSound }) =>
            lost === 0 && isSound) };
}

let failed = 0;
await measure(''); // until everything is warm
for (const name of ways.filter((one) => one.includes(process.argv[4] ?? ''))) {
    const { calm, p99, size, moves, connections, bytes, isSound } = await compare(name);
    const good = p99 / calm <= MOST.p99 && size <= MOST.memory && isSound
        && connections > 0; // else no one has attacked
    failed += Number(!good);
    console.log(`${good ? 'ok     ' : 'TOO BAD'} ${name}: p99 ${p99} ms, `
        + `undisturbed ${calm} ms (${(p99 / calm).toFixed(1)} times), memory `
        + `${size.toFixed(1)} times, ${Math.round(100 * moves)} % of the moves, `
        + `${isSound ? 'nothing' : 'SOMETHING'} lost; ${Math.round(connections)} `
        + `connections and ${(bytes / 1e6).toFixed(1)} MB per second`);
}
rmSync(site, { recursive: true });
process.exit(failed ? 1 : 0);
