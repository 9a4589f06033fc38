import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import knexModule, { type Knex } from 'knex';
import { createVault, type Vault } from '../secrets/vault.ts';
import { NodeSqliteClient } from './sqlite.ts';

export interface Database {
	readonly knex: Knex;
	readonly dialect: 'sqlite' | 'mysql';
	readonly vault: Vault;
	/** A transaction that is tried again, whole, when the database chose it as the victim of a deadlock. */
	transaction<T>(work: (trx: Knex.Transaction) => Promise<T>): Promise<T>;
	close(): Promise<void>;
}

export interface OpenOptions {
	/** `mysql://user:password@host:port/name` or `sqlite:path`; without it, `dropwire.sqlite` in `dataDir`. */
	url?: string | undefined;
	dataDir: string;
	secretKey: string;
}

/** knex would print a failed connection, which it also throws: whoever handles the error says it, once. */
const LOG = {
	warn(message: string) {
		if (!message.startsWith('Acquire connection error')) console.warn(message);
	},
};

/** Opens the database; no statement is sent yet. One process may write an embedded database at a time. */
export function openDatabase(options: OpenOptions): Database {
	const dialect = options.url?.startsWith('mysql:') ? 'mysql' : 'sqlite';
	const knex = dialect === 'mysql' ? openMysql(options.url as string) : openSqlite(sqliteFile(options));
	return {
		knex,
		dialect,
		vault: createVault(options.secretKey),
		transaction: (work) => retried(() => knex.transaction(work)),
		close: () => knex.destroy(),
	};
}

function sqliteFile({ url, dataDir }: OpenOptions): string {
	return url?.replace(/^sqlite:(\/\/)?/, '') || join(dataDir, 'dropwire.sqlite');
}

function openSqlite(filename: string): Knex {
	mkdirSync(dirname(filename), { recursive: true, mode: 0o700 });
	return knexModule({
		client: NodeSqliteClient,
		connection: { filename },
		useNullAsDefault: true,
		acquireConnectionTimeout: 15_000,
		log: LOG,
	});
}

function openMysql(url: string): Knex {
	const address = new URL(url);
	return knexModule({
		client: 'mysql2',
		connection: {
			host: address.hostname,
			port: Number(address.port || 3306),
			user: decodeURIComponent(address.username),
			password: decodeURIComponent(address.password),
			database: address.pathname.slice(1),
			charset: 'utf8mb4',
			timezone: 'Z',
			supportBigNumbers: true,
			connectTimeout: 10_000,
		},
		acquireConnectionTimeout: 15_000,
		log: LOG,
		pool: {
			min: 0,
			max: 10,
			// Read committed: the queue's claims and the lists never need gap locks, which only make deadlocks.
			afterCreate(
				connection: { query(sql: string, done: (error: unknown) => void): void },
				done: (error: unknown, connection: unknown) => void,
			) {
				connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED', (error) => done(error, connection));
			},
		},
	});
}

/** Deadlock, lock wait time-out (MySQL) and a busy file (SQLite): the whole transaction may pass the next time. */
const TRANSIENT = new Set(['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'SQLITE_BUSY']);

async function retried<T>(work: () => Promise<T>, attempts = 5): Promise<T> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await work();
		} catch (error) {
			const failure = error as { code?: string; nativeError?: { code?: string } };
			if (attempt === attempts || !TRANSIENT.has(failure.nativeError?.code ?? failure.code ?? '')) throw error;
			await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
		}
	}
}
