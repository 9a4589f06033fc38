import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { checkSecretKey, openDatabase } from '@dropwire/db';
import { copyEmbedded, PROCESS_ENV, TEST_SECRET_KEY } from '@dropwire/db/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
let url: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'dropwire-test-'));
	url = `sqlite:${join(folder, 'data.sqlite')}`;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a process that is expected to end at once. */
async function start(file: string, env: Record<string, string> = {}) {
	const child = spawn(process.execPath, [join(import.meta.dirname, '../..', file)], {
		cwd: folder,
		env: {
			...PROCESS_ENV,
			DATABASE_URL: url,
			DATA_DIR: folder,
			SECRET_KEY: TEST_SECRET_KEY,
			PORT: '0',
			DISCORD_CLIENT_ID: '1',
			DISCORD_CLIENT_SECRET: '2',
			// Nothing listens there.
			DISCORD_URL: 'http://127.0.0.1:9',
			...env,
		},
		// A process that starts nevertheless ends with the test.
		timeout: 80_000,
	});
	const ended = new Promise((resolve) => child.once('close', resolve));
	const [code, err] = await Promise.all([ended, text(child.stderr)]);
	return { code, err };
}

const FILES = ['bff/src/main.ts', 'packages/engine/src/main.ts'];

test.each([...FILES, 'bff/src/tokens/botToken.main.ts'])(
	'%s refuses a database that was not migrated, in one line that says what to run',
	async (file) => {
		expect(await start(file)).toEqual({ code: 1, err: expect.stringMatching(/^dropwire: .*Run: npm run migrate\n$/) });
	},
);

test.each([
	['999.1.1.1', /getaddrinfo \w+/],
	// Reserved for documentation (RFC 5737), so no machine has it.
	['192.0.2.1', /listen \w+/],
])('the server refuses HOST=%s, which is no address of this machine, in one line', async (HOST, reason) => {
	await copyEmbedded(join(folder, 'data.sqlite'));
	const { code, err } = await start('bff/src/main.ts', { HOST });
	expect(code).toBe(1);
	expect(err).toMatch(/^dropwire: Invalid configuration: HOST must be an address of this machine.* is not \(.*\)\n$/);
	expect(err).toMatch(reason);
});

test.each(FILES)('%s refuses a DATA_DIR that cannot be a folder, in one line', async (file) => {
	await copyEmbedded(join(folder, 'data.sqlite'));
	const DATA_DIR = join(folder, 'data.sqlite', 'data');
	expect(await start(file, { DATA_DIR })).toEqual({
		code: 1,
		err: expect.stringMatching(/^dropwire: Invalid configuration: DATA_DIR must be a folder .* \(ENOTDIR\)\n$/),
	});
});

test.each(FILES)('%s refuses a SECRET_KEY that did not encrypt the data, in one line', async (file) => {
	await copyEmbedded(join(folder, 'data.sqlite'));
	const db = openDatabase({ url, dataDir: folder, secretKey: TEST_SECRET_KEY });
	const sealed = db.vault.seal('https://discord.com/api/webhooks/400000000000000011/token', 'webhook');
	await db.knex('webhooks').insert({ discordId: '400000000000000011', urlSealed: sealed, urlHash: 'x', createdAt: 1 });
	await checkSecretKey(db);
	await db.close();
	expect(await start(file, { SECRET_KEY: 'another key of more than 32 characters, too' })).toEqual({
		code: 1,
		err: expect.stringMatching(/^dropwire: SECRET_KEY is not the one.*\n$/),
	});
});
