import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../connection/open.ts';
import { migrate, tableNames } from '../migrate.ts';

/**
 * Test databases are copies of a database that each test process migrates once: nearly every test needs a database, and
 * migrating takes many times as long as copying.
 */
let embedded: Promise<Buffer> | undefined;
let onServer: Promise<Schema> | undefined;

/** The schema of a migrated database on a server, and the rows that the migrations insert. */
interface Schema {
	/** A `create table` statement per table. */
	tables: readonly string[];
	rows: readonly (readonly [table: string, rows: readonly object[]])[];
}

/** Writes a migrated embedded database to this file. */
export async function copyEmbedded(file: string): Promise<void> {
	embedded ??= migrateEmbedded();
	writeFileSync(file, await embedded, { mode: 0o600 });
}

/**
 * Gives an empty database on a server the tables and rows of a migrated one.
 * @param openEmpty opens another empty database, which is migrated and then closed
 */
export async function copyOnServer(db: Database, openEmpty: () => Promise<Database>): Promise<void> {
	onServer ??= openEmpty().then(migratedSchema);
	const { tables, rows } = await onServer;
	await db.knex.transaction(async (trx) => {
		// Tables can refer to tables that are created after them.
		await trx.raw('set foreign_key_checks = 0');
		for (const table of tables) await trx.raw(table);
		for (const [table, some] of rows) await trx(table).insert(some);
		await trx.raw('set foreign_key_checks = 1');
	});
}

async function migrateEmbedded(): Promise<Buffer> {
	const dataDir = mkdtempSync(join(tmpdir(), 'dropwire-template-'));
	const file = join(dataDir, 'template.sqlite');
	const db = openDatabase({ url: `sqlite:${file}`, dataDir, secretKey: 'the template has no secrets to encrypt' });
	await db.knex.raw('pragma synchronous = off');
	await migrate(db);
	// Closing the last connection moves the write-ahead log into the file.
	await db.close();
	const bytes = readFileSync(file);
	rmSync(dataDir, { recursive: true });
	return bytes;
}

async function migratedSchema(db: Database): Promise<Schema> {
	await migrate(db);
	const tables: string[] = [];
	const rows: [string, object[]][] = [];
	for (const name of await tableNames(db.knex, db.dialect)) {
		const [[created]] = (await db.knex.raw('show create table ??', [name])) as [{ 'Create Table': string }[]];
		if (!created) throw new Error(`The table ${name} has no statement`);
		tables.push(created['Create Table']);
		const inserted: object[] = await db.knex(name).select();
		if (inserted.length > 0) rows.push([name, inserted]);
	}
	await db.close();
	return { tables, rows };
}
