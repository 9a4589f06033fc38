import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from 'pino';

/** How often an open connection is tried, and how long an answer may take before the connection is replaced, ms. */
const [TRY_MS, ANSWER_MS] = [1000, 1000];

/** Of Redis's client; the others keep their defaults. */
type Options = Pick<RedisOptions, 'autoResubscribe' | 'commandTimeout' | 'enableOfflineQueue' | 'maxRetriesPerRequest'>;

/**
 * Connects to Redis, again and again while it is away or hangs. Logs once when it goes away and once when it is back.
 * @param without what happens while it is away, for the log
 */
export function openRedis(url: string, log: Logger, without: string, options: Options): Redis {
	const redis = new Redis(url, { ...options, socketTimeout: ANSWER_MS });
	// A subscriber sends no commands of its own, so without these a Redis that hangs would not be detected on its connection.
	const tries = setInterval(() => {
		// Its timeout closes the connection, which logs the reason.
		if (redis.status === 'ready') redis.ping().catch(() => {});
	}, TRY_MS).unref();
	redis.on('end', () => clearInterval(tries));
	let silent = false;
	redis.on('error', ({ message }: Error) => {
		// Logs only the message: the error object contains the password. Every connection attempt causes an error.
		if (!silent) log.warn({ reason: message }, `Redis does not answer; ${without}`);
		silent = true;
	});
	redis.on('ready', () => {
		if (silent) log.info('Redis answers again');
		silent = false;
	});
	return redis;
}
