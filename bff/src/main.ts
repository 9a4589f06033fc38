/** The server as production runs it, on a database that `npm run migrate` has brought to the newest version. */
import { loadEnvFile, TopicRow } from '@dropwire/db';
import { run } from './run.ts';
import { readServerSettings } from './settings.ts';

try {
	loadEnvFile();
	const running = await run(readServerSettings(), async ({ knex }) => {
		await TopicRow.query(knex)
			.first()
			.catch((error: Error & { code?: string; nativeError?: { code?: string } }) => {
				const code = error.nativeError?.code ?? error.code ?? '';
				throw /NO_SUCH_TABLE|SQLITE_ERROR|ERR_SQLITE/.test(code) || error.message.includes('no such table')
					? new Error('The database has no tables yet. Run: npm run migrate')
					: error;
			});
	});
	console.log(`dropwire: listening on ${running.origin}`);
	const stop = () => void running.stop();
	process.once('SIGTERM', stop);
	process.once('SIGINT', stop);
} catch (error) {
	console.error(`dropwire: ${(error as Error).message.split('\n')[0]}`);
	process.exit(1);
}
