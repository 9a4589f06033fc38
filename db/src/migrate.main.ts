/** `npm run migrate`: migrates the configured database to the newest schema. */
import { describeFailure } from './connection/errors.ts';
import { openAlone } from './connection/open.ts';
import { clusterSize } from './connection/serverSettings.ts';
import { migrate } from './migrate.ts';
import { loadEnvFile, readArguments, readSettings } from '@dropwire/domain/settings';
import { databaseOptions, databaseSettings } from './settings.ts';

const ON_CLUSTER =
	'dropwire: the database is a Galera cluster, on which the lock against a second migration counts for one node only: run no ' +
	'other one at the same time.';

const USAGE = `Usage: npm run migrate

Migrates the database of DATABASE_URL to the newest schema. It can be repeated.`;

try {
	readArguments(USAGE, {});
	loadEnvFile();
	const settings = readSettings(databaseSettings);
	const db = await openAlone(databaseOptions(settings), 'migration');
	try {
		if ((await clusterSize(db)) > 1) console.warn(ON_CLUSTER);
		await migrate(db);
	} finally {
		await db.close();
	}
	console.log('dropwire: the database is at the newest version.');
} catch (error) {
	console.error(`dropwire: ${describeFailure(error)}`);
	process.exitCode = 1;
}
