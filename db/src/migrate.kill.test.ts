import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { openDatabase } from './connection/open.ts';
import { checkMigrated, migrate, migrationNames, tableNames } from './migrate.ts';
import { onServer, openTestDatabase, TEST_SECRET_KEY, type TestDatabase } from './testing.ts';

const databases: TestDatabase[] = [];
const children: ChildProcess[] = [];
afterEach(async () => {
	for (const child of children.splice(0)) child.kill('SIGKILL');
	await Promise.all(databases.splice(0).map((db) => db.close()));
});

async function emptyDatabase(): Promise<TestDatabase> {
	const db = await openTestDatabase({ migrated: false });
	databases.push(db);
	return db;
}

/** The result of a migration: tables with their indexes and keys, the vocabulary, and the list of finished migrations. */
async function contents({ knex, dialect }: TestDatabase) {
	const tables: unknown[] = [];
	if (dialect === 'sqlite') tables.push(...(await knex('sqlite_master').select('name', 'sql').orderBy('name')));
	else {
		for (const name of await tableNames(knex, dialect)) {
			const [[row]] = (await knex.raw('show create table ??', [name])) as [Record<string, string>[]];
			tables.push(row?.['Create Table']?.replace(/ AUTO_INCREMENT=\d+/, ''));
		}
	}
	return {
		tables,
		topics: await knex('topics').select('brand', 'category', 'region', 'status', 'toolsName').orderBy('toolsName'),
		groups: await knex('social_groups').orderBy('category').pluck('category'),
		done: await knex('knex_migrations').pluck('name'),
		locked: await knex('knex_migrations_lock').pluck('is_locked'),
	};
}

/** Migrates, and cuts every connection before the given statement is sent, as if the process had ended. */
async function migrateAndBreak({ url }: TestDatabase, statement: number): Promise<number> {
	const db = openDatabase({ url, dataDir: '', secretKey: TEST_SECRET_KEY });
	const client = db.knex.client as { acquireRawConnection(): Promise<{ destroy?(): void; close?(): void }> };
	const acquire = client.acquireRawConnection.bind(client);
	const connections: Awaited<ReturnType<typeof acquire>>[] = [];
	client.acquireRawConnection = async () => {
		const connection = await acquire();
		connections.push(connection);
		return connection;
	};
	let count = 0;
	db.knex.on('query', () => {
		if (++count === statement)
			for (const connection of connections) (connection.destroy ?? connection.close)?.call(connection);
	});
	try {
		await migrate(db);
	} catch (error) {
		if (count < statement) throw error;
	} finally {
		// The connections were destroyed above, so closing them again may fail.
		await db.close().catch(() => undefined);
	}
	return count;
}

/** `npm run migrate` as a separate process, killed before the SQL that matches, if any. */
function spawnMigration({ url }: TestDatabase, killBefore?: string) {
	const args = killBefore ? ['--import', join(import.meta.dirname, 'testing/killBefore.ts')] : [];
	const child = spawn(process.execPath, [...args, join(import.meta.dirname, 'migrate.main.ts')], {
		env: { ...process.env, DATABASE_URL: url, SECRET_KEY: TEST_SECRET_KEY, KILL_BEFORE: killBefore },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	children.push(child);
	const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
		child.once('exit', (code, signal) => resolve(signal ?? code));
	});
	return Promise.all([ended, text(child.stdout), text(child.stderr)]).then(([end, out, err]) => ({ end, out, err }));
}

// SQLite rolls back a migration as a whole, wherever it is interrupted.
test.runIf(onServer)('an interrupted migration continues after any statement', { timeout: 120_000 }, async () => {
	const whole = await emptyDatabase();
	await migrateAndBreak(whole, Infinity);
	const expected = await contents(whole);
	expect(expected.tables.length).toBeGreaterThan(25);
	// One database is interrupted before its first statement, then before its second, and so on: each run must accept
	// what the earlier ones have done.
	const db = await emptyDatabase();
	let [made, done] = [0, 0];
	for (let n = 1; (await migrateAndBreak(db, n)) >= n; n++) {
		const names = await tableNames(db.knex, db.dialect);
		expect(names.length - made, `tables made before statement ${n}`).toBeLessThanOrEqual(1);
		made = names.length;
		const recorded = names.includes('knex_migrations') ? (await db.knex('knex_migrations')).length : 0;
		// A recorded migration is not repeated: the next run comes to the same place with fewer statements.
		if (recorded > done) n = 0;
		done = recorded;
	}
	await migrate(db);
	expect(await contents(db)).toEqual(expected);
	await checkMigrated(db);
});

test.each([0.2, 0.5, 0.9])('a migration interrupted at %d of its statements can be repeated', async (part) => {
	const whole = await emptyDatabase();
	const statements = await migrateAndBreak(whole, Infinity);
	const db = await emptyDatabase();
	await migrateAndBreak(db, Math.round(statements * part));
	if (db.dialect === 'sqlite') expect(await tableNames(db.knex, db.dialect)).toEqual([]);
	await migrate(db);
	expect(await contents(db)).toEqual(await contents(whole));
});

test('a killed migration can be repeated', async () => {
	const whole = await emptyDatabase();
	await migrate(whole);
	const expected = await contents(whole);
	const db = await emptyDatabase();
	const moments = [
		'create table .*`accounts`',
		'create table .*`webhooks`',
		'into `knex_migrations` ',
		'into `topics`',
		'^COMMIT',
	];
	for (const moment of moments) {
		expect({ moment, end: (await spawnMigration(db, moment)).end }).toEqual({ moment, end: 'SIGKILL' });
		await expect(checkMigrated(db)).rejects.toThrow(/Run: npm run migrate$/);
	}
	expect(await spawnMigration(db)).toEqual({
		end: 0,
		out: 'dropwire: the database is at the newest version.\n',
		err: '',
	});
	expect(await contents(db)).toEqual(expected);
});

test('concurrent migrations all succeed', async () => {
	const db = await emptyDatabase();
	const ends = await Promise.all([spawnMigration(db), spawnMigration(db), spawnMigration(db)]);
	expect(ends.map(({ end, err }) => `${end} ${err}`)).toEqual(['0 ', '0 ', '0 ']);
	expect((await contents(db)).done).toEqual(migrationNames());
});

test.runIf(onServer)('waiting for a hanging migration ends with its connection id', async () => {
	const db = await emptyDatabase();
	await db.knex.transaction(async (trx) => {
		await trx.raw("select get_lock(concat('dropwire-migrate-', left(sha2(database(), 256), 40)), 0)");
		await expect(migrate(db, { waitMs: 1000 })).rejects.toThrow(
			/^Another process has been migrating this database for 1 s \(connection \d+ of the database server\)/,
		);
	});
});

test('a database of another program is not changed', async () => {
	const db = await emptyDatabase();
	await db.knex.schema.createTable('users', (t) => t.increments('id'));
	await expect(migrate(db)).rejects.toThrow('The database is not Dropwire\'s: it has a table "users".');
	expect(await db.knex.schema.hasTable('knex_migrations')).toBe(false);
});

test('a newer database is rejected in one line', async () => {
	const db = await emptyDatabase();
	await migrate(db);
	await db.knex('knex_migrations').insert({ name: '9999_later.ts', batch: 2, migration_time: new Date() });
	const rejection = /^The database is newer than this version of Dropwire, which lacks the migration 9999_later\.ts\. /;
	await expect(checkMigrated(db)).rejects.toThrow(rejection);
	await expect(migrate(db)).rejects.toThrow(rejection);
	const { end, err } = await spawnMigration(db);
	expect([end, err.split('\n').length]).toEqual([1, 2]);
});

test.each([['0001_first_slice.ts'], ['0001_schema.ts', '0002_log_reads.ts', '0035_discord_waits.ts']])(
	'a database from before 1.0 is rejected in one line: %s',
	async (...names) => {
		const db = await emptyDatabase();
		await migrate(db);
		await db.knex('knex_migrations').delete();
		await db.knex('knex_migrations').insert(names.map((name) => ({ name, batch: 1, migration_time: new Date() })));
		const rejection = `The database dates from before version 1.0 (migration ${names.at(-1)}) and cannot be upgraded.`;
		await expect(checkMigrated(db)).rejects.toThrow(rejection);
		await expect(migrate(db)).rejects.toThrow(rejection);
	},
);
