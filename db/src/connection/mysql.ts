import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { getCACertificates } from 'node:tls';
import knexModule, { type knex, type Knex } from 'knex';
import { isNotServing } from './errors.ts';

/** knex's client, whose types lack the step of `query` that each dialect provides. */
type Client = InstanceType<typeof knex.Client> & {
	_query(connection: Connection, query: Query): Promise<unknown>;
};
// knex has no types for the path of its mysql2 dialect. `Omit` keeps the static members and drops the constructor.
const Mysql2Client = createRequire(import.meta.url)('knex/lib/dialects/mysql2/index.js') as Omit<
	typeof knex.Client,
	never
> &
	(new (config: Knex.Config) => Client);

/**
 * Timeouts for a database that hangs, ms. The statement timeout is the longest: a wait for another transaction's lock
 * ends earlier, so the transaction is retried and does not count as an outage.
 */
const QUERY_MS = 10_000;
const LOCK_WAIT_S = 8;
/** As long as a lease: a process that pauses for longer has lost its webhooks, too. */
const IDLE_TRANSACTION_S = 10;
const ACQUIRE_MS = 5000;
const CONNECT_MS = 4000;
/** mysql2's code for a statement that took longer than its timeout. */
const TIMEOUT = 'PROTOCOL_SEQUENCE_TIMEOUT';

/**
 * A process that stops during a transaction, or loses its connection, keeps its locks until the server closes the
 * connection: after one minute instead of eight hours. MariaDB closes it sooner, and MySQL, which has no such setting,
 * reads that part as a comment.
 */
export const IDLE_LIMITS = `SET SESSION wait_timeout = 60 /*M! , idle_transaction_timeout = ${IDLE_TRANSACTION_S} */`;
/** For a connection that holds a lock while something else works, for up to a day. */
export const IDLE_FOR_LONG = 'SET SESSION wait_timeout = 86400 /*M! , idle_transaction_timeout = 0 */';

/**
 * Read committed: the queue's claims and the lists never need gap locks, which only cause deadlocks. UTC: the
 * database's clock is read as epoch time, and a local hour that occurs twice would make it ambiguous.
 */
const SESSION = [
	'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
	// MySQL's default of 1 KiB cuts off a person's grants.
	`SET SESSION innodb_lock_wait_timeout = ${LOCK_WAIT_S}, SESSION group_concat_max_len = 1048576`,
	`SET SESSION time_zone = '+00:00'`,
	IDLE_LIMITS,
];

/** Schema changes and the wait for the migration lock have no timeout. */
const UNTIMED = /^\s*(alter|create|drop|rename|optimize|analyze|truncate)\b|\bget_lock\s*\(/i;

/** The subset of mysql2's connection that is used here. */
interface Connection {
	stream: Socket;
	query(options: { sql: string; timeout: number }, done: (error: unknown) => void): void;
	execute(options: { sql: string }, bindings: unknown, done: (error: unknown, rows: unknown) => void): void;
}
interface Query {
	sql: string;
	bindings?: readonly unknown[];
	options?: Record<string, unknown>;
	/** Whether each connection prepares the statement once and keeps it: for constant texts that are read often. */
	prepared?: boolean;
}

/** knex's mysql2 dialect with a statement timeout and prepared statements. Connections that hang are not used again. */
function timedClient(): typeof knex.Client {
	// Not class fields: knex creates a transaction's client without calling the constructor.
	const madeAt = new WeakMap<Connection, number>();
	/** Connections opened before this time (`performance.now()`) are not used again: they use the same network path, or server. */
	let staleUntil = -1;
	return class TimedMysqlClient extends Mysql2Client {
		override async acquireRawConnection(): Promise<Connection> {
			const connection = (await super.acquireRawConnection()) as Connection;
			madeAt.set(connection, performance.now());
			return connection;
		}

		override async query(connection: Connection, asked: string | Query): Promise<unknown> {
			const query: Query = typeof asked === 'string' ? { sql: asked } : asked;
			if (!UNTIMED.test(query.sql)) query.options = { timeout: QUERY_MS, ...query.options };
			try {
				return (await super.query(connection, query)) as unknown;
			} catch (error) {
				if ((error as { code?: string }).code === TIMEOUT) {
					// A late answer must not be mistaken for the answer to a later statement.
					connection.stream.destroy();
					staleUntil = performance.now();
				}
				// A failover or a proxy may have put another server behind the address. A transaction ends on its own connection.
				if (isNotServing(error)) staleUntil = performance.now();
				throw error;
			}
		}

		override async _query(connection: Connection, query: Query): Promise<unknown> {
			// oxlint-disable-next-line no-underscore-dangle -- knex's name for it
			if (!query.prepared) return super._query(connection, query);
			const { sql, bindings } = query;
			const rows = await new Promise((resolve, reject) => {
				// mysql2's own timeout does not include the preparation.
				const timer = setTimeout(() => reject(Object.assign(new Error('Timeout'), { code: TIMEOUT })), QUERY_MS);
				connection.execute({ sql }, bindings, (error, found) => {
					clearTimeout(timer);
					if (error) reject(error);
					else resolve(found);
				});
			});
			return Object.assign(query, { response: [rows] });
		}

		override async validateConnection(connection: Connection): Promise<boolean> {
			if ((madeAt.get(connection) ?? 0) > staleUntil) return super.validateConnection(connection);
			connection.stream.destroy();
			return false;
		}
	};
}

/** The parts of `mysql://user:password@host:port/name?ssl=true&sslCa=path`. @throws Error when `sslCa` is no readable file */
export function mysqlAddress(url: string) {
	const address = new URL(url);
	const isSecure = address.searchParams.get('ssl') === 'true';
	return {
		...(isSecure && { ssl: { ca: trustedCas(address.searchParams.get('sslCa')), verifyIdentity: true } }),
		// An IPv6 address is in brackets there.
		host: address.hostname.replace(/^\[|\]$/g, ''),
		port: Number(address.port || 3306),
		user: decodeURIComponent(address.username),
		password: decodeURIComponent(address.password),
		database: address.pathname.slice(1),
	};
}

/** The certificates that can have signed the server's, in PEM: those in the file, or those that Node and the system trust. */
function trustedCas(file: string | null): string | string[] {
	return file === null ? [...getCACertificates('default'), ...getCACertificates('system')] : readFileSync(file, 'utf8');
}

/** @param url `mysql://user:password@host:port/name` with the options of `mysqlAddress` */
export function openMysql(url: string, log: Knex.Config['log']): Knex {
	return knexModule({
		client: timedClient(),
		connection: {
			...mysqlAddress(url),
			charset: 'utf8mb4',
			timezone: 'Z',
			supportBigNumbers: true,
			connectTimeout: CONNECT_MS,
		},
		acquireConnectionTimeout: ACQUIRE_MS,
		...(log && { log }),
		pool: {
			min: 0,
			max: 10,
			createTimeoutMillis: ACQUIRE_MS,
			afterCreate(connection: Connection, done: (error: unknown, connection: unknown) => void) {
				const [first, ...rest] = SESSION;
				const set = (sql: string | undefined, left: readonly string[]) => {
					if (sql === undefined) return done(null, connection);
					return connection.query({ sql, timeout: CONNECT_MS }, (error) => {
						if (error) done(error, connection);
						else set(left[0], left.slice(1));
					});
				};
				set(first, rest);
			},
		},
	});
}
