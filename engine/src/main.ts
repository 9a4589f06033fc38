/** `npm run engine`: the pipeline as a process of its own; several share one MySQL database. */
import { generatedSecretKey, loadEnvFile, openDatabase, readSettings } from '@dropwire/db';
import { pino } from 'pino';
import { startEngine } from './engine.ts';
import { engineSettings, REAL_DISCORD, xKeys } from './settings.ts';

try {
	loadEnvFile();
	const settings = readSettings(engineSettings);
	const log = pino({ level: settings.LOG_LEVEL });
	const db = openDatabase({
		url: settings.DATABASE_URL,
		dataDir: settings.DATA_DIR,
		secretKey: settings.SECRET_KEY ?? generatedSecretKey(settings.DATA_DIR),
	});
	const engine = await startEngine({
		db,
		log,
		discordUrl: settings.DISCORD_URL ?? REAL_DISCORD,
		discordRequestsPerSecond: settings.DISCORD_REQUESTS_PER_SECOND,
		nikeApiUrl: settings.NIKE_API_URL,
		nikeCallsPerMinute: settings.NIKE_CALLS_PER_MINUTE,
		pollIntervalMs: settings.POLL_INTERVAL_MS,
		retentionDays: settings.RETENTION_DAYS,
		x: xKeys(settings),
	});
	log.info(engine.pulse(), 'the engine runs');
	const stop = () => {
		void engine.stop().then(() => db.close());
	};
	process.once('SIGTERM', stop);
	process.once('SIGINT', stop);
} catch (error) {
	console.error(`dropwire: ${(error as Error).message.split('\n')[0]}`);
	process.exit(1);
}
