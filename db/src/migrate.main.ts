/** `npm run migrate`: brings the database of the settings to the newest schema. */
import { openDatabase } from './connection/open.ts';
import { migrate } from './migrate.ts';
import { generatedSecretKey } from './secrets/secretKey.ts';
import { databaseSettings, loadEnvFile, readSettings } from './settings/settings.ts';

try {
	loadEnvFile();
	const settings = readSettings(databaseSettings);
	const db = openDatabase({
		url: settings.DATABASE_URL,
		dataDir: settings.DATA_DIR,
		secretKey: settings.SECRET_KEY ?? generatedSecretKey(settings.DATA_DIR),
	});
	try {
		await migrate(db);
	} finally {
		await db.close();
	}
	console.log('dropwire: the database is at the newest version.');
} catch (error) {
	console.error(`dropwire: ${(error as Error).message.split('\n')[0]}`);
	process.exitCode = 1;
}
