/** `npm run restore -- FILE [--force] [--keep-pending]`: replaces the database with a backup while Dropwire is stopped. */
import { describeFailure } from '../connection/errors.ts';
import { loadEnvFile, readArguments, readSettings } from '@dropwire/domain/settings';
import { databaseSettings, existingDatabaseOptions } from '../settings.ts';
import { restore } from './restore.ts';

const USAGE = `Usage: npm run restore -- FILE [--force] [--keep-pending]

Replaces the database of DATABASE_URL with a backup while Dropwire is stopped.

  --force         deletes the tables that the database has
  --keep-pending  keeps waiting messages and sessions, to move to another machine`;

try {
	const { values, positionals } = readArguments(
		USAGE,
		{ force: { type: 'boolean', default: false }, 'keep-pending': { type: 'boolean', default: false } },
		{ allowPositionals: true },
	);
	loadEnvFile();
	const [file, ...more] = positionals;
	if (!file || more.length > 0) throw new Error('Name one backup: npm run restore -- FILE [--force] [--keep-pending]');
	const { manifest, dropped } = await restore(existingDatabaseOptions(readSettings(databaseSettings)), file, {
		force: values.force,
		keepPending: values['keep-pending'],
	});
	console.log(`dropwire: the database is as it was at ${manifest.createdAt}. Now run: npm run migrate`);
	if (!values['keep-pending']) {
		console.log(
			`dropwire: ${dropped} messages that were waiting then are marked as failed; everybody must sign in again.`,
		);
	}
} catch (error) {
	console.error(`dropwire: ${describeFailure(error)}`);
	process.exitCode = 1;
}
