import { createRequire } from 'node:module';

// The package has no types.
const dbErrors = createRequire(import.meta.url)('db-errors') as {
	wrapError(error: unknown): unknown;
	UniqueViolationError: new () => Error;
};

/** SQLite's primary result codes (sqlite.org/rescode.html), with the names that db-errors expects. */
const RESULT_CODES: Readonly<Record<number, string>> = {
	5: 'SQLITE_BUSY',
	6: 'SQLITE_LOCKED',
	8: 'SQLITE_READONLY',
	10: 'SQLITE_IOERR',
	11: 'SQLITE_CORRUPT',
	13: 'SQLITE_FULL',
	14: 'SQLITE_CANTOPEN',
	19: 'SQLITE_CONSTRAINT',
	26: 'SQLITE_NOTADB',
};

/**
 * Gives errors of `node:sqlite` what db-errors recognizes constraint violations by: `code`, a numeric `errno` and the
 * code in the message.
 */
export function withKnownErrors<T>(work: () => T): T {
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

/**
 * Converts a database error to one of objection's error classes, including errors of knex queries. Returns other errors
 * unchanged.
 */
export function wrapError(error: unknown): unknown {
	return error instanceof Error && !('nativeError' in error) ? dbErrors.wrapError(error) : error;
}

export function isUniqueViolation(error: unknown): boolean {
	return wrapError(error) instanceof dbErrors.UniqueViolationError;
}

/** SQLite's codes for a file that cannot be read or written: the disk is full, read-only or broken, or the file is damaged. */
const DISK = /^SQLITE_(FULL|READONLY|IOERR|CANTOPEN|CORRUPT|NOTADB)/;
const DAMAGE = /^SQLITE_(CORRUPT|NOTADB)/;
/** MySQL's codes for a server that accepts no more connections, or shuts down (its documentation, "Server Error Message Reference"). */
const NO_CONNECTION: ReadonlySet<string> = new Set([
	'ER_CON_COUNT_ERROR',
	'ER_TOO_MANY_USER_CONNECTIONS',
	'ER_USER_LIMIT_REACHED',
	'ER_OUT_OF_RESOURCES',
	'ER_SERVER_SHUTDOWN',
]);
/** Codes of a server that answers, and rejects every statement or write: a Galera node without a quorum, a read-only replica, one that is offline. */
const NOT_SERVING: ReadonlySet<string> = new Set([
	'ER_UNKNOWN_COM_ERROR',
	'ER_OPTION_PREVENTS_STATEMENT',
	'ER_READ_ONLY_MODE',
	'ER_SERVER_OFFLINE_MODE',
]);
/** The code of a Galera node that loses its quorum during a commit, which the others may have. */
const LOST_IN_COMMIT = 'ER_ERROR_DURING_COMMIT';
/**
 * A deadlock or a long wait for a lock (MySQL), a conflict with another node of a cluster, and a busy file (SQLite): the
 * transaction was not saved, and a retry of it as a whole may succeed.
 */
const TRANSIENT: ReadonlySet<string> = new Set([
	'ER_LOCK_DEADLOCK',
	'ER_LOCK_WAIT_TIMEOUT',
	'ER_TRANSACTION_ROLLBACK_DURING_COMMIT',
	'SQLITE_BUSY',
]);

/**
 * Whether the database was unavailable: the connection failed, broke or hung, no connection was free in time, the server
 * accepts no more or takes no statements, or the embedded file cannot be read or written. mysql2 marks errors that end a connection
 * as fatal.
 */
export function isUnavailable(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	const { fatal, code = '' } = nativeOf(error);
	const hung = error.name === 'KnexTimeoutError' || code === 'PROTOCOL_SEQUENCE_TIMEOUT';
	return (
		fatal === true ||
		hung ||
		DISK.test(code) ||
		NO_CONNECTION.has(code) ||
		isNotServing(error) ||
		code === LOST_IN_COMMIT
	);
}

/** Whether the server answers but takes no statements, so that another one may be behind a new connection. */
export function isNotServing(error: unknown): boolean {
	return error instanceof Error && NOT_SERVING.has(nativeOf(error).code ?? '');
}

/** Whether a retry of the whole transaction may succeed. */
export function isTransient(error: unknown): boolean {
	return error instanceof Error && TRANSIENT.has(nativeOf(error).code ?? '');
}

/** Whether the embedded database's file is damaged: statements that read other pages of it still work. */
export function isDamaged(error: unknown): boolean {
	return error instanceof Error && DAMAGE.test(nativeOf(error).code ?? '');
}

/** The driver's error, which objection's error classes wrap. */
function nativeOf(error: unknown): { fatal?: boolean; code?: string } {
	return (error as { nativeError?: object }).nativeError ?? (error as object);
}

/** SQLite's codes for a commit that certainly was not saved. After SQLITE_IOERR, its end can be on the disk. */
const UNSAVED = /^SQLITE_(FULL|READONLY|CANTOPEN)/;

/** Whether a transaction that failed with this error in its commit may have been saved. */
export function isUncertain(error: unknown): boolean {
	return isUnavailable(error) && !UNSAVED.test(nativeOf(error).code ?? '') && !isNotServing(error);
}

/** The database failed during a commit, so the outcome of the transaction is unknown. */
export class UncertainCommitError extends Error {
	override name = 'UncertainCommitError';
}

/** Messages for failures that the statement did not cause, by the error codes of SQLite, Node and MySQL. */
const ADVICE: Readonly<Record<string, string>> = {
	SQLITE_FULL: 'The disk that holds the database is full. Free some space and start again.',
	ENOSPC: 'The disk is full. Free some space and start again.',
	SQLITE_IOERR: 'The database file cannot be read or written. Check the disk and its free space.',
	SQLITE_CANTOPEN:
		'The database file cannot be opened. Check DATABASE_URL or DATA_DIR, the permissions and the free space on the disk.',
	SQLITE_READONLY: 'The database file is read-only for this user.',
	SQLITE_CORRUPT: 'The database file is damaged. Restore a backup: npm run restore -- FILE --force',
	SQLITE_NOTADB: 'The database file is not an SQLite database.',
	ER_DISK_FULL: "The database server's disk is full. Free some space there and start again.",
	ER_RECORD_FILE_FULL: "The database server's disk is full. Free some space there and start again.",
};

/** What to do when the database server refuses, by MySQL's error codes. */
const SERVER_ADVICE: Readonly<Record<string, string>> = {
	ER_ACCESS_DENIED_ERROR: 'Check the user and the password.',
	ER_ACCESS_DENIED_NO_PASSWORD_ERROR: 'Check the user and the password.',
	ER_DBACCESS_DENIED_ERROR: 'Give the user all rights on the database, or correct its name.',
	ER_BAD_DB_ERROR: 'Create it, or correct the name.',
	ER_UNKNOWN_COM_ERROR: 'This node of the cluster takes no statements: connect to one that has a quorum.',
	ER_OPTION_PREVENTS_STATEMENT: 'Connect to the primary, or make this server writable.',
	HANDSHAKE_NO_SSL_SUPPORT: 'Give the server a certificate, or remove ssl=true.',
	HANDSHAKE_SSL_ERROR:
		"Check that sslCa is the authority of the server's certificate, and that the certificate has the host's name.",
	ER_READ_ONLY_MODE: 'Connect to the primary, or make this server writable.',
};

/** A one-line message, without SQL, for an error that ends a process. */
export function describeFailure(error: unknown): string {
	const failure = error as Error & {
		code?: string;
		errcode?: number;
		fatal?: boolean;
		sqlMessage?: string;
		nativeError?: unknown;
	};
	if (failure.nativeError) return describeFailure(failure.nativeError);
	// What happened to the database says what to do.
	if (error instanceof UncertainCommitError) return describeFailure(error.cause);
	const name = RESULT_CODES[(failure.errcode ?? 0) & 0xff] ?? failure.code ?? '';
	if (ADVICE[name]) return ADVICE[name];
	// knex writes `{statement} - {message}`; MySQL's driver has the message in a separate field.
	const message = failure.errcode === undefined ? failure.message : failure.message.split(' - ').at(-1);
	const [line = ''] = (failure.sqlMessage ?? message ?? '').split('\n');
	if (SERVER_ADVICE[name]) return `DATABASE_URL: ${line}. ${SERVER_ADVICE[name]}`;
	// Of mysql2, for a connection that cannot be made or ended.
	if (failure.fatal !== true) return line;
	return `DATABASE_URL: the database server cannot be reached (${line}). Check the host and the port, and that the server runs.`;
}
