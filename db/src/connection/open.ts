import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import knexModule, { type Knex } from 'knex';
import { folderError } from '../folderError.ts';
import { createVault, type Vault } from '../secrets/vault.ts';
import { LONGEST_LOG, startCheckpoints } from './checkpoints.ts';
import { isTransient, isUncertain, UncertainCommitError } from './errors.ts';
import { openMysql } from './mysql.ts';
import { makePrivate } from './privateFile.ts';
import { lockProcess, type ProcessKind } from './processLock.ts';
import { mysqlReader, type Reader, sqliteReader } from './reader.ts';
import { type ReadBy, shareReads } from './sharedReads.ts';
import { NodeSqliteClient, type SqliteDatabase, type SqliteTransactionConfig } from './sqlite.ts';

export interface Database {
	readonly knex: Knex;
	readonly dialect: 'sqlite' | 'mysql';
	/** The path of the embedded database file; null on a database server. */
	readonly file: string | null;
	readonly vault: Vault;
	/** Reads committed rows with a constant SQL text, for the reads of every request. */
	readonly read: Reader['read'];
	/**
	 * The same for the rows of one key; reads of several requests share a statement.
	 * @param sql `select … where key = ?`
	 */
	readonly readBy: ReadBy;
	/**
	 * Runs a transaction, and retries it as a whole if the database aborts it to resolve a deadlock.
	 * @param options `durable: false` if a power failure may undo it, together with all that follow: an embedded database
	 * then commits without waiting for the disk
	 * @throws UncertainCommitError when the connection is lost, or the disk fails, during the commit: it may be saved
	 */
	transaction<T>(work: (trx: Knex.Transaction) => Promise<T>, options?: { durable: boolean }): Promise<T>;
	close(): Promise<void>;
}

export interface OpenOptions {
	/** `mysql://user:password@host:port/name` or `sqlite:path`; by default `dropwire.sqlite` in `dataDir`. */
	url?: string | undefined;
	dataDir: string;
	secretKey: string;
	/** A previous key, accepted for reading until `npm run rotate-key` has re-encrypted everything. */
	previousSecretKey?: string | undefined;
	/**
	 * The length of an embedded database's write-ahead log at which a commit copies it into the file, pages; by default
	 * SQLite's 1,000.
	 */
	longestLog?: number;
}

/**
 * knex also prints a failed connection or migration that it throws; only the error's handler should report it, once.
 * knex also warns that MySQL commits every DDL statement, which `migrate` already takes into account.
 */
const EXPECTED =
	/^(Acquire connection error|Connection Error|migration f|Can't take lock to run|If you are sure migrations|Transaction was implicitly)/;
const LOG = {
	warn(message: string) {
		if (!EXPECTED.test(message)) console.warn(message);
	},
};

/** Opens the database without sending a statement. Long-running processes use `openAlone`. */
export function openDatabase(options: OpenOptions): Database {
	const dialect = options.url?.startsWith('mysql:') ? 'mysql' : 'sqlite';
	const file = dialect === 'sqlite' ? sqliteFile(options) : null;
	if (file !== null) createFolder(options);
	const knex = file === null ? openMysql(options.url as string, LOG) : openSqlite(file, options.longestLog);
	const reader = file === null ? mysqlReader(knex) : sqliteReader(file);
	const read: Reader['read'] = (sql, bindings) => reader.read(sql, bindings);
	return {
		knex,
		read,
		readBy: shareReads(read),
		dialect,
		file,
		vault: createVault(options.secretKey, options.previousSecretKey),
		transaction: (work, options) => retried(() => committed(knex, work, options)),
		async close() {
			reader.close();
			await knex.destroy();
		},
	};
}

/**
 * Opens the database for a process that must be the only one of its kind on an embedded database. MySQL allows several.
 * @throws Error in one line when another process has the database open
 */
export async function openAlone(options: OpenOptions, kind: ProcessKind): Promise<Database> {
	if (options.url?.startsWith('mysql:')) return openDatabase(options);
	const file = sqliteFile(options);
	createFolder(options);
	const release = await lockProcess(file, kind);
	warnIfEmpty(file);
	const db = openDatabase({ ...options, longestLog: LONGEST_LOG });
	const endCheckpoints = startCheckpoints(file);
	return {
		...db,
		async close() {
			await endCheckpoints();
			await db.close();
			release();
		},
	};
}

/** The path of the embedded database file. */
export function sqliteFile({ url, dataDir }: OpenOptions): string {
	return url?.replace(/^sqlite:(\/\/)?/, '') || join(dataDir, 'dropwire.sqlite');
}

/** Warns of a file that lost its content: a new installation would begin in it unnoticed. A first start finds no file. */
function warnIfEmpty(file: string): void {
	if (statSync(file, { throwIfNoEntry: false })?.size !== 0) return;
	console.warn(
		`dropwire: the database file ${file} is empty, as for a new installation. If it had data, stop and restore a backup: npm run restore -- FILE --force`,
	);
}

/** @throws SettingsError that names the setting */
function createFolder(options: OpenOptions): void {
	const file = sqliteFile(options);
	const folder = dirname(file);
	try {
		mkdirSync(folder, { recursive: true, mode: 0o700 });
	} catch (error) {
		throw folderError(file === join(options.dataDir, 'dropwire.sqlite') ? 'DATA_DIR' : 'DATABASE_URL', folder, error);
	}
}

function openSqlite(filename: string, longestLog: number | undefined): Knex {
	makePrivate(filename);
	return knexModule({
		client: NodeSqliteClient,
		connection: { filename },
		useNullAsDefault: true,
		acquireConnectionTimeout: 15_000,
		log: LOG,
		pool: {
			afterCreate(connection: SqliteDatabase, done: (error: null, connection: SqliteDatabase) => void) {
				if (longestLog !== undefined) connection.checkpointAt(longestLog);
				done(null, connection);
			},
		},
	});
}

async function retried<T>(work: () => Promise<T>, attempts = 5): Promise<T> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await work();
		} catch (error) {
			if (attempt === attempts || !isTransient(error)) throw error;
			await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
		}
	}
}

async function committed<T>(
	knex: Knex,
	work: (trx: Knex.Transaction) => Promise<T>,
	options: SqliteTransactionConfig | undefined,
): Promise<T> {
	let worked = false;
	try {
		return await knex.transaction(async (trx) => {
			const result = await work(trx);
			worked = true;
			return result;
		}, options);
	} catch (error) {
		if (!worked || !isUncertain(error)) throw error;
		throw new UncertainCommitError('The database went away during a commit', { cause: error });
	}
}
