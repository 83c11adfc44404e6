/* parlour admin and a real server, and what hosts do with them: the chapters on
 * restoring, upgrading and rolling back in docs/server.md. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync }
    from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { builds, env, Peer, root, start, stop, until, within } from './server.mjs';

const HEX = '00112233445566778899aabbccddeeff';
const OTHER = '127.0.0.2';
const site = mkdtempSync(join(tmpdir(), 'parlour-admin-'));
writeFileSync(join(site, 'index.html'), '<!DOCTYPE html><title>A page</title>');
after(() => rmSync(site, { recursive: true }));

async function guest(port, how) {
    const peer = await Peer.connect(port, how);
    assert.equal(peer.status, '101');
    await peer.hear('parlour');
    return peer;
}

function run(build, ...words) {
    return new Promise((resolve) => {
        execFile(join(root, build, 'parlour'), words, { env, cwd: site },
            (error, out, said) => resolve({ code: error?.code ?? 0, out, said }));
    });
}

for (const build of builds)
    describe(build, () => operator(build));

function operator(build) {
    const store = join(site, `${build.replaceAll('/', '-')}.db`);
    const backup = `${store}.backup`;
    const admin = (...words) => run(build, 'admin', '--store', store, ...words);
    let server, port, ann, table, secret;

    before(async () => {
        ({ port } = server = await start(build, site, ['--store', store]));
        ann = await guest(port);
        ({ table, secret } = await ann.ask({ do: 'open', game: 'qwixx',
            seats: 2, name: 'Ann', chat: true }));
    });
    after(() => stop(server));

    test('the socket is for its user alone, and no one answers elsewhere',
        async () => {
            assert.equal(statSync(`${store}-admin`).mode & 0o777, 0o600);
            const nobody = await run(build, 'admin', '--store', `${store}x`, 'list');
            assert.equal(nobody.code, 1);
            assert.match(nobody.said, /no server answers/);
            assert.match((await admin('dance')).said, /unknown command 'dance'/);
            assert.equal((await run(build, 'admin', 'list')).code, 2);
        });

    test('tables are listed and shown, without a secret or an address',
        async () => {
            const list = await admin('list');
            assert.match(list.out, new RegExp(`^${table}\tqwixx\twaiting\t1/2\t0`, 'm'));
            const { out } = await admin('show', table);
            assert.match(out, /^1\tAnn\tonline\thost$/m);
            assert.doesNotMatch(out + list.out, new RegExp(`127\\.|${secret}`));
            assert.equal((await admin('show', 'nowhere')).code, 1);
        });

    test('everyone sees what the operator says, also who comes later',
        async () => {
            assert.equal((await admin('say', 'Back at nine')).code, 0);
            assert.deepEqual((await ann.hear('house')).house,
                { text: 'Back at nine' });
            const late = await guest(port);
            assert.equal((await late.hear('house')).house.text, 'Back at nine');
            late.socket.destroy();
            assert.match((await admin('say', 'x'.repeat(201))).said, /too long/);
            // What is no text would cut off every browser.
            assert.match((await admin('say', 'x\u0007')).said, /not valid UTF-8/);
            await admin('say');
            assert.equal((await ann.hear('house')).house.text, '');
        });

    test('a muted address does not write, a banned one does not come in',
        async () => {
            const loud = await guest(port, { from: OTHER });
            await loud.ask({ do: 'watch', table });
            assert.equal((await loud.ask({ do: 'sit', name: 'Loud' })).ok, 'sit');
            assert.equal((await loud.ask({ do: 'chat', text: 'a' })).ok, 'chat');
            assert.equal((await admin('mute', `${table}:2`, '5')).code, 0);
            assert.equal((await loud.ask({ do: 'chat', text: 'b' })).why.id,
                'table.house_muted');
            assert.equal((await ann.ask({ do: 'chat', text: 'c' })).ok, 'chat');
            assert.equal((await admin('mute', OTHER, '0')).code, 0);
            assert.equal((await loud.ask({ do: 'chat', text: 'd' })).ok, 'chat');
            assert.equal((await loud.ask({ do: 'leave' })).ok, 'leave');
            assert.equal((await admin('ban', OTHER, '5')).code, 0);
            await loud.closed();
            assert.equal((await Peer.connect(port, { from: OTHER })).status, '403');
            await guest(port);
            assert.equal((await admin('ban', OTHER, '0')).code, 0);
            await guest(port, { from: OTHER });
            assert.match((await admin('ban', 'somewhere', '5')).said, /neither/);
        });

    test('one table comes back from a backup, and its people stay', async () => {
        await ann.ask({ do: 'nonce', nonce: HEX });
        await ann.ask({ do: 'bot', seat: 1, bot: 'random' });
        assert.equal((await run(build, 'backup', store, backup)).code, 0);
        const { table: other } = await ann.ask({ do: 'open', game: 'qwixx',
            seats: 2, name: 'Ann' });
        await ann.ask({ do: 'hello', table, secret });
        assert.equal((await ann.ask({ do: 'start' })).ok, 'start');
        assert.equal((await admin('restore', table, basename(backup))).code, 0);
        assert.ok(!existsSync(`${store}-lent`));
        await within('the table waits again', 20, (async () => {
            while ((await ann.hear('table')).table.phase !== 'open')
                ;
        })());
        assert.equal((await ann.ask({ do: 'start' })).ok, 'start');
        assert.match((await admin('restore', other, backup)).said,
            /has no table/);
        assert.match((await admin('restore', table, 'nothing.db')).said,
            /cannot open the file 'nothing\.db'/);
        assert.match((await admin('restore', table, 'index.html')).said,
            /'index\.html' is not a data file/);
        assert.equal((await admin('close', table)).code, 0);
        assert.equal((await ann.hear('end')).end, 'table.closed');
        assert.equal((await ann.ask({ do: 'hello', table, secret })).why.id,
            'table.gone');
        assert.equal((await admin('restore', table, backup)).code, 0);
        assert.equal((await ann.ask({ do: 'hello', table, secret })).ok, 'hello');
    });

    test('a backup is whole, or it is not there', async () => {
        const copy = `${store}.copy`;
        const missing = await run(build, 'backup', 'missing.db', copy);
        assert.equal(missing.code, 1);
        assert.match(missing.said, /cannot read the file 'missing\.db'/);
        assert.ok(!existsSync(copy) && !existsSync(join(site, 'missing.db')));
        const foreign = await run(build, 'backup', 'index.html', copy);
        assert.equal(foreign.code, 1);
        assert.match(foreign.said, /'index\.html' is not a data file/);
        assert.ok(!existsSync(copy));
        const { status, stderr } = spawnSync('sh', ['-c',
            'trap "" XFSZ; exec prlimit --fsize=8192 "$@"', 'sh',
            join(root, build, 'parlour'), 'backup', store, copy], { env, encoding: 'utf8' });
        assert.equal(status, 1); // the disk is full
        assert.match(stderr, /cannot write/);
        assert.ok(!existsSync(copy));
        assert.equal((await run(build, 'backup', store, copy)).code, 0);
        const again = await run(build, 'backup', store, copy);
        assert.equal(again.code, 1);
        assert.match(again.said, /already/);
    });

    test('the house closes calmly', async () => {
        assert.match((await admin('drain', '7')).out, /No new tables/);
        assert.equal((await ann.hear('house')).house.minutes, 7);
        const open = { do: 'open', game: 'qwixx', seats: 2, name: 'Ann' };
        assert.equal((await ann.ask(open)).why.id, 'table.house_closing');
        assert.equal((await fetch(`http://127.0.0.1:${port}/readyz`)).status, 503);
        assert.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200);
        await admin('drain', 'off');
        assert.equal((await ann.hear('house')).house.minutes, undefined);
        assert.equal((await fetch(`http://127.0.0.1:${port}/readyz`)).status, 200);
        assert.match((await admin('drain', 'soon')).said, /minutes/);

        assert.equal((await ann.ask({ do: 'start' })).ok, 'start');
        assert.match((await admin('stop')).out, /1 person is playing/);
        const ended = once(server.child, 'close');
        await new Promise((resolve) => { setTimeout(resolve, 2500); });
        assert.equal(server.child.exitCode, null);
        ann.socket.destroy();
        await within('it stops when no one plays', 20, ended);
        assert.equal(server.child.exitCode, 0);
        assert.ok(!existsSync(`${store}-admin`));
    });

    test('a backup in the place of the store', async () => {
        copyFileSync(backup, store);
        ({ port } = server = await start(build, site, ['--store', store]));
        ann = await guest(port);
        assert.equal((await ann.ask({ do: 'hello', table, secret })).ok, 'hello');
        assert.equal((await ann.hear('table')).table.phase, 'open');
    });

    test('what is old is deleted, and said; where most is, nothing is', async () => {
        const aged = join(site, `${build.replaceAll('/', '-')}-aged.db`);
        const makeOld = (tables) => assert.equal(spawnSync('python3', ['-c',
            `import sqlite3; db = sqlite3.connect("${aged}"); db.execute("""UPDATE tables SET
            touched = CASE WHEN id IN (SELECT id FROM tables ORDER BY id LIMIT ${tables})
            THEN 0 ELSE strftime('%s', 'now') * 1000 END"""); db.commit()`]).status, 0);
        const first = await start(build, site, ['--store', aged]);
        const peer = await guest(first.port);
        for (let i = 0; i < 3; i++)
            await peer.ask({ do: 'open', game: 'qwixx', seats: 2, name: 'Ann' });
        assert.equal(await stop(first), 0);
        const said = async (sentence) => {
            const quick = await start(build, site, ['--store', aged, '--impatience', '3600']);
            await until(String(sentence), 30, () => sentence.test(quick.journal));
            assert.equal(await stop(quick), 0);
            return quick.journal;
        };
        makeOld(3);
        assert.doesNotMatch(await said(/look too old \(3\)/), /deleted because/);
        makeOld(1);
        await said(/deleted because no one had visited them for a long time: 1\n/);
        const last = await start(build, site, ['--store', aged]);
        assert.equal(await stop(last), 0);
        assert.match(last.journal, /tables restored from the data file: 2\n/);
    });
}
