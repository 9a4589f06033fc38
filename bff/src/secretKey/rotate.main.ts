/** `npm run rotate-key`: re-encrypts all data from SECRET_KEY_PREVIOUS to SECRET_KEY. */
import { checkMigrated, databaseSettings, describeFailure, existingDatabaseOptions, openDatabase } from '@dropwire/db';
import { loadEnvFile, readArguments, readSettings } from '@dropwire/domain/settings';
import { rotateKey } from './rotate.ts';

const NOT_SET =
	'SECRET_KEY_PREVIOUS is not set. Set SECRET_KEY to the new key and SECRET_KEY_PREVIOUS to the one of before, ' +
	'restart every process with both, and run this again.';
const UNREADABLE =
	'Some rows could be read with neither key. Set SECRET_KEY_PREVIOUS to the key that they were saved with, restart every ' +
	'process with it, and run this again. If that key is lost: sessions and retailer tokens are deleted when they expire, ' +
	'and webhooks must be saved again.';
const UNFINISHED =
	'Some rows still need SECRET_KEY_PREVIOUS. Make sure that every process runs with both keys, and run this again.';

const USAGE = `Usage: npm run rotate-key

Encrypts again with SECRET_KEY what is encrypted with SECRET_KEY_PREVIOUS, while everything runs. It can be repeated.`;

try {
	readArguments(USAGE, {});
	loadEnvFile();
	const settings = readSettings(databaseSettings);
	if (!settings.SECRET_KEY_PREVIOUS) throw new Error(NOT_SET);
	const db = openDatabase(existingDatabaseOptions(settings));
	try {
		await checkMigrated(db);
		const { counts, complete } = await rotateKey(db);
		for (const { table, rotated, unreadable, duplicate } of counts) {
			const rest = [
				unreadable > 0 && `${unreadable} could be read with neither key`,
				duplicate > 0 && `${duplicate} saved a second time under the new key: delete and save these webhooks again`,
			].filter(Boolean);
			console.log(`dropwire: ${table}: ${[`${rotated} re-encrypted`, ...rest].join(', ')}.`);
		}
		if (complete) {
			console.log(
				'dropwire: everything has the new key. Remove SECRET_KEY_PREVIOUS from the settings of every process and restart it. ' +
					'Sign-ins not used since the change end then; to keep them, wait 7 days.',
			);
		} else {
			throw new Error(counts.some(({ unreadable }) => unreadable > 0) ? UNREADABLE : UNFINISHED);
		}
	} finally {
		await db.close();
	}
} catch (error) {
	console.error(`dropwire: ${describeFailure(error)}`);
	process.exitCode = 1;
}
