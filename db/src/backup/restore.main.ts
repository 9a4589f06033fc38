/** `npm run restore -- FILE [--force] [--keep-pending]`: replaces the database with a backup while Dropwire is stopped. */
import { parseArgs } from 'node:util';
import { describeFailure } from '../connection/errors.ts';
import { loadEnvFile, readSettings } from '@dropwire/domain/settings';
import { databaseSettings, existingDatabaseOptions } from '../settings.ts';
import { restore } from './restore.ts';

try {
	loadEnvFile();
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { force: { type: 'boolean', default: false }, 'keep-pending': { type: 'boolean', default: false } },
	});
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
