import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { checkMigrated, checkSecretKey, databaseOptions, describeFailure, openAlone, openDatabase } from '@dropwire/db';
import { copyEmbedded, PROCESS_ENV, TEST_SECRET_KEY } from '@dropwire/db/testing';
import { engineOptions, startEngine } from '@dropwire/engine';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from './log.ts';
import { run } from './run.ts';
import { readServerSettings } from './settings.ts';

let folder: string;
let url: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'dropwire-test-'));
	url = `sqlite:${join(folder, 'data.sqlite')}`;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The environment of a process on the folder's embedded database. */
const environment = (env: Record<string, string> = {}) => ({
	DATABASE_URL: url,
	DATA_DIR: folder,
	SECRET_KEY: TEST_SECRET_KEY,
	PORT: '0',
	LOG_LEVEL: 'silent',
	DISCORD_CLIENT_ID: '1',
	DISCORD_CLIENT_SECRET: '2',
	// Nothing listens there.
	DISCORD_URL: 'http://127.0.0.1:9',
	...env,
});

test.each(['bff/dist/main.js', 'packages/engine/dist/main.js', 'bff/src/tokens/botToken.main.ts'])(
	'%s refuses a database that was not migrated, in one line that says what to run',
	async (file) => {
		const child = spawn(process.execPath, [join(import.meta.dirname, '../..', file)], {
			cwd: folder,
			env: { ...PROCESS_ENV, ...environment() },
			// A process that starts nevertheless ends with the test.
			timeout: 80_000,
		});
		const ended = new Promise((resolve) => child.once('close', resolve));
		const [code, err] = await Promise.all([ended, text(child.stderr)]);
		expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^dropwire: .*Run: npm run migrate\n$/) });
	},
);

/** What a server with these settings prints instead of starting. */
const startError = (env?: Record<string, string>) =>
	run(readServerSettings(environment(env)), checkMigrated).then(({ stop }) => stop(), describeFailure);

test.each([
	['999.1.1.1', /getaddrinfo \w+/],
	// Reserved for documentation (RFC 5737), so no machine has it.
	['192.0.2.1', /listen \w+/],
])('the server refuses HOST=%s, which is no address of this machine, in one line', async (HOST, reason) => {
	await copyEmbedded(join(folder, 'data.sqlite'));
	const message = await startError({ HOST });
	expect(message).toMatch(/^Invalid configuration: HOST must be an address of this machine.* is not \(.*\)$/);
	expect(message).toMatch(reason);
});

test('a database server that cannot be reached is reported in one line', async () => {
	expect(await startError({ DATABASE_URL: 'mysql://root@127.0.0.1:1/none' })).toMatch(
		/^DATABASE_URL: the database server cannot be reached \(connect ECONNREFUSED 127\.0\.0\.1:1\).*$/,
	);
});

test('a DATA_DIR that cannot be a folder is refused in one line', async () => {
	await copyEmbedded(join(folder, 'data.sqlite'));
	expect(await startError({ DATA_DIR: join(folder, 'data.sqlite', 'data') })).toMatch(
		/^Invalid configuration: DATA_DIR must be a folder .* \(ENOTDIR\)$/,
	);
});

test('a server and an engine refuse a SECRET_KEY that did not encrypt the data, in one line', async () => {
	await copyEmbedded(join(folder, 'data.sqlite'));
	const db = openDatabase({ url, dataDir: folder, secretKey: TEST_SECRET_KEY });
	const sealed = db.vault.seal('https://discord.com/api/webhooks/400000000000000011/token', 'webhook');
	await db.knex('webhooks').insert({ discordId: '400000000000000011', urlSealed: sealed, urlHash: 'x', createdAt: 1 });
	await checkSecretKey(db);
	await db.close();
	const SECRET_KEY = 'another key of more than 32 characters, too';
	expect(await startError({ SECRET_KEY, ENGINE: 'off' })).toMatch(/^SECRET_KEY is not the one.*$/);
	const settings = readServerSettings(environment({ SECRET_KEY }));
	const other = await openAlone(databaseOptions(settings), 'engine');
	const options = { db: other, log: createLog('silent'), ...(await engineOptions(settings)) };
	await expect(startEngine(options)).rejects.toThrow(/^SECRET_KEY is not the one.*$/);
	await other.close();
});
