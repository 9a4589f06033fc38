/** `npm run rotate-key`: re-encrypts all data from SECRET_KEY_PREVIOUS to SECRET_KEY. */
import {
	checkMigrated,
	type Database,
	databaseSettings,
	describeFailure,
	existingDatabaseOptions,
	openDatabase,
} from '@dropwire/db';
import { loadEnvFile, readArguments, readSettings } from '@dropwire/domain/settings';
import { deleteUnreadable, rotateKey } from './rotate.ts';

const NOT_SET =
	'SECRET_KEY_PREVIOUS is not set. Set SECRET_KEY to the new key and SECRET_KEY_PREVIOUS to the one of before, ' +
	'restart every process with both, and run this again.';
const UNREADABLE =
	'Some rows could be read with neither key. Set SECRET_KEY_PREVIOUS to the key that they were saved with, restart every ' +
	'process with it, and run this again. If that key is lost, see "The key is lost" in docs/operations.md.';
const UNFINISHED =
	'Some rows still need SECRET_KEY_PREVIOUS. Make sure that every process runs with both keys, and run this again.';

const USAGE = `Usage: npm run rotate-key [-- --delete-unreadable]

Encrypts again with SECRET_KEY what is encrypted with SECRET_KEY_PREVIOUS, while everything runs. It can be repeated.
With --delete-unreadable, for a lost key: deletes the webhooks, sessions, linked roles and retailer tokens that neither key
opens. Stop everything and copy the database first (docs/operations.md).`;

try {
	const options = readArguments(USAGE, { 'delete-unreadable': { type: 'boolean' } });
	loadEnvFile();
	const settings = readSettings(databaseSettings);
	const deletes = options.values['delete-unreadable'] === true;
	if (!settings.SECRET_KEY_PREVIOUS && !deletes) throw new Error(NOT_SET);
	const db = openDatabase(existingDatabaseOptions(settings));
	try {
		await checkMigrated(db);
		await (deletes ? removeUnreadable(db) : rotate(db));
	} finally {
		await db.close();
	}
} catch (error) {
	console.error(`dropwire: ${describeFailure(error)}`);
	process.exitCode = 1;
}

async function removeUnreadable(db: Database): Promise<void> {
	const deleted = await deleteUnreadable(db);
	for (const [table, rows] of deleted) console.log(`dropwire: ${table}: ${rows} deleted that no key opens.`);
	console.log('dropwire: start every process, and save the deleted webhooks again. Everything else is kept.');
}

async function rotate(db: Database): Promise<void> {
	const { counts, complete } = await rotateKey(db);
	for (const { table, rotated, unreadable, duplicate } of counts) {
		const rest = [
			unreadable > 0 && `${unreadable} could be read with neither key`,
			duplicate > 0 && `${duplicate} saved a second time under the new key: delete and save these webhooks again`,
		].filter(Boolean);
		console.log(`dropwire: ${table}: ${[`${rotated} re-encrypted`, ...rest].join(', ')}.`);
	}
	if (!complete) throw new Error(counts.some(({ unreadable }) => unreadable > 0) ? UNREADABLE : UNFINISHED);
	console.log(
		'dropwire: everything has the new key. Remove SECRET_KEY_PREVIOUS from the settings of every process and restart it. ' +
			'Sign-ins not used since the change end then; to keep them, wait 7 days.',
	);
}
