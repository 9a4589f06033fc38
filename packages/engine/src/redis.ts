import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from 'pino';

/** Of Redis's client; the others keep their defaults. */
type Options = Pick<RedisOptions, 'autoResubscribe' | 'commandTimeout' | 'enableOfflineQueue' | 'maxRetriesPerRequest'>;

/**
 * Connects to Redis, again and again while it is away. Logs once when it goes away and once when it is back.
 * @param without what happens while it is away, for the log
 */
export function openRedis(url: string, log: Logger, without: string, options: Options): Redis {
	const redis = new Redis(url, options);
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
