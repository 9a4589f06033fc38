import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { type LimitName, RATE_LIMITS } from '../../contract/endpoint.ts';
import { CallError } from './errors.ts';

/** Counts calls per user and per address; in memory, or in Redis where several servers share the count. */
export interface Limiter {
	/** @throws CallError 429 with the time to wait */
	take(name: LimitName, who: { user: string | null; address: string }): Promise<void>;
	close(): void;
}

/** An address may stand for a whole household or office: it has this many times what one user has. */
const ADDRESS_SHARE = 3;
/** A Redis that hangs must not keep calls waiting, ms. */
const PATIENCE_MS = 500;

/** @param redisUrl without it, this process counts alone */
export function createLimiter(redisUrl: string | undefined, log: Logger, factor = 1): Limiter {
	const redis = redisUrl
		? new Redis(redisUrl, { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: PATIENCE_MS })
		: null;
	let silent = false;
	redis?.on('error', ({ message }: Error) => {
		// The error itself has the command, and that the password; each attempt to connect brings one.
		if (!silent) log.warn({ reason: message }, 'Redis does not answer; calls are counted in this process');
		silent = true;
	});
	redis?.on('ready', () => {
		if (silent) log.info('Redis answers again');
		silent = false;
	});
	const counter = (name: LimitName, kind: 'user' | 'address'): RateLimiterAbstract => {
		const { points, seconds } = RATE_LIMITS[name];
		const options = {
			keyPrefix: `dropwire:${name}:${kind}`,
			points: points * factor * (kind === 'address' ? ADDRESS_SHARE : 1),
			duration: seconds,
		};
		const memory = new RateLimiterMemory(options);
		return redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory }) : memory;
	};
	const counters = new Map(
		(Object.keys(RATE_LIMITS) as LimitName[]).map((name) => [
			name,
			{ user: counter(name, 'user'), address: counter(name, 'address') },
		]),
	);

	return {
		async take(name, { user, address }) {
			const own = counters.get(name) as { user: RateLimiterAbstract; address: RateLimiterAbstract };
			try {
				await own.address.consume(address);
				if (user !== null) await own.user.consume(user);
			} catch (refused) {
				if (!(refused instanceof RateLimiterRes)) throw refused;
				throw new CallError('rate_limited', 'Too many of these calls. Wait a moment and try again.', undefined, {
					retryAfter: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)),
				});
			}
		},
		close: () => redis?.disconnect(),
	};
}
