import { createRequire } from 'node:module';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { knex, Knex } from 'knex';

// These two paths of knex have no types: the dialect it has for better-sqlite3, and its SQLite transaction.
const require = createRequire(import.meta.url);
const BetterSqlite3Client = require('knex/lib/dialects/better-sqlite3/index.js') as typeof knex.Client;
const SqliteTransaction = require('knex/lib/dialects/sqlite3/execution/sqlite-transaction.js') as new (
	...args: unknown[]
) => { query(connection: unknown, sql: string): Promise<unknown> };

/** SQLite's primary result codes (sqlite.org/rescode.html) by the names that db-errors looks for. */
const RESULT_CODES: Readonly<Record<number, string>> = {
	5: 'SQLITE_BUSY',
	6: 'SQLITE_LOCKED',
	8: 'SQLITE_READONLY',
	13: 'SQLITE_FULL',
	19: 'SQLITE_CONSTRAINT',
};

/** db-errors tells violations apart by `code`, a numeric `errno` and the code in the message, exactly so. */
function withKnownErrors<T>(work: () => T): T {
	try {
		return work();
	} catch (error) {
		const failure = error as Error & { errcode?: number; errno?: number; code?: string };
		const primary = (failure.errcode ?? 0) & 0xff;
		const name = RESULT_CODES[primary];
		if (name) {
			failure.code = name;
			failure.errno = primary;
			failure.message = `${name}: ${failure.message}`;
		}
		throw failure;
	}
}

/** `node:sqlite` in the shape that knex's better-sqlite3 dialect drives. */
class Statement {
	readonly reader: boolean;
	readonly #statement: StatementSync;

	constructor(statement: StatementSync) {
		this.#statement = statement;
		this.reader = statement.columns().length > 0;
	}
	all(bindings: SQLInputValue[]) {
		return withKnownErrors(() => this.#statement.all(...bindings));
	}
	run(bindings: SQLInputValue[]) {
		return withKnownErrors(() => this.#statement.run(...bindings));
	}
	iterate(bindings: SQLInputValue[]) {
		return this.#statement.iterate(...bindings);
	}
	safeIntegers(on: boolean) {
		this.#statement.setReadBigInts(on);
	}
}

class SqliteDatabase {
	readonly #database: DatabaseSync;

	constructor(file: string, options: { readonly?: boolean }) {
		this.#database = new DatabaseSync(file, {
			readOnly: options.readonly ?? false,
			enableForeignKeyConstraints: true,
			timeout: 5000,
		});
		if (!options.readonly) this.#database.exec('pragma journal_mode=wal; pragma synchronous=normal');
	}
	prepare(sql: string) {
		return withKnownErrors(() => new Statement(this.#database.prepare(sql)));
	}
	close() {
		this.#database.close();
	}
}

/** Takes the write lock at once: a deferred transaction that reads first loses to SQLITE_BUSY whatever the time-out. */
class ImmediateTransaction extends SqliteTransaction {
	begin(connection: unknown) {
		return this.query(connection, 'BEGIN IMMEDIATE;');
	}
}

/** knex's SQLite dialect over Node's own SQLite: no native add-on to build. */
export class NodeSqliteClient extends BetterSqlite3Client {
	_driver() {
		return SqliteDatabase;
	}
	override transaction(container: unknown, config: unknown, outer: unknown): Knex.Transaction {
		return new ImmediateTransaction(this, container, config, outer) as unknown as Knex.Transaction;
	}
}
