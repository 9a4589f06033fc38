import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../migrate.ts';
import { TEST_SECRET_KEY } from '../testing.ts';
import { describeFailure } from './errors.ts';
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

const open = () => {
	db = openDatabase({ dataDir: folder, secretKey: TEST_SECRET_KEY });
	return db;
};

test('a full disk is reported in one line without SQL', async () => {
	// The error of a full disk (sqlite.org/pragma.html#pragma_max_page_count).
	await open().knex.raw('pragma max_page_count = 20');
	const failure: unknown = await migrate(db).catch((error: unknown) => error);
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
