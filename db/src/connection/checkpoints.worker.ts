import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** How often the length of the log is read, ms. */
const EVERY_MS = 100;
/** The log is copied once it has this many pages that are not in the file: each copy waits for the disk twice. */
const ENOUGH_PAGES = 250;
/** A shorter log is copied this long after the last copy, ms: an idle engine writes a few pages a second. */
const LONGEST_MS = 5000;

// Without a timeout, it waits for no transaction.
const database = new DatabaseSync(workerData as string, { timeout: 0 });
let statements: { read: StatementSync; copy: StatementSync } | undefined;
let copiedAt = 0;

const timer = setInterval(() => {
	try {
		// `noop` (SQLite 3.51) only reads. Passive: no transaction waits for the copy, either.
		statements ??= {
			read: database.prepare('pragma wal_checkpoint(noop)'),
			copy: database.prepare('pragma wal_checkpoint(passive)'),
		};
		const { log, checkpointed } = statements.read.get() as { log: number; checkpointed: number };
		const pages = log - checkpointed;
		const now = performance.now();
		if (pages === 0 || (pages < ENOUGH_PAGES && now - copiedAt < LONGEST_MS)) return;
		copiedAt = now;
		statements.copy.get();
	} catch {
		// A new database that is being set up, or a full disk. A commit copies the log once it is too long, and reports errors.
	}
}, EVERY_MS);

parentPort?.once('message', () => {
	clearInterval(timer);
	database.close();
});
