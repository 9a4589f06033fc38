/** `npm run migrate`: migrates the configured database to the newest schema. */
import { describeFailure } from './connection/errors.ts';
import { openAlone } from './connection/open.ts';
import { migrate } from './migrate.ts';
import { loadEnvFile, readSettings } from '@dropwire/domain/settings';
import { databaseOptions, databaseSettings } from './settings.ts';

try {
	loadEnvFile();
	const settings = readSettings(databaseSettings);
	const db = await openAlone(databaseOptions(settings), 'migration');
	try {
		await migrate(db);
	} finally {
		await db.close();
	}
	console.log('dropwire: the database is at the newest version.');
} catch (error) {
	console.error(`dropwire: ${describeFailure(error)}`);
	process.exitCode = 1;
}
