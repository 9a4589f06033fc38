import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../migrate.ts';
import { onServer, TEST_SECRET_KEY } from '../testing.ts';
import { describeFailure, UncertainCommitError } from './errors.ts';
import { type Database, openDatabase } from './open.ts';

let folder: string;
let db: Database;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'dropwire-test-'));
});
afterEach(async () => {
	await db.close();
	rmSync(folder, { recursive: true });
});

const open = (url?: string) => {
	db = openDatabase({ url, dataDir: folder, secretKey: TEST_SECRET_KEY });
	return db;
};

test('a full disk is reported in one line without SQL', async () => {
	// The error of a full disk (sqlite.org/pragma.html#pragma_max_page_count).
	await open().knex.raw('pragma max_page_count = 20');
	const failure: unknown = await migrate(db).catch((error: unknown) => error);
	expect(describeFailure(failure)).toBe('The disk that holds the database is full. Free some space and start again.');
});

test('a commit that fails on a full disk is reported as the full disk', () => {
	const cause = Object.assign(new Error('SQLITE_FULL: database or disk is full'), { code: 'SQLITE_FULL' });
	const failure = new UncertainCommitError('The database went away during a commit', { cause });
	expect(describeFailure(failure)).toBe('The disk that holds the database is full. Free some space and start again.');
});

test('a file that is not a database is reported as such', async () => {
	writeFileSync(join(folder, 'dropwire.sqlite'), 'not a database at all, although it is long enough'.repeat(20));
	const failure: unknown = await migrate(open()).catch((error: unknown) => error);
	expect(describeFailure(failure)).toBe('The database file is not an SQLite database.');
});

test('any other error of a statement is reported without the statement', async () => {
	const failure: unknown = await open()
		.knex('nowhere')
		.select()
		.catch((error: unknown) => error);
	expect(describeFailure(failure)).toBe('no such table: nowhere');
});

const failureAt = async (url: string) => describeFailure(await migrate(open(url)).catch((error: unknown) => error));

test.each([
	['mysql://root@127.0.0.1:1/test', / \(connect ECONNREFUSED 127\.0\.0\.1:1\)/],
	['mysql://root@[::1]:1/test', / \(connect \w+ ::1:1/],
	['mysql://root@nowhere.invalid/test', / \(getaddrinfo \w+ nowhere\.invalid\)/],
])('%s: the failure to connect names the setting and what to check', async (url, reason) => {
	const failure = await failureAt(url);
	expect(failure).toMatch(
		/^DATABASE_URL: the database server cannot be reached .* Check the host and the port, and that the server runs\.$/,
	);
	expect(failure).toMatch(reason);
});

test.runIf(onServer)('a database server that refuses names the setting and what to check', async () => {
	const server = new URL(process.env['DATABASE_URL'] as string);
	server.pathname = '/dropwire-missing';
	expect(await failureAt(server.href)).toBe(
		"DATABASE_URL: Unknown database 'dropwire-missing'. Create it, or correct the name.",
	);
	await db.close();
	server.username = 'nobody';
	server.password = 'hidden';
	expect(await failureAt(server.href)).toMatch(
		/^DATABASE_URL: Access denied for user 'nobody'@((?!hidden).)* Check the user and the password\.$/,
	);
});
