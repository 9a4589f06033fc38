import { chunks } from '@dropwire/domain';
import type { Database } from '@dropwire/db';
import type { Logger } from 'pino';
import { tableOf } from './slugs.ts';

/** Counts clicks in memory and writes them several times a minute, so that redirects do not wait for the database. */
export interface ClickCounter {
	count(slug: string): void;
	/** Writes the counted clicks. */
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
		// One statement updates all slugs of a table with the same count: most have one click.
		const groups = Map.groupBy(taken, ([slug, sum]) => `${tableOf(slug)} ${sum}`);
		try {
			await db.transaction(async (trx) => {
				for (const [group, slugs] of groups) {
					const [table = '', sum] = group.split(' ');
					for (const some of chunks(slugs, 500)) {
						const names = some.map(([slug]) => slug);
						await trx(table).whereIn('slug', names).increment('clicks', Number(sum));
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
