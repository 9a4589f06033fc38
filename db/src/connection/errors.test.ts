import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { migrate } from '../migrate.ts';
import { onServer, TEST_SECRET_KEY } from '../testing.ts';
import { describeFailure, isUncertain, isUnavailable, UncertainCommitError } from './errors.ts';
import { type Database, openDatabase } from './open.ts';
import { SqliteDatabase } from './sqlite.ts';

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

test.each([
	['SQLITE_FULL', 'certainly not saved', 'The disk that holds the database is full. Free some space and start again.'],
	['SQLITE_IOERR', 'uncertain', 'The database file cannot be read or written. Check the disk and its free space.'],
])('a commit that fails with %s is %s', async (code, outcome, reason) => {
	await open().knex.raw('create table t (n integer)');
	// A disk that fails just when the commit is written cannot be made without the rights to mount one.
	const { prepare } = SqliteDatabase.prototype;
	const disk = vi.spyOn(SqliteDatabase.prototype, 'prepare').mockImplementation(function (this: SqliteDatabase, sql) {
		if (sql.startsWith('COMMIT')) throw Object.assign(new Error(`${code}: disk`), { code });
		return prepare.call(this, sql);
	});
	const failure: unknown = await db.transaction((trx) => trx('t').insert({ n: 1 })).catch((error: unknown) => error);
	disk.mockRestore();
	expect(failure instanceof UncertainCommitError).toBe(outcome === 'uncertain');
	expect({ unavailable: isUnavailable(failure) }).toEqual({ unavailable: outcome !== 'uncertain' });
	expect(describeFailure(failure)).toBe(reason);
	// The connection whose commit failed is not used again.
	expect(await db.knex('t').select()).toEqual([]);
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

test.each([
	['ER_CON_COUNT_ERROR', 'uncertain'],
	['ER_TOO_MANY_USER_CONNECTIONS', 'uncertain'],
	['ER_USER_LIMIT_REACHED', 'uncertain'],
	['SQLITE_CORRUPT', 'uncertain'],
	['ER_ERROR_DURING_COMMIT', 'uncertain'],
	['ER_UNKNOWN_COM_ERROR', 'not saved'],
	['ER_OPTION_PREVENTS_STATEMENT', 'not saved'],
	['ER_READ_ONLY_MODE', 'not saved'],
	['ER_SERVER_OFFLINE_MODE', 'not saved'],
])(
	'%s means that the database is unavailable, and that a transaction whose commit failed with it is %s',
	(code, outcome) => {
		open();
		const refused = Object.assign(new Error(code), { code });
		expect([refused, Object.assign(new Error('query'), { nativeError: refused })].map(isUnavailable)).toEqual([
			true,
			true,
		]);
		expect(isUncertain(refused)).toBe(outcome === 'uncertain');
		expect(isUnavailable(Object.assign(new Error(code), { code: 'ER_PARSE_ERROR' }))).toBe(false);
	},
);

const failureAt = async (url: string) => describeFailure(await migrate(open(url)).catch((error: unknown) => error));

test.each([
	['mysql://root@127.0.0.1:1/test', / \(connect ECONNREFUSED 127\.0\.0\.1:1\)/],
	['mysql://root@[::1]:1/test', / \(connect \w+ ::1:1/],
	['mysql://root@nowhere.invalid/test', / \(getaddrinfo \w+ nowhere\.invalid\)/],
])('a failed connection to %s names the setting and what to check', async (url, reason) => {
	const failure = await failureAt(url);
	expect(failure).toMatch(
		/^DATABASE_URL: the database server cannot be reached .* Check the host and the port, and that the server runs\.$/,
	);
	expect(failure).toMatch(reason);
});

test.runIf(onServer)('connections to a server that takes no statements are not used again', async () => {
	const { knex } = open(process.env['DATABASE_URL']);
	const id = async () => (await knex.first<{ id: number }>(knex.raw('connection_id() as id'))).id;
	const before = await id();
	expect(await id()).toBe(before);
	const readOnly = knex.raw("signal sqlstate 'HY000' set mysql_errno = 1290");
	await expect(readOnly).rejects.toSatisfy(isUnavailable);
	expect(await id()).not.toBe(before);
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
