import { DatabaseSync } from 'node:sqlite';
import type { Knex } from 'knex';
import { withKnownErrors } from './errors.ts';
import { Statement } from './sqlite.ts';

/**
 * Reads committed rows with a constant SQL text. For the reads of every request: knex and Objection take several times
 * as long to build a query and its rows as the database takes to answer it.
 */
export interface Reader {
	/**
	 * @param sql a constant text that both databases understand; it is prepared once and kept
	 * @param bindings the values of its question marks
	 * @returns plain rows, with 0 and 1 for booleans
	 * @throws the same errors as a query of knex
	 */
	read<Row extends object>(sql: string, bindings: readonly (string | number)[]): Promise<Row[]>;
	close(): void;
}

/** The pages that the connection keeps in memory, KiB: sessions and webhooks of a large installation take more than SQLite's 2 MiB. */
const CACHE_KIB = 16_384;

/**
 * A second, read-only connection to the file, opened on the first read. Unlike a query of knex, a read does not wait for
 * a transaction that another part of the process has open: it sees the state before that transaction.
 */
export function sqliteReader(file: string): Reader {
	let database: DatabaseSync | undefined;
	const statements = new Map<string, Statement>();

	function prepare(sql: string): Statement {
		return withKnownErrors(() => {
			database ??= open(file);
			const statement = new Statement(database.prepare(sql));
			statements.set(sql, statement);
			return statement;
		});
	}

	return {
		async read<Row extends object>(sql: string, bindings: readonly (string | number)[]) {
			return (statements.get(sql) ?? prepare(sql)).all(bindings) as Row[];
		},
		close() {
			statements.clear();
			database?.close();
		},
	};
}

function open(file: string): DatabaseSync {
	const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
	database.exec(`pragma cache_size=-${CACHE_KIB}`);
	return database;
}

/** The parts of knex's client that its queries use, below its query builder. */
interface Client {
	acquireConnection(): Promise<unknown>;
	releaseConnection(connection: unknown): Promise<void>;
	query(
		connection: unknown,
		query: { sql: string; bindings: readonly unknown[]; prepared: boolean },
	): Promise<{ response: [unknown] }>;
}

/** Reads on a connection of knex's pool. */
export function mysqlReader(knex: Knex): Reader {
	const client = knex.client as Client;
	return {
		async read<Row extends object>(sql: string, bindings: readonly (string | number)[]) {
			const connection = await client.acquireConnection();
			try {
				const { response } = await client.query(connection, { sql, bindings, prepared: true });
				return response[0] as Row[];
			} finally {
				await client.releaseConnection(connection);
			}
		},
		close() {},
	};
}
