/** `npm run engine`: runs the pipeline as a separate process. Several such processes can share one MySQL database. */
import { checkMigrated, databaseOptions, describeFailure, openAlone } from '@dropwire/db';
import { loadEnvFile, readArguments, readSettings } from '@dropwire/domain/settings';
import { deprecationNotice, withShopUrls } from '@dropwire/retailers';
import { pino } from 'pino';
import manifest from '../package.json' with { type: 'json' };
import { startEngine } from './engine.ts';
import { serveMetrics } from './process/metricsServer.ts';
import { stopOnSignal } from './process/stopOnSignal.ts';
import { engineOptions, engineSettings } from './settings.ts';

const USAGE = `Usage: npm run engine

Starts an engine, which watches products and sends messages. Settings are environment variables and the lines of .env in the current folder: .env.example lists them all.`;

try {
	readArguments(USAGE, {});
	loadEnvFile();
	const settings = readSettings(engineSettings, withShopUrls());
	const log = pino({ level: settings.LOG_LEVEL });
	const notice = deprecationNotice();
	if (notice) log.warn(notice);
	const options = await engineOptions(settings);
	const db = await openAlone(databaseOptions(settings), 'engine');
	await checkMigrated(db);
	const engine = await startEngine({ db, log, ...options });
	const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token } = settings;
	const served =
		port === undefined ? null : await serveMetrics({ port, host, token }, { ...engine, version: manifest.version });
	stopOnSignal(async () => {
		try {
			await engine.stop();
		} finally {
			await served?.close();
			await db.close();
		}
	}, log);
	log.info(engine.pulse(), 'the engine runs');
} catch (error) {
	console.error(`dropwire: ${describeFailure(error)}`);
	process.exit(1);
}
