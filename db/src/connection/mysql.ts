import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import knexModule, { type knex, type Knex } from 'knex';

// knex has no types for the path of its mysql2 dialect.
const Mysql2Client = createRequire(import.meta.url)('knex/lib/dialects/mysql2/index.js') as typeof knex.Client;

/**
 * Timeouts for a database that hangs, ms. The statement timeout is the longest: a wait for another transaction's lock
 * ends earlier, so the transaction is retried and does not count as an outage.
 */
const QUERY_MS = 10_000;
const LOCK_WAIT_S = 8;
const ACQUIRE_MS = 5000;
const CONNECT_MS = 4000;

/**
 * Read committed: the queue's claims and the lists never need gap locks, which only cause deadlocks. UTC: the
 * database's clock is read as epoch time, and a local hour that occurs twice would make it ambiguous. A connection that
 * is lost during a transaction keeps its locks until the server closes it; these settings make that one minute instead
 * of eight hours.
 */
const SESSION = [
	'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
	`SET SESSION innodb_lock_wait_timeout = ${LOCK_WAIT_S}`,
	`SET SESSION time_zone = '+00:00'`,
	'SET SESSION wait_timeout = 60',
];

/** Schema changes and the wait for the migration lock have no timeout. */
const UNTIMED = /^\s*(alter|create|drop|rename|optimize|analyze|truncate)\b|\bget_lock\s*\(/i;

/** The subset of mysql2's connection that is used here. */
interface Connection {
	stream: Socket;
	query(options: { sql: string; timeout: number }, done: (error: unknown) => void): void;
}
interface Query {
	sql: string;
	options?: Record<string, unknown>;
}

/** knex's mysql2 dialect with a statement timeout. Connections that hang are not used again. */
function timedClient(): typeof knex.Client {
	// Not class fields: knex creates a transaction's client without calling the constructor.
	const madeAt = new WeakMap<Connection, number>();
	/** Connections opened before this time (`performance.now()`) also hang, because they use the same network path. */
	let hungAt = -1;
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
				if ((error as { code?: string }).code === 'PROTOCOL_SEQUENCE_TIMEOUT') {
					// A late answer must not be mistaken for the answer to a later statement.
					connection.stream.destroy();
					hungAt = performance.now();
				}
				throw error;
			}
		}

		override async validateConnection(connection: Connection): Promise<boolean> {
			if ((madeAt.get(connection) ?? 0) > hungAt) return super.validateConnection(connection);
			connection.stream.destroy();
			return false;
		}
	};
}

/** The parts of `mysql://user:password@host:port/name`. */
export function mysqlAddress(url: string) {
	const address = new URL(url);
	return {
		host: address.hostname,
		port: Number(address.port || 3306),
		user: decodeURIComponent(address.username),
		password: decodeURIComponent(address.password),
		database: address.pathname.slice(1),
	};
}

/** @param url `mysql://user:password@host:port/name` */
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
