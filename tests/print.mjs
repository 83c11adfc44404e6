/* The module of the page makes the same pages as the command, byte for byte;
 * and the PDF that the command makes of them keeps its promises. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Paper } from '../web/print/paper.js';

const B = process.env.B ?? 'build';
const folder = mkdtempSync(join(tmpdir(), 'parlour-print-'));
after(() => rmSync(folder, { recursive: true }));

/** @param {string} program @param {string[]} rest */
const run = (program, ...rest) => execFileSync(program, rest,
    { encoding: 'utf8', maxBuffer: 1 << 26 });
const GAMES = run(`${B}/parlour`, 'games', '--lang', 'en').split('\n')
    .flatMap((line) => line.match(/^([a-z0-9-]+) {2}/)?.[1] ?? []);
const module = new WebAssembly.Module(readFileSync(`${B}/wasm/paper.wasm`));

test('the module imports nothing', () => {
    assert.deepEqual(WebAssembly.Module.imports(module), []);
    assert.equal(GAMES.length, 8);
});

/** A record without a step. @param {string} game */
function begun(game) {
    const example = readFileSync(`examples/${game}.record`, 'utf8');
    const layout = example.match(/^layout .*$/m)?.[0];
    const most = run(`${B}/parlour`, 'games', '--lang', 'en').split('\n')
        .find((line) => line.startsWith(`${game} `))?.match(/ \d+-(\d+) /)?.[1];

    return `parlour 1\ngame ${game}\n${layout}\nseats ${most}\nfirst 0\n`;
}

for (const language of ['en', 'de', 'fi'])
    test(`the page prints what the command prints: ${language}`, async () => {
        const { exports } = await WebAssembly.instantiate(module, {});
        const paper = new Paper(exports);

        paper.learn(language, ['words', 'howto'].map((part) => JSON.parse(
            readFileSync(`${B}/web/words/${language}.${part}.json`, 'utf8'))));
        for (const game of GAMES)
            for (const [size, ink] of /** @type {['a4' | 'letter', boolean][]} */ (
                [['a4', false], ['letter', true]])) {
                const record = begun(game);
                assert.equal(paper.print({ record, example: record, names: [],
                    paper: size, what: ['pads', 'parts', 'rules'], ink })
                    .join('\f'), run(`${B}/tests/test_paper`, game, language,
                    size, ink ? 'ink' : 'colour'), `${game} ${size}`);
            }
    });

/** @param {string[]} how */
function pdf(...how) {
    const path = join(folder, `${how.join('_').replaceAll('/', '_')}.pdf`);

    run(`${B}/parlour`, 'print', ...how, '--output', path);
    return path;
}

const SIZES = { a4: [595.276, 841.89], letter: [612, 792] };
const FACES = ['Figtree-Bold', 'Figtree-Regular', 'Fraunces-Black'];

/** Pages with something nearer than 8 mm to the edge, as they are seen.
 * @param {string} path */
function marginsOf(path) {
    const bytes = execFileSync('pdftoppm', ['-r', '50.8', '-gray', path],
        { maxBuffer: 1 << 28 });
    const found = [];
    let pages = 0;

    for (let at = 0; at < bytes.length; pages++) {
        const head = bytes.toString('latin1', at, at + 40)
            .match(/^P5\s(\d+)\s(\d+)\s255\s/);
        assert.ok(head);
        const [w, h] = [Number(head[1]), Number(head[2])], edge = 16;
        const data = bytes.subarray(at + head[0].length,
            at += head[0].length + w * h);

        if (data.some((grey, i) => grey < 250 && (i % w < edge ||
            i % w >= w - edge || i < edge * w || i >= (h - edge) * w)))
            found.push(pages + 1);
    }
    assert.ok(pages >= 3);
    return found;
}

test('copies are of sheets: others refuse them', () => {
    for (const what of ['numeri', 'one-to-9', 'tests/records/qwixx-2.record'])
        assert.throws(() => execFileSync(`${B}/parlour`, ['print', what,
            '--copies', '2', '--output', join(folder, 'none.pdf'), '--lang',
            'en'], { encoding: 'utf8', stdio: 'pipe' }),
        (/** @type {any} */ error) => error.status === 2 &&
            error.stderr.includes('has no empty sheets'));
    assert.match(run('pdfinfo', pdf('bingo', '--copies', '200')),
        /Pages: +102\n/);
});

for (const game of GAMES)
    test(`the PDF of ${game}`, () => {
        const size = game < 'p' ? 'a4' : 'letter';
        const path = pdf(game, '--paper', size, '--lang', 'de');
        const bytes = readFileSync(path);
        assert.deepEqual(readFileSync(pdf(game, '--paper', size, '--lang',
            'de')), bytes, 'the same input, the same bytes');

        const boxes = [...run('pdfinfo', '-f', '1', '-l', '99', '-box', path)
            .matchAll(/(Media|Crop|Trim)Box: +0.00 +0.00 +([\d.]+) +([\d.]+)/g)];
        assert.ok(boxes.length >= 6);
        for (const [, , ...sides] of boxes)
            assert.deepEqual(sides.map(Number).sort((a, b) => a - b).map(
                (side) => Math.round(side)), SIZES[size].map(Math.round));

        const fonts = run('pdffonts', path).split('\n').slice(2)
            .filter(Boolean);
        for (const line of fonts) {
            assert.ok(FACES.includes(line.match(/\+([\w-]+)/)?.[1] ?? ''), line);
            assert.match(line, / yes yes yes /, 'embedded, a subset, searchable');
        }
        assert.deepEqual(marginsOf(path), [], 'nothing near the edge');
        const text = run('pdftotext', path, '-');
        for (const word of ['Ziel', 'Punkte'])
            assert.ok(text.includes(word), word);
    });

test('a sheet of one’s own, and a game that was played', () => {
    const sheet = run(`${B}/parlour`, 'sheet', 'qwixx', '--seed', '3');
    const file = join(folder, 'own.sheet');

    execFileSync('tee', [file], { input: sheet, stdio: 'pipe' });
    assert.notDeepEqual(readFileSync(pdf('qwixx', '--sheet', file)),
        readFileSync(pdf('qwixx')));
    const played = run('pdftotext', pdf('tests/records/qwixx-2.record'), '-');
    assert.match(played, /Ann: \d+ points/);
});
