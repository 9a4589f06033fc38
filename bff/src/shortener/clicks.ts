import type { Database } from '@dropwire/db';
import type { Logger } from 'pino';

/** Counts clicks in memory and writes them a few times a minute, so that no redirect waits for it. */
export interface ClickCounter {
	count(slug: string): void;
	/** Writes what is counted. */
	flush(): Promise<void>;
	close(): Promise<void>;
}

const FLUSH_MS = 2000;

export function createClickCounter(db: Database, log: Logger): ClickCounter {
	let counts = new Map<string, number>();
	let flushing: Promise<void> = Promise.resolve();

	async function write(): Promise<void> {
		const taken = counts;
		if (taken.size === 0) return;
		counts = new Map();
		// Slugs with equal counts in one statement: most have been followed once.
		const bySum = Map.groupBy(taken, ([, sum]) => sum);
		try {
			await db.transaction(async (trx) => {
				for (const [sum, slugs] of bySum) {
					for (let at = 0; at < slugs.length; at += 500) {
						const some = slugs.slice(at, at + 500).map(([slug]) => slug);
						await trx('short_urls').whereIn('slug', some).increment('clicks', sum);
					}
				}
			});
		} catch (error) {
			for (const [slug, sum] of taken) counts.set(slug, (counts.get(slug) ?? 0) + sum);
			log.error({ err: error }, 'counting clicks failed; they are kept for the next time');
		}
	}
	const flush = () => {
		flushing = flushing.then(write);
		return flushing;
	};
	const timer = setInterval(() => void flush(), FLUSH_MS);

	return {
		count: (slug) => counts.set(slug, (counts.get(slug) ?? 0) + 1),
		flush,
		async close() {
			clearInterval(timer);
			await flush();
		},
	};
}
