/** `npm run backup -- FILE|FOLDER`: writes the database to a file while Dropwire runs. */
import { describeFailure } from '../connection/errors.ts';
import { loadEnvFile, readSettings } from '@dropwire/domain/settings';
import { databaseOptions, databaseSettings } from '../settings.ts';
import { backup } from './backup.ts';

try {
	loadEnvFile();
	const [target, ...more] = process.argv.slice(2);
	if (!target || more.length > 0) throw new Error('Name one file or folder: npm run backup -- FILE|FOLDER');
	const file = await backup(databaseOptions(readSettings(databaseSettings)), target);
	console.log(
		`dropwire: the backup is in ${file}. It can be restored only with the SECRET_KEY of now: keep that apart from it.`,
	);
} catch (error) {
	console.error(`dropwire: ${describeFailure(error)}`);
	process.exitCode = 1;
}
