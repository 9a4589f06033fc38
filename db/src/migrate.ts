import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Knex } from 'knex';
import { IDLE_FOR_LONG, IDLE_LIMITS } from './connection/mysql.ts';
import type { Database } from './connection/open.ts';
import { mustBeSupported } from './connection/serverSettings.ts';
import { hasVocabulary, syncVocabulary } from './vocabulary.ts';

// Found by its package: a built process (rolldown.server.ts) has this code, but not the migrations.
const FOLDER = join(dirname(createRequire(import.meta.url).resolve('@dropwire/db')), 'migrations');
const MIGRATIONS: Knex.MigratorConfig = {
	migrationSource: {
		getMigrations: async () => migrationNames(),
		// Stored with the extension. A migration must never be renamed or bundled.
		getMigrationName: (name: string) => name,
		async getMigration(name: string): Promise<Knex.Migration> {
			const { up } = (await import(pathToFileURL(join(FOLDER, name)).href)) as Pick<Knex.Migration, 'up'>;
			return { up, down: noWayBack };
		},
	},
	// The entire run is one transaction (below).
	disableTransactions: true,
};
const RECORDS = 'knex_migrations';
/** A table that exists only during a restore (backup/restore.ts). */
export const RESTORE_MARKER = 'restore_unfinished';

/**
 * Migrates the schema to the newest version, and updates the topics to the vocabulary. It can be repeated, even after
 * the process was killed at any statement. If several processes run it concurrently, one migrates and the others wait.
 * @param waitMs how long to wait for another process that migrates the same database
 */
export async function migrate(db: Database, { waitMs = 60_000 } = {}): Promise<void> {
	await mustBeSupported(db);
	await alone(db, waitMs, async (trx) => {
		await mustNotBeHalfRestored(trx);
		await mustBeEmptyOrDropwire(trx, db.dialect);
		const done = await finishedMigrations(trx);
		mustBeKnown(done);
		// Those of the steps (LAST_STEP).
		if (done.length > 0) await trx(RECORDS).whereNotIn('name', done).delete();
		// knex's lock is a row, which remains after a process is killed. This process holds the lock of `alone`, so any
		// such row is a leftover.
		await trx.migrate.forceFreeMigrationsLock(MIGRATIONS);
		await trx.migrate.latest(MIGRATIONS);
		await syncVocabulary(trx);
	});
}

/** knex asks for it. The only way back is a backup. */
function noWayBack(): never {
	throw new Error('A migration cannot be reverted. Restore a backup of the version that you want.');
}

/** @throws Error in one line unless the schema matches this version of the code */
export async function checkMigrated(db: Database): Promise<void> {
	const { knex } = db;
	await mustBeSupported(db);
	await mustNotBeHalfRestored(knex);
	const done = await finishedMigrations(knex);
	if (done.length === 0) noTables();
	mustBeKnown(done);
	const missing = migrationNames().filter((name) => !done.includes(name));
	if (missing.length > 0) {
		throw new Error(`The database lacks the migration ${missing.join(', ')}. Run: npm run migrate`);
	}
	if (!(await hasVocabulary(knex))) throw new Error('The database lacks some topics. Run: npm run migrate');
}

/**
 * The first commits of 1.0.0 made its schema in 35 steps, of which this is the last. All of them together are the first
 * migration.
 */
const LAST_STEP = '0036_webhook_deletions.ts';
const SECOND_STEP = '0002_log_reads.ts';
const FIRST = '0001_schema.ts';

/** This version's migration for a name in a database or a backup. */
export const currentName = (name: string) => (name === LAST_STEP ? FIRST : name);

/** The migrations that the database has, in order. */
async function finishedMigrations(knex: Knex): Promise<string[]> {
	if (!(await knex.schema.hasTable(RECORDS))) return [];
	const names: string[] = await knex(RECORDS).orderBy('name').pluck('name');
	return names.includes(LAST_STEP) ? [currentName(LAST_STEP)] : names;
}

function mustBeKnown(done: readonly string[]): void {
	const known = migrationNames();
	const unknown = done.filter((name) => !known.includes(name));
	if (unknown.length === 0) return;
	// Without the last step, its first migration is not that of 1.0, also where it has that name.
	if (!done.includes(FIRST) || done.includes(SECOND_STEP)) {
		throw new Error(
			`The database dates from before version 1.0 (migration ${unknown.at(-1)}) and cannot be upgraded. Give Dropwire an ` +
				'empty database.',
		);
	}
	throw new Error(
		`The database is newer than this version of Dropwire, which lacks the migration ${unknown.join(', ')}. Start the ` +
			'version that migrated it, or a later one.',
	);
}

function noTables(): never {
	throw new Error('The database has no tables yet. Run: npm run migrate');
}

/** The latest migration of the database. @throws Error in one line when it has none, or a restore was interrupted */
export async function lastMigration({ knex }: Database): Promise<string> {
	await mustNotBeHalfRestored(knex);
	return (await finishedMigrations(knex)).at(-1) ?? noTables();
}

/** The names of this version's migrations, oldest first. */
export function migrationNames(): string[] {
	return readdirSync(FOLDER)
		.filter((name) => name.endsWith('.ts'))
		.sort();
}

/**
 * Runs `work` on one connection while no other process migrates this database. SQLite's write lock ends with the
 * process. MySQL commits every DDL statement, so the connection that runs `work` holds a named lock: when the
 * connection ends, the lock and the work end together.
 */
export async function alone<T>(db: Database, waitMs: number, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
	return db.transaction(async (trx) => {
		if (db.dialect === 'sqlite') return work(trx);
		await takeLock(trx, waitMs);
		try {
			// A restore waits for another connection, which loads the backup.
			await trx.raw(IDLE_FOR_LONG);
			return await work(trx);
		} finally {
			// These fail if the connection is lost, which also releases the lock.
			await trx.raw(IDLE_LIMITS).catch(() => undefined);
			await trx.raw(`select release_lock(${LOCK_NAME})`).catch(() => undefined);
		}
	});
}

/** All databases of a server share lock names; a name has up to 64 characters. */
const LOCK_NAME = "concat('dropwire-migrate-', left(sha2(database(), 256), 40))";

async function takeLock(trx: Knex.Transaction, waitMs: number): Promise<void> {
	const [[row]] = (await trx.raw(`select get_lock(${LOCK_NAME}, ?) as held`, [waitMs / 1000])) as [{ held: unknown }[]];
	if (row?.held === 1) return;
	const [[other]] = (await trx.raw(`select is_used_lock(${LOCK_NAME}) as id`)) as [{ id: unknown }[]];
	throw new Error(
		`Another process has been migrating this database for ${waitMs / 1000} s (connection ${String(other?.id)} of the ` +
			`database server). Wait for it to end; if it hangs, end it there with: kill ${String(other?.id)}`,
	);
}

async function mustNotBeHalfRestored(knex: Knex): Promise<void> {
	if (await knex.schema.hasTable(RESTORE_MARKER)) {
		throw new Error('A restore of this database was interrupted. Repeat it: npm run restore -- FILE --force');
	}
}

/** Another program's table could have the same name as one of Dropwire's tables. */
async function mustBeEmptyOrDropwire(trx: Knex.Transaction, dialect: Database['dialect']): Promise<void> {
	if (await trx.schema.hasTable(RECORDS)) return;
	const [table] = await tableNames(trx, dialect);
	if (table) {
		throw new Error(`The database is not Dropwire's: it has a table "${table}". Give Dropwire an empty database.`);
	}
}

/** All tables of the database. */
export async function tableNames(knex: Knex, dialect: Database['dialect']): Promise<string[]> {
	const tables: { name: string }[] =
		dialect === 'sqlite'
			? await knex('sqlite_master').where({ type: 'table' }).whereNot('name', 'like', 'sqlite_%').select('name')
			: await knex('information_schema.tables').whereRaw('table_schema = database()').select('table_name as name');
	return tables.map(({ name }) => name).sort();
}
