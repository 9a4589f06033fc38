/** `npm run backup -- FILE|FOLDER`: writes the database to a file while Dropwire runs. */
import { constants } from 'node:os';
import { describeFailure } from '../connection/errors.ts';
import { loadEnvFile, readArguments, readSettings } from '@dropwire/domain/settings';
import { databaseSettings, existingDatabaseOptions } from '../settings.ts';
import { backup } from './backup.ts';

/** What a restore needs, by the number of keys in the manifest. */
const NEEDED_KEYS = [
	'It has no webhooks, so it can be restored with any SECRET_KEY.',
	'It can be restored only with the SECRET_KEY of now: keep that apart from it.',
	'SECRET_KEY is being changed: it can be restored only with both the SECRET_KEY and the SECRET_KEY_PREVIOUS of now. ' +
		'Keep them apart from it.',
];

/** The signal that ends the backup. npm forwards Ctrl-C, which then arrives twice. */
let stoppedBy: 'SIGINT' | 'SIGTERM' | undefined;
const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
	process.on(name, () => {
		stoppedBy ??= name;
		stop.abort();
	});
}

const USAGE = `Usage: npm run backup -- FILE|FOLDER

Writes the whole database of DATABASE_URL to a file while everything runs.`;

try {
	const { positionals } = readArguments(USAGE, {}, { allowPositionals: true });
	loadEnvFile();
	const [target, ...more] = positionals;
	if (!target || more.length > 0) throw new Error('Name one file or folder: npm run backup -- FILE|FOLDER');
	const { file, manifest } = await backup(existingDatabaseOptions(readSettings(databaseSettings)), target, stop.signal);
	console.log(`dropwire: the backup is in ${file}. ${NEEDED_KEYS[manifest.keyChecks.length]}`);
} catch (error) {
	if (stoppedBy) {
		console.error(`dropwire: the backup was stopped by ${stoppedBy}. Its unfinished file was removed.`);
		process.exit(128 + constants.signals[stoppedBy]);
	}
	console.error(`dropwire: ${describeFailure(error)}`);
	process.exitCode = 1;
}
