import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** How often the log is copied, ms. A page that changes several times until then is copied once. */
const EVERY_MS = 200;
// Without a timeout, it waits for no transaction.
const database = new DatabaseSync(workerData as string, { timeout: 0 });
// Passive: no transaction waits for it, either.
const copy = database.prepare('pragma wal_checkpoint(passive)');

const timer = setInterval(() => {
	try {
		copy.get();
	} catch {
		// For example a full disk. A commit copies the log once it is too long, and reports the error.
	}
}, EVERY_MS);

parentPort?.once('message', () => {
	clearInterval(timer);
	database.close();
});
