import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/** How often the lock is tried, ms: the precision of the result. */
const EVERY_MS = 2;
/** SQLITE_BUSY, https://www.sqlite.org/rescode.html. */
const BUSY = 5;

/**
 * Tries to take the write lock of an embedded database again and again. Transactions are seen from outside, so it does
 * not matter which process or thread runs them.
 * @returns ends the observation and returns the longest time in which every try failed, ms
 */
export function observeWriteLock(file: string): () => Promise<number> {
	const database = new DatabaseSync(file, { timeout: 0 });
	const stop = new AbortController();
	let longest = 0;
	const observing = (async () => {
		let failedSince: number | null = null;
		while (!stop.signal.aborted) {
			if (isFree(database)) failedSince = null;
			else longest = Math.max(longest, performance.now() - (failedSince ??= performance.now()) + EVERY_MS);
			await sleep(EVERY_MS);
		}
	})();
	return async () => {
		stop.abort();
		await observing;
		database.close();
		return longest;
	};
}

function isFree(database: DatabaseSync): boolean {
	try {
		database.exec('begin immediate; rollback');
		return true;
	} catch (error) {
		if ((error as { errcode?: number }).errcode !== BUSY) throw error;
		return false;
	}
}
