import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** How often the log is copied, ms. A page that changes several times until then is copied once. */
const EVERY_MS = 100;

// Without a timeout, it waits for no transaction.
const database = new DatabaseSync(workerData as string, { timeout: 0 });
let copy: StatementSync | undefined;

const timer = setInterval(() => {
	try {
		// Passive: no transaction waits for it, either.
		copy ??= database.prepare('pragma wal_checkpoint(passive)');
		copy.get();
	} catch {
		// A new database that is being set up, or a full disk. A commit copies the log once it is too long, and reports errors.
	}
}, EVERY_MS);

parentPort?.once('message', () => {
	clearInterval(timer);
	database.close();
});
