import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyEmbedded, PROCESS_ENV, TEST_SECRET_KEY } from '@dropwire/db/testing';
import { kill } from '@dropwire/engine/testing';
import { SANDBOX_APP, SANDBOX_USERS } from '@dropwire/sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const SERVER = 'bff/dist/main.js';
const ENGINE = 'packages/engine/dist/main.js';
const MIGRATION = 'db/src/migrate.main.ts';
const ROTATION = 'bff/src/secretKey/rotate.main.ts';
const BOT_TOKEN = 'bff/src/tokens/botToken.main.ts';
/** What a process prints once it runs. */
const RUNS = /listening on|the engine runs/;

let folder: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'dropwire-test-'));
	await copyEmbedded(join(folder, 'data.sqlite'));
});
afterEach(async () => {
	await Promise.all(children.splice(0).map(kill));
	rmSync(folder, { recursive: true, force: true });
});

/** A real process on the folder's embedded database. */
function run(file: string, env: Record<string, string> = {}) {
	const child = spawn(process.execPath, [join(ROOT, file)], {
		cwd: folder,
		env: {
			...PROCESS_ENV,
			DATABASE_URL: `sqlite:${join(folder, 'data.sqlite')}`,
			DATA_DIR: folder,
			SECRET_KEY: TEST_SECRET_KEY,
			PORT: '0',
			DISCORD_CLIENT_ID: SANDBOX_APP.clientId,
			DISCORD_CLIENT_SECRET: SANDBOX_APP.clientSecret,
			// No server listens there: nothing is watched, so nothing is called.
			DISCORD_URL: 'http://127.0.0.1:9',
			ADMIN_DISCORD_IDS: SANDBOX_USERS.ada.id,
			...env,
		},
	});
	children.push(child);
	const printed = { out: '', err: '' };
	const end = new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
		child.once('close', (code) => resolve({ code, ...printed }));
	});
	const started = new Promise<void>((resolve, reject) => {
		child.stdout.on('data', (chunk: Buffer) => {
			printed.out += String(chunk);
			if (RUNS.test(printed.out)) resolve();
		});
		child.stderr.on('data', (chunk: Buffer) => {
			printed.err += String(chunk);
		});
		void end.then(({ err }) => reject(new Error(`It ended: ${err}`)));
	});
	// Tests of a refused start await only `end`, which has the error: without this, `started` would be an unhandled rejection.
	started.catch(() => undefined);
	return { child, end, started };
}

const refusedBecauseOf = (kind: string, { child }: { child: ChildProcess }) => ({
	code: 1,
	out: '',
	err:
		`dropwire: ${join(folder, 'data.sqlite')} is already used by another Dropwire process (${kind}, pid ${child.pid}). ` +
		'SQLite takes one process; use MySQL for several.\n',
});

test('while a server uses an SQLite file, an engine and a migration are refused in one line', async () => {
	const keys = { SECRET_KEY_PREVIOUS: 'the key of before, of more than 32 characters' };
	const server = run(SERVER, { ...keys, ADMIN_DISCORD_IDS: '' });
	await server.started;
	const refused = await Promise.all([ENGINE, MIGRATION].map((file) => run(file).end));
	expect(refused).toEqual([refusedBecauseOf('server', server), refusedBecauseOf('server', server)]);
	// A bot token can be made, and the secret key changed, while the server runs.
	expect(await run(BOT_TOKEN).end).toMatchObject({ code: 0, out: expect.stringMatching(/^BFF_TOKEN=/), err: '' });
	expect(await run(ROTATION, keys).end).toMatchObject({ code: 0, err: '' });
	await kill(server.child);
	// No user can use its console.
	expect((await server.end).out).toMatch(/"level":40,.*ADMIN_DISCORD_IDS is empty/);
	expect(await run(MIGRATION).end).toMatchObject({ code: 0, err: '' });
});

test('while an engine uses an SQLite file, a server is refused, and it starts once the engine was killed', async () => {
	const engine = run(ENGINE);
	await engine.started;
	expect(await run(SERVER).end).toEqual(refusedBecauseOf('engine', engine));
	await kill(engine.child);
	const server = run(SERVER);
	await server.started;
	await kill(server.child);
	expect((await server.end).out).not.toContain('ADMIN_DISCORD_IDS');
});

test('one of two servers that start at once is rejected', async () => {
	const both = [run(SERVER), run(ENGINE)];
	const outcomes = await Promise.allSettled(both.map(({ started }) => started));
	expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
	const refused = both[outcomes.findIndex(({ status }) => status === 'rejected')];
	expect(await refused?.end).toMatchObject({ code: 1, err: expect.stringMatching(/^dropwire: .* is already used/) });
});
