import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { openDatabase } from './connection/open.ts';
import { checkMigrated, migrate, migrationNames, tableNames } from './migrate.ts';
import { openTestDatabase, TEST_SECRET_KEY, type TestDatabase } from './testing.ts';

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

/** By how many statements at most a migration starts earlier in a run that skips finished ones. */
const FEWER = 8;

async function finishedMigrations({ knex }: TestDatabase): Promise<number> {
	if (!(await knex.schema.hasTable('knex_migrations'))) return 0;
	return (await knex('knex_migrations').pluck('name')).length;
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

test('a migration that lost its connection between any two statements continues from there', async () => {
	const whole = await emptyDatabase();
	await migrateAndBreak(whole, Infinity);
	const expected = await contents(whole);
	expect(expected.tables.length).toBeGreaterThan(25);
	// One database is interrupted before its first statement, then before its second, and so on: each run must accept
	// what the earlier ones have done, and a run is interrupted after every table. A finished migration is skipped from
	// then on, so the next one is reached with fewer statements.
	const db = await emptyDatabase();
	let [made, done, start] = [0, 0, 0];
	for (let n = 1; (await migrateAndBreak(db, n)) >= n; n++) {
		const { length } = await tableNames(db.knex, db.dialect);
		// SQLite rolls each of them back.
		if (db.dialect === 'sqlite') {
			expect(length).toBe(0);
			continue;
		}
		expect(length - made, `tables made before statement ${n}`).toBeLessThanOrEqual(1);
		if (made === 0) start = n;
		// One migration makes a table again.
		made = Math.max(made, length);
		const finished = await finishedMigrations(db);
		if (finished > done) n = Math.max(0, start - FEWER);
		done = finished;
	}
	await migrate(db);
	expect(await contents(db)).toEqual(expected);
	await checkMigrated(db);
}, 120_000);

test.each([0.2, 0.5, 0.9])(
	'a migration that was interrupted once, at %d of its way, can be repeated',
	async (part) => {
		const whole = await emptyDatabase();
		const statements = await migrateAndBreak(whole, Infinity);
		const db = await emptyDatabase();
		await migrateAndBreak(db, Math.round(statements * part));
		await migrate(db);
		expect(await contents(db)).toEqual(await contents(whole));
	},
	60_000,
);

test('a killed migration can be repeated with the same command, which then reports success', async () => {
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
}, 60_000);

test('of several concurrent migrations one does the work, and all succeed', async () => {
	const db = await emptyDatabase();
	const ends = await Promise.all([spawnMigration(db), spawnMigration(db), spawnMigration(db)]);
	expect(ends.map(({ end, err }) => `${end} ${err}`)).toEqual(['0 ', '0 ', '0 ']);
	expect((await contents(db)).done).toEqual(migrationNames());
}, 60_000);

test.runIf(process.env['DATABASE_URL'])(
	'waiting for a migration that hangs ends with one line that names it',
	async () => {
		const db = await emptyDatabase();
		await db.knex.transaction(async (trx) => {
			await trx.raw("select get_lock(concat('dropwire-migrate-', left(sha2(database(), 256), 40)), 0)");
			await expect(migrate(db, { waitMs: 1000 })).rejects.toThrow(
				/^Another process has been migrating this database for 1 s \(connection \d+ of the database server\)/,
			);
		});
	},
);

test('a database of another program is not changed', async () => {
	const db = await emptyDatabase();
	await db.knex.schema.createTable('users', (t) => t.increments('id'));
	await expect(migrate(db)).rejects.toThrow('The database is not Dropwire\'s: it has a table "users".');
	expect(await db.knex.schema.hasTable('knex_migrations')).toBe(false);
});

test('a database migrated by a newer version is rejected', async () => {
	const db = await emptyDatabase();
	await migrate(db);
	await db.knex('knex_migrations').insert({ name: '9999_later.ts', batch: 2, migration_time: new Date() });
	await expect(checkMigrated(db)).rejects.toThrow(/newer than this version of Dropwire, .* 9999_later\.ts$/);
});
