import { type Database, openDatabase } from '@dropwire/db';
import { checkSecretKey, type Engine, startEngine, xKeys } from '@dropwire/engine';
import { pino } from 'pino';
import { startServer } from './server.ts';
import type { ServerSettings } from './settings.ts';

export interface Running {
	origin: string;
	db: Database;
	/** Ends everything within 5 s. */
	stop(): Promise<void>;
}

/**
 * Opens the database, starts the engine (unless it is its own process) and the server.
 * @param prepare runs once the database is open, before anything uses it
 */
export async function run(settings: ServerSettings, prepare: (db: Database) => Promise<void>): Promise<Running> {
	const log = pino({ level: settings.LOG_LEVEL });
	const db = openDatabase({ url: settings.DATABASE_URL, dataDir: settings.DATA_DIR, secretKey: settings.SECRET_KEY });
	let engine: Engine | null = null;
	const started: (() => Promise<void>)[] = [() => db.close()];
	const stop = async () => {
		for (const end of started.toReversed()) await end();
	};
	try {
		await prepare(db);
		await checkSecretKey(db);
		if (settings.ENGINE === 'inline') {
			engine = await startEngine({
				db,
				log,
				discordUrl: settings.DISCORD_URL,
				discordRequestsPerSecond: settings.DISCORD_REQUESTS_PER_SECOND,
				nikeApiUrl: settings.NIKE_API_URL,
				nikeCallsPerMinute: settings.NIKE_CALLS_PER_MINUTE,
				pollIntervalMs: settings.POLL_INTERVAL_MS,
				retentionDays: settings.RETENTION_DAYS,
				x: xKeys(settings),
			});
			const inline = engine;
			started.push(() => inline.stop());
		}
		const server = await startServer({ settings, db, log, engine });
		started.push(() => server.close());
		return { origin: server.origin, db, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
