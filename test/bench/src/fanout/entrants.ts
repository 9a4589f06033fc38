import type { TestDatabase } from '@dropwire/db/testing';
import { Redis } from 'ioredis';
import { durabilityOf, durabilityOfRedis, usageOfRedis, usageOfServer } from '../durability.ts';
import { engineSettings } from '../program.ts';
import { ENGINES, openBenchDatabase, subscribeAll } from '../setup.ts';
import type { Entrant } from './rounds.ts';
import { CONTENDERS, type ContenderName, type Target } from './target.ts';

export interface Entrants {
	entrants: Entrant[];
	/** The settings of the databases, one sentence each. */
	settings: string[];
	close(): Promise<void>;
}

/**
 * Dropwire on each available database, after the other contenders that are named. A contender whose server does not
 * respond is left out.
 */
export async function enter(
	origin: string,
	targets: readonly Target[],
	names: readonly ContenderName[],
): Promise<Entrants> {
	const redis = names.includes('bullmq') ? await openRedis() : null;
	const entrants: Entrant[] = names
		.filter((name) => name !== 'bullmq' || redis)
		.map((name) => ({
			label: CONTENDERS[name],
			setup: { name, origin },
			...(name === 'bullmq' && redis && { server: () => usageOfRedis(redis) }),
		}));
	const settings = redis ? [await durabilityOfRedis(redis)] : [];
	const databases: TestDatabase[] = [];
	for (const engine of ENGINES) {
		const db = await openBenchDatabase(engine);
		if (!db) continue;
		databases.push(db);
		await subscribeAll(db, targets);
		entrants.push(dropwireOn(db, `Dropwire on ${engine}`, origin));
		settings.push(await durabilityOf(db));
	}
	return {
		entrants,
		settings,
		async close() {
			redis?.disconnect();
			for (const db of databases) await db.close();
		},
	};
}

/** Dropwire with a database whose webhooks are subscribed, in a process with the settings of a deployed engine. */
export function dropwireOn(db: TestDatabase, label: string, origin: string): Entrant {
	const { url, dataDir } = db;
	const setup = { name: 'dropwire', origin, database: { url, dataDir } } as const;
	return { label, setup, server: () => usageOfServer(db), node: engineSettings() };
}

/** Redis on this machine; null if it does not respond. */
async function openRedis(): Promise<Redis | null> {
	const redis = new Redis({ host: '127.0.0.1', port: 6379, lazyConnect: true, retryStrategy: () => null });
	redis.on('error', () => {
		// The failed connection is the result, but ioredis also requires a listener.
	});
	try {
		await redis.connect();
		return redis;
	} catch {
		redis.disconnect();
		return null;
	}
}
