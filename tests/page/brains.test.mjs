/* A brain from a file: bots think with it, and what is none gets a sentence. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Engine } from '../../web/engine/engine.js';
import { checkAxe, checkFit } from './barriers.mjs';
import { start, visit } from './help.mjs';
import { build } from './serve.mjs';

const TRAIN = `${build}train`;

/** A brain that was hardly taught. @param {string} game */
function train(game) {
    const folder = mkdtempSync(join(tmpdir(), 'parlour-brain-'));
    const file = join(folder, 'my.brain');

    execFileSync(TRAIN, [game, '--games', '50', '--output', file],
        { stdio: 'ignore' });
    const bytes = readFileSync(file);
    rmSync(folder, { recursive: true });
    return bytes;
}

const brain = train('qwixx');

/** Its digits changed, cut or of something else. */
const WRONG = {
    'brain.not_one': Buffer.from('no brain at all'),
    'brain.damaged': Buffer.from(brain.map((byte, i) =>
        (i === 2000 ? byte ^ 1 : byte))),
};

test('the engine takes a brain, and refuses what is none of its game', async () => {
    const { instance } = await WebAssembly.instantiate(
        readFileSync(`${build}wasm/parlour.wasm`), {});
    const engine = new Engine(/** @type {any} */ (instance.exports));

    for (const [why, bytes] of Object.entries(WRONG))
        assert.equal(engine.readBrain('qwixx', bytes), why);
    assert.equal(engine.readBrain('qwixx', brain.subarray(0, 3000)),
        'brain.damaged');
    assert.equal(engine.readBrain('numeri', brain), 'brain.other_game');
    assert.equal(engine.readBrain('qwixx', brain), '');
    assert.equal(engine.readBrain('qwixx', new Uint8Array(0)), '');
});

test('a person opens one and plays against it', async () => {
    const at = await start();
    const { page, context, errors } = await visit(at);
    const open = (/** @type {string} */ name, /** @type {Buffer} */ buffer) =>
        page.setInputFiles('#brain-file', { name,
            mimeType: 'application/octet-stream', buffer });

    await page.goto(`${at.server.url}#/new/qwixx`);
    await page.click('summary:has-text("brain")');
    await open('a.brain', WRONG['brain.not_one']);
    await page.waitForSelector('.said:has-text("a.brain")');
    await open('large.brain', Buffer.alloc(100_000));
    await page.waitForSelector('.said:has-text("large.brain")');
    await checkFit(page, 'a brain');
    await checkAxe(page, 'a brain');
    await open('my.brain', brain);
    await page.waitForSelector('.brain:has-text("my.brain")');
    assert.equal(await page.innerText('details .said'), '');
    await page.click('button[type=submit]');
    await page.waitForSelector('.play[data-phase]');
    const kept = await page.evaluate(() => Object.keys(localStorage)
        .filter((key) => key.includes('own-brain')).length);
    assert.equal(kept, 1);
    await page.waitForSelector('.play[data-phase="choose"], ' +
        '.play[data-phase="throw"]');
    await page.goto(`${at.server.url}#/new/qwixx`);
    await page.reload();
    await page.click('[data-forget-brain]');
    await page.waitForSelector('label[for=brain-file]');
    assert.deepEqual(errors, []);
    await context.close();
    await at.stop();
});
