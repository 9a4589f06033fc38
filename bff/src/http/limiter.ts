import { openRedis } from '@dropwire/engine';
import type { Logger } from 'pino';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { type LimitName, RATE_LIMITS } from '@dropwire/contract';
import { CallError } from './errors.ts';

/** Counts calls per user and per address, in memory, or in Redis when several servers share the count. */
export interface Limiter {
	/** @throws CallError 429 with the time to wait */
	take(name: LimitName, who: { user: string | null; address: string }): Promise<void>;
	/** False while Redis should share the count and does not answer, or answers with errors. */
	readonly shared: boolean;
	close(): void;
}

/** Several people can share an address, so its limit is this multiple of a user's. */
const ADDRESS_SHARE = 3;
/** How long a call waits for Redis, ms. */
const TIMEOUT_MS = 500;

/**
 * @param redisUrl without it, this process counts only its own calls
 * @param factor multiplies every limit
 */
export function createLimiter(redisUrl: string | undefined, log: Logger, factor: number): Limiter {
	const connection = redisUrl
		? openRedis(redisUrl, log, 'calls are counted in this process', {
				writes: true,
				enableOfflineQueue: false,
				maxRetriesPerRequest: 1,
				commandTimeout: TIMEOUT_MS,
			})
		: null;
	const redis = connection?.redis ?? null;
	const counter = (name: LimitName, kind: 'user' | 'address'): RateLimiterAbstract => {
		const { points, seconds } = RATE_LIMITS[name];
		const options = {
			keyPrefix: `dropwire:${name}:${kind}`,
			points: Math.max(1, Math.round(points * factor * (kind === 'address' ? ADDRESS_SHARE : 1))),
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
				const retryAfter = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
				const message = `Too many requests. Try again in ${retryAfter} second${retryAfter === 1 ? '' : 's'}.`;
				throw new CallError('rate_limited', message, undefined, { retryAfter });
			}
		},
		get shared() {
			return connection === null || connection.works;
		},
		close: () => redis?.disconnect(),
	};
}
