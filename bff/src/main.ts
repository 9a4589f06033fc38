/** The production server. Its database must already be migrated to the newest version by `npm run migrate`. */
import { checkMigrated, describeFailure } from '@dropwire/db';
import { loadEnvFile, readArguments } from '@dropwire/domain/settings';
import { stopOnSignal } from '@dropwire/engine';
import { run } from './run.ts';
import { readServerSettings } from './settings.ts';

const USAGE = `Usage: npm run server

Starts the server. Settings are environment variables and the lines of .env in the current folder: .env.example lists them all.`;

try {
	readArguments(USAGE, {});
	loadEnvFile();
	const running = await run(readServerSettings(), checkMigrated);
	stopOnSignal(() => running.stop(), running.log);
	console.log(`dropwire: listening on ${running.origin}`);
} catch (error) {
	console.error(`dropwire: ${describeFailure(error)}`);
	process.exit(1);
}
