import { LRUCache } from 'lru-cache';

/**
 * Answers that do not depend on who asks, kept for a moment: many look at the same list at once. A write of this process
 * forgets them all, so that nobody misses what they just did.
 */
export interface Answers {
	/** The answer as it was a moment ago, or as `make` makes it now; equal questions at once share one. */
	get(key: string, make: () => Promise<string>): Promise<string>;
	forget(): void;
}

export const KEPT_MS = 500;
const MOST_BYTES = 32 * 1024 * 1024;

export function createAnswers(): Answers {
	const kept = new LRUCache<string, string>({
		maxSize: MOST_BYTES,
		sizeCalculation: (text) => text.length + 1,
		ttl: KEPT_MS,
	});
	const making = new Map<string, Promise<string>>();
	let era = 0;

	return {
		async get(key, make) {
			const known = kept.get(key);
			if (known !== undefined) return known;
			const under = making.get(key);
			if (under) return under;
			const begun = era;
			const made = make();
			making.set(key, made);
			try {
				const text = await made;
				// What was read before a write is not kept beyond it.
				if (begun === era) kept.set(key, text);
				return text;
			} finally {
				if (making.get(key) === made) making.delete(key);
			}
		},
		forget() {
			era++;
			kept.clear();
			making.clear();
		},
	};
}
