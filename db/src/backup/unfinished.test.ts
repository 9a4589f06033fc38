import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, TEST_SECRET_KEY, type TestDatabase } from '../testing.ts';
import { runCommand } from '../testing/runCommand.ts';
import { backup } from './backup.ts';

let folder: string;
let source: TestDatabase;
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'dropwire-test-'));
	source = await openTestDatabase();
});
afterEach(async () => {
	await source.close();
	rmSync(folder, { recursive: true });
});

const optionsOf = ({ url }: TestDatabase) => ({ url, dataDir: folder, secretKey: TEST_SECRET_KEY });
const run = (args: string[], stopped?: Parameters<typeof runCommand>[4]) =>
	runCommand('backup', args, { DATABASE_URL: source.url, SECRET_KEY: TEST_SECRET_KEY }, undefined, stopped);

test.runIf(existsSync('/dev/full'))('a full disk is reported with the folder and leaves no file', async () => {
	symlinkSync('/dev/full', join(folder, 'one.gz.part'));
	await expect(backup(optionsOf(source), join(folder, 'one.gz'))).rejects.toThrow(
		`The disk of ${folder} has no space left for the backup. Free some space there, or choose another folder.`,
	);
	expect(readdirSync(folder)).toEqual([]);
});

test.each([
	['SIGINT', 130],
	['SIGTERM', 143],
] as const)('a backup stopped by %s leaves no file', async (signal, code) => {
	// Enough that writing it takes longer than noticing it: random, so that it cannot be compressed.
	const bodies = Array.from({ length: 600 }, () => randomBytes(30_000).toString('base64'));
	const message = { kind: 'TEST' as const, seenAt: 1, queuedAt: 1, expiresAt: 2 };
	await source.knex.batchInsert(
		'messages',
		bodies.map((body) => ({ ...message, body })),
		20,
	);
	const made = await run([join(folder, 'one.gz')], { signal, once: () => existsSync(join(folder, 'one.gz.part')) });
	expect(made).toEqual({
		end: code,
		out: '',
		err: `dropwire: the backup was stopped by ${signal}. Its unfinished file was removed.\n`,
	});
	expect(readdirSync(folder)).toEqual([]);
});

test('a failed backup leaves no file, and no file is replaced', async () => {
	const { file } = await backup(optionsOf(source), join(folder, 'one.gz'));
	await expect(backup(optionsOf(source), file)).rejects.toThrow('already exists');
	const empty = await openTestDatabase({ migrated: false });
	await expect(backup(optionsOf(empty), folder)).rejects.toThrow('The database has no tables yet');
	await empty.close();
	await expect(backup(optionsOf(source), join(folder, 'nowhere', 'x.gz'))).rejects.toThrow('does not exist');
	expect(readdirSync(folder)).toEqual(['one.gz']);
	const { end, err } = await run([]);
	expect([end, err]).toEqual([1, 'dropwire: Name one file or folder: npm run backup -- FILE|FOLDER\n']);
});
