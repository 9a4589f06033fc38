import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from 'pino';

/** How often an open connection is tried, and how long an answer may take before the connection is replaced, ms. */
const [TRY_MS, ANSWER_MS] = [1000, 1000];

/** Of Redis's client; the others keep their defaults. */
type Options = Pick<RedisOptions, 'autoResubscribe' | 'commandTimeout' | 'enableOfflineQueue' | 'maxRetriesPerRequest'>;

/** A key that can be written to try whether Redis takes writes; it expires at once. */
const TRY_KEY = 'dropwire:try';

export interface RedisConnection {
	redis: Redis;
	/** Whether Redis is connected, and did not answer the last try with an error. */
	readonly works: boolean;
}

/**
 * Connects to Redis, again and again while it is away or hangs, and after a failover that made it a replica. Logs once when
 * it stops working and once when it works again.
 * @param without what happens while it does not work, for the log
 * @param writes whether the connection is for writing, which a Redis whose memory is full or a replica rejects
 */
export function openRedis(
	url: string,
	log: Logger,
	without: string,
	{ writes = false, ...options }: Options & { writes?: boolean },
): RedisConnection {
	// Behind the same address, there may be another one that is not a replica.
	const reconnectOnError = ({ message }: Error) => message.startsWith('READONLY');
	const redis = new Redis(url, { ...options, socketTimeout: ANSWER_MS, reconnectOnError });
	let failing = false;
	const fail = (reason: string, problem: string) => {
		if (!failing) log.warn({ reason }, `${problem}; ${without}`);
		failing = true;
	};
	const succeed = () => {
		if (failing) log.info('Redis answers again');
		failing = false;
	};
	// A subscriber sends no commands of its own, so without these a Redis that hangs would not be detected on its connection.
	const attempt = async () => {
		if (redis.status !== 'ready') return;
		try {
			await (writes ? redis.set(TRY_KEY, '', 'PX', 1) : redis.ping());
			succeed();
		} catch (error) {
			// The timeout closes the connection, which logs the reason.
			const { name, message } = error as Error;
			if (name === 'ReplyError') fail(message, 'Redis answers with an error');
		}
	};
	const tries = setInterval(() => void attempt(), TRY_MS).unref();
	redis.on('end', () => clearInterval(tries));
	redis.on('error', ({ message }: Error) => {
		// Logs only the message: the error object contains the password. Every connection attempt causes an error.
		fail(message, 'Redis does not answer');
	});
	redis.on('ready', () => void attempt());
	return {
		redis,
		get works() {
			return redis.status === 'ready' && !failing;
		},
	};
}
