import AsyncLock from 'async-lock';

/**
 * Runs work with the same key one at a time, in the order of the calls; work with different keys runs concurrently. A key
 * takes memory only while work with it is running or queued.
 */
class KeyedMutex {
	readonly #lock = new AsyncLock({ maxPending: Number.POSITIVE_INFINITY });

	/** @returns the result of the work; failed work does not affect the next call */
	run<T>(key: string, work: () => Promise<T>): Promise<T> {
		return this.#lock.acquire(key, work);
	}
}

/** Two mutexes, because in servers created before 2017 the first channel has the id of its server. */
export class Locks {
	readonly guild = new KeyedMutex();
	readonly channel = new KeyedMutex();
}
