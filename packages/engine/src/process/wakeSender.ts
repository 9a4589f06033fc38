import type { Logger } from 'pino';
import { openRedis } from './redis.ts';

/** Work for the engines: deliveries to send, or changed watch lists. */
export const WORK = ['deliveries', 'watchlists'] as const;
export type Work = (typeof WORK)[number];

/** Installations that share a Redis wake each other's engines too, which costs each of them one query. */
export const channelOf = (work: Work) => `dropwire:wake:${work}`;

/** How long a message waits for Redis, ms. Engines find the work without it too. */
const TIMEOUT_MS = 500;

/** Reports work to the engines of other processes. */
export interface WakeSender {
	/** Returns at once and never fails: while Redis is away, the engines poll the database. */
	send(work: Work): void;
	close(): void;
}

/** @param sender the sender's name, by which it recognizes its own messages */
export function openWakeSender(redisUrl: string, log: Logger, sender: string): WakeSender {
	const { redis } = openRedis(redisUrl, log, 'engines of other processes find new deliveries by polling', {
		enableOfflineQueue: false,
		maxRetriesPerRequest: 0,
		commandTimeout: TIMEOUT_MS,
	});
	return {
		send(work) {
			// The engines' polls find the work too, and the connection logs its own errors.
			redis.publish(channelOf(work), sender).catch(() => {});
		},
		close: () => redis.disconnect(),
	};
}

/** The engines of other processes, for a server that runs none itself. */
export function openRemoteEngine(redisUrl: string, log: Logger) {
	const sender = openWakeSender(redisUrl, log, 'server');
	return {
		/** Sends queued deliveries at once. Call it after queueing. */
		wake: () => sender.send('deliveries'),
		/** Checks new SKUs at once. Call it after changing the watch lists. */
		watchChanged: () => sender.send('watchlists'),
		close: () => sender.close(),
	};
}
