import type { Database } from '@dropwire/db';
import type { Logger } from 'pino';
import { Dispatcher } from './delivery/dispatcher.ts';
import { checkSecretKey } from './matching/secretKey.ts';
import { Monitor, type RegionPulse } from './monitor/monitor.ts';
import { createNikeSource } from './sources/nike/nike.ts';
import { Poster, type XKeys } from './social/poster.ts';
import { forgetExpired, prune } from './upkeep/prune.ts';
import { Workers } from './workers.ts';

export interface EngineOptions {
	db: Database;
	log: Logger;
	discordUrl: string;
	discordRequestsPerSecond: number;
	nikeApiUrl: string;
	nikeCallsPerMinute: number;
	pollIntervalMs: number;
	retentionDays: number;
	/** Null or unset while X is not connected: posts are composed and kept. */
	x?: XKeys | null;
	/** Stock news of one product at most so often, ms; 60 s unless said. */
	quietMs?: number;
	/** The pause after so many failures in a row, ms. */
	retryPause?: (failures: number) => number;
	/** How long Discord may take to answer, ms. */
	discordTimeoutMs?: number;
}

/** How the engine fares, for people to look at. */
export interface EnginePulse {
	worker: string;
	liveWorkers: number;
	inFlight: number;
	heldWebhooks: number;
	invalidAnswers: number;
	roundMs: number;
	regions: RegionPulse[];
}

export interface Engine {
	/** Something was queued: dispatch it now. */
	wake(): void;
	/** The watch lists changed: look at what is new now. */
	watchChanged(): void;
	pulse(): EnginePulse;
	/** Ends within 5 s: what is under way is finished and recorded, leases are given back. */
	stop(): Promise<void>;
}

const PRUNE_EVERY_MS = 3_600_000;
const FORGET_EVERY_MS = 30_000;

/**
 * Starts the pipeline on a migrated database: it watches, composes, stores and sends until it is stopped.
 * @throws SettingsError when the secret key is not the one that the data was saved with
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
	const { db, log } = options;
	await checkSecretKey(db);
	const workers = new Workers(db, log, (count) => dispatcher.shareWith(count));
	const dispatcher = new Dispatcher({
		db,
		log,
		worker: workers.id,
		discordUrl: options.discordUrl,
		requestsPerSecond: options.discordRequestsPerSecond,
		...(options.retryPause && { pause: options.retryPause }),
		...(options.discordTimeoutMs && { timeoutMs: options.discordTimeoutMs }),
	});
	const poster = new Poster({
		db,
		log,
		keys: options.x ?? null,
		...(options.retryPause && { pause: options.retryPause }),
	});
	const source = createNikeSource({ apiUrl: options.nikeApiUrl });
	const monitor = new Monitor({
		db,
		log,
		source,
		worker: workers.id,
		liveWorkers: () => workers.live(),
		intervalMs: options.pollIntervalMs,
		callsPerMinute: options.nikeCallsPerMinute,
		...(options.quietMs !== undefined && { quietMs: options.quietMs }),
		onEvent: () => {
			dispatcher.wake();
			poster.wake();
		},
	});

	await workers.start();
	dispatcher.shareWith(workers.live().length);
	await dispatcher.start();
	await monitor.start();
	poster.start();
	const pruning = setInterval(() => {
		prune(db, options.retentionDays).catch((error: unknown) => log.error({ err: error }, 'pruning failed'));
	}, PRUNE_EVERY_MS);
	const forgetting = setInterval(() => {
		forgetExpired(db).catch((error: unknown) => log.error({ err: error }, 'dropping what expired failed'));
	}, FORGET_EVERY_MS);

	return {
		wake: () => {
			dispatcher.wake();
			poster.wake();
		},
		watchChanged: () => void monitor.refresh(),
		pulse: () => ({
			worker: workers.id,
			liveWorkers: workers.live().length,
			...dispatcher.figures(),
			...monitor.pulse(),
		}),
		async stop() {
			clearInterval(pruning);
			clearInterval(forgetting);
			await monitor.stop();
			await source.close();
			await dispatcher.stop();
			await poster.stop();
			await workers.stop();
		},
	};
}
