import { LRUCache } from 'lru-cache';

/** A short-lived cache. Every cache of this server whose entries can become outdated is a Memo. */
export interface Memo<Value extends object | string> {
	/**
	 * Returns the cached value or the result of `read`. Concurrent calls with the same key share one read; null is not
	 * cached.
	 */
	get<Result extends Value | null>(key: string, read: () => Promise<Result>): Promise<Value | Result>;
	/** Drops all entries, or the stale ones. Results of reads in progress are not cached either. */
	forget(isStale?: (value: Value) => boolean): void;
}

export interface MemoOptions {
	/** Lifetime of a value, ms, by the monotonic clock: a clock that is set back keeps nothing longer. */
	ttl: number;
	/** Limit of cached values. */
	max: number;
}

export function createMemo<Value extends object | string>({ ttl, max }: MemoOptions): Memo<Value> {
	const kept = new LRUCache<string, Value>({ ttl, max });
	const reads = new Map<string, Promise<Value | null>>();

	return {
		async get<Result extends Value | null>(key: string, read: () => Promise<Result>) {
			const value = kept.get(key);
			if (value !== undefined) return value;
			const shared = reads.get(key) as Promise<Result> | undefined;
			if (shared) return shared;
			const reading = read();
			reads.set(key, reading);
			try {
				const result = await reading;
				// After `forget`, this read may be older than the change that caused it.
				if (result !== null && reads.get(key) === reading) kept.set(key, result);
				return result;
			} finally {
				if (reads.get(key) === reading) reads.delete(key);
			}
		},
		forget(isStale) {
			reads.clear();
			if (!isStale) return kept.clear();
			const stale = [...kept].filter(([, value]) => isStale(value));
			for (const [key] of stale) kept.delete(key);
		},
	};
}
