import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '@dropwire/domain/settings';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeFailure } from '../connection/errors.ts';
import { openDatabase } from '../connection/open.ts';
import { checkSecretKey, WEBHOOK_SEALED_AS } from '../checkSecretKey.ts';
import { createVault } from '../secrets/vault.ts';
import { databaseSettings, existingDatabaseOptions } from '../settings.ts';
import { openTestDatabase, TEST_SECRET_KEY, type TestDatabase } from '../testing.ts';
import { runCommand } from '../testing/runCommand.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

const OTHER_KEY = 'another key, of more than thirty-two characters';

let folder: string;
let source: TestDatabase;
let target: TestDatabase;
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'dropwire-test-'));
	[source, target] = await Promise.all([openTestDatabase(), openTestDatabase({ migrated: false })]);
});
afterEach(async () => {
	await Promise.all([source.close(), target.close()]);
	rmSync(folder, { recursive: true });
});

interface Keys {
	SECRET_KEY?: string;
	SECRET_KEY_PREVIOUS?: string;
}
const ORIGINAL: Keys = { SECRET_KEY: TEST_SECRET_KEY };
const OTHER: Keys = { SECRET_KEY: OTHER_KEY };
const BOTH: Keys = { SECRET_KEY: OTHER_KEY, SECRET_KEY_PREVIOUS: TEST_SECRET_KEY };
const BOTH_THE_OTHER_WAY: Keys = { SECRET_KEY: TEST_SECRET_KEY, SECRET_KEY_PREVIOUS: OTHER_KEY };
const NONE: Keys = {};

/** The environment of a process with these keys only, and with an empty folder for a generated key. */
const environment = (of: TestDatabase, keys: Keys) => ({
	DATABASE_URL: of.url,
	DATA_DIR: join(folder, 'data'),
	SECRET_KEY: undefined,
	SECRET_KEY_PREVIOUS: undefined,
	...keys,
});
const optionsOf = (of: TestDatabase, keys: Keys) =>
	existingDatabaseOptions(readSettings(databaseSettings, environment(of, keys)));
const run = (name: 'backup' | 'restore', of: TestDatabase, keys: Keys, args: string[]) =>
	runCommand(name, args, environment(of, keys));
const archive = (name: string) => join(folder, name);

async function addWebhook(n: number, key = TEST_SECRET_KEY) {
	const urlSealed = createVault(key).seal(`https://discord.com/api/webhooks/${n}/token`, WEBHOOK_SEALED_AS);
	await source.knex('webhooks').insert({ discordId: `${n}`, urlHash: `${n}`, urlSealed, createdAt: n });
}

/** Restores the archive, and checks that a server with the same keys would start. */
async function restored(name: string, keys: Keys) {
	try {
		await restore(optionsOf(target, keys), archive(name), { force: true });
	} catch (error) {
		return describeFailure(error);
	}
	const db = openDatabase(optionsOf(target, keys));
	try {
		await checkSecretKey(db);
	} finally {
		await db.close();
	}
	return 'restored';
}

test('a backup requires the SECRET_KEY of the data', async () => {
	await addWebhook(1);
	await expect(backup(optionsOf(source, OTHER), archive('one.gz'))).rejects.toThrow(
		/^SECRET_KEY is not the one that the saved webhooks were encrypted with\..*$/,
	);
	const notSet = { end: 1, out: '', err: expect.stringMatching(/^dropwire: SECRET_KEY is not set.*\n$/) };
	expect(await run('backup', source, NONE, [archive('one.gz')])).toEqual(notSet);
	expect(readdirSync(folder)).toEqual([]);
	expect((await run('backup', source, ORIGINAL, [archive('one.gz')])).out).toMatch(/only with the SECRET_KEY of now/);
	expect(await run('restore', target, NONE, [archive('one.gz')])).toEqual(notSet);
	expect(readdirSync(folder)).toEqual(['one.gz']);
	expect(await restored('one.gz', OTHER)).toMatch(/was made with another SECRET_KEY/);
	expect(await restored('one.gz', ORIGINAL)).toBe('restored');
});

test('a backup made during a key rotation requires both keys', async () => {
	await addWebhook(1);
	const during = await run('backup', source, BOTH, [archive('during.gz')]);
	expect(during).toMatchObject({ end: 0, err: '' });
	expect(during.out).toMatch(/only with both the SECRET_KEY and the SECRET_KEY_PREVIOUS of now/);
	for (const keys of [ORIGINAL, OTHER]) {
		expect(await restored('during.gz', keys)).toMatch(/^.* needs two keys.*SECRET_KEY_PREVIOUS.*$/);
	}
	for (const keys of [BOTH, BOTH_THE_OTHER_WAY]) expect(await restored('during.gz', keys)).toBe('restored');

	await source.knex('webhooks').delete();
	await addWebhook(1, OTHER_KEY);
	await backup(optionsOf(source, BOTH), archive('after.gz'));
	expect(await restored('after.gz', OTHER)).toBe('restored');
});

test('a backup without webhooks is restored with any SECRET_KEY', async () => {
	expect((await run('backup', source, ORIGINAL, [archive('one.gz')])).out).toMatch(/with any SECRET_KEY/);
	expect(await restored('one.gz', OTHER)).toBe('restored');
});
