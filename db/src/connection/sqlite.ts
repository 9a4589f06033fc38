import { createRequire } from 'node:module';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import type { knex, Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import { withKnownErrors } from './errors.ts';

// Two knex modules without types: its dialect for better-sqlite3, and its SQLite transaction.
const require = createRequire(import.meta.url);
const BetterSqlite3Client = require('knex/lib/dialects/better-sqlite3/index.js') as typeof knex.Client;
const SqliteTransaction = require('knex/lib/dialects/sqlite3/execution/sqlite-transaction.js') as new (
	...args: unknown[]
) => { query(connection: SqliteDatabase, sql: string): Promise<unknown> };

/** `node:sqlite` with the part of better-sqlite3's interface that knex uses for queries; it has no streams. */
export class Statement {
	readonly reader: boolean;
	readonly #statement: StatementSync;
	#columns: readonly string[];
	/** Found with the first rows: many statements have none. */
	#toRow: ToRow | undefined;

	constructor(statement: StatementSync) {
		this.#statement = statement;
		this.#columns = namesOf(statement);
		this.reader = this.#columns.length > 0;
		// As arrays: `node:sqlite` makes objects that take twice as long to create and to read.
		statement.setReturnArrays(true);
	}
	all(bindings: readonly SQLInputValue[]) {
		return withKnownErrors(() => {
			const rows = this.#statement.all(...bindings) as unknown as SQLOutputValue[][];
			// Another process has changed the table of a `select *`.
			if (rows[0] && rows[0].length !== this.#columns.length) {
				this.#columns = namesOf(this.#statement);
				this.#toRow = undefined;
			}
			return rows[0] ? rows.map((this.#toRow ??= toRowOf(this.#columns))) : [];
		});
	}
	run(bindings: SQLInputValue[]) {
		return withKnownErrors(() => this.#statement.run(...bindings));
	}
}

function namesOf(statement: StatementSync): string[] {
	return statement.columns().map(({ name }) => name);
}

type ToRow = (values: readonly SQLOutputValue[]) => Record<string, SQLOutputValue>;

/** By the names of the columns, as JSON. There are as many as the code has lists of columns. */
const toRows = new Map<string, ToRow>();

/**
 * Compiles an object literal with these properties, as mysql2 does: setting them one by one takes 60 of the 370 µs in which
 * 500 rows of 15 columns are read.
 */
function toRowOf(columns: readonly string[]): ToRow {
	const names = JSON.stringify(columns);
	const known = toRows.get(names);
	if (known) return known;
	const properties = columns.map((name, at) => `${JSON.stringify(name)}: values[${at}]`);
	// oxlint-disable-next-line typescript/no-implied-eval -- the names are those of columns, written as JSON strings
	const toRow = new Function('values', `return { ${properties.join(', ')} }`) as ToRow;
	toRows.set(names, toRow);
	return toRow;
}

/** How many statements a connection keeps, and the length of their text up to which it does: bulk inserts are long. */
const MAX_STATEMENTS = 500;
const MAX_LENGTH = 5000;
/** The level of `pragma synchronous` at which a commit waits for the disk. */
const FULL = 2;
/** After these, kept statements may have other columns. */
const CHANGES_SCHEMA = /^\s*(alter|create|drop)\b/i;

export class SqliteDatabase {
	readonly #database: DatabaseSync;
	/** knex asks for a new statement for each query, and preparing one takes longer than most of them run. */
	readonly #statements = new LRUCache<string, Statement>({ max: MAX_STATEMENTS });
	#hurried = false;

	constructor(file: string, options: { readonly?: boolean }) {
		this.#database = withKnownErrors(
			() =>
				new DatabaseSync(file, {
					readOnly: options.readonly ?? false,
					enableForeignKeyConstraints: true,
					timeout: 5000,
				}),
		);
		if (options.readonly) return;
		// Full: a commit is on the disk before anybody learns of it, so it survives a power failure. `hurry` is the exception.
		withKnownErrors(() => this.#database.exec('pragma journal_mode=wal; pragma synchronous=full'));
	}
	prepare(sql: string): Statement {
		const known = this.#statements.get(sql);
		if (known) return known;
		const statement = withKnownErrors(() => new Statement(this.#database.prepare(sql)));
		if (CHANGES_SCHEMA.test(sql)) this.#statements.clear();
		else if (sql.length <= MAX_LENGTH) this.#statements.set(sql, statement);
		return statement;
	}
	/** Sets the length of the write-ahead log at which a commit copies it into the file, pages. */
	checkpointAt(pages: number) {
		this.#database.exec(`pragma wal_autocheckpoint=${pages}`);
	}
	/** Lets the next transaction commit without waiting for the disk. Changes nothing where no commit waits, as in tests. */
	hurry() {
		const [mode] = this.prepare('pragma synchronous').all([]);
		if (mode?.['synchronous'] !== FULL) return;
		this.#database.exec('pragma synchronous=normal');
		this.#hurried = true;
	}
	/**
	 * Prepares the connection for its next use.
	 * @returns false if a commit failed and left its transaction open, so that the connection cannot be used again
	 */
	reset(): boolean {
		if (this.#database.isTransaction) return false;
		if (this.#hurried) this.#database.exec('pragma synchronous=full');
		this.#hurried = false;
		return true;
	}
	close() {
		this.#statements.clear();
		this.#database.close();
	}
}

/** `durable: false` if the commit need not wait for the disk. */
export interface SqliteTransactionConfig extends Knex.TransactionConfig {
	durable?: boolean;
}

/**
 * Takes the write lock at once. A deferred transaction that reads first fails with SQLITE_BUSY, whatever the timeout.
 */
class ImmediateTransaction extends SqliteTransaction {
	readonly #durable: boolean;

	constructor(client: unknown, container: unknown, config: SqliteTransactionConfig | undefined, outer: unknown) {
		super(client, container, config, outer);
		this.#durable = config?.durable ?? true;
	}
	begin(connection: SqliteDatabase) {
		if (!this.#durable) connection.hurry();
		return this.query(connection, 'BEGIN IMMEDIATE;');
	}
}

/** knex's SQLite dialect on Node's built-in SQLite, so no native add-on needs to be built. */
export class NodeSqliteClient extends BetterSqlite3Client {
	_driver() {
		return SqliteDatabase;
	}
	override transaction(container: unknown, config: SqliteTransactionConfig, outer: unknown): Knex.Transaction {
		return new ImmediateTransaction(this, container, config, outer) as unknown as Knex.Transaction;
	}
	/** Called before each use; knex replaces a connection for which it returns false. */
	override async validateConnection(connection: SqliteDatabase): Promise<boolean> {
		return connection.reset();
	}
}
