import type { Database } from '@dropwire/db';
import { chunks } from '@dropwire/domain';
import { every } from '@dropwire/domain/jobs';
import type { Logger } from 'pino';
import { tableOf } from './shortUrls.ts';

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
			throw error;
		}
	}
	const job = every(FLUSH_MS, write, {
		onError: (error) => log.error({ err: error }, 'counting clicks failed; they are kept for the next time'),
	});

	return {
		count: (slug) => counts.set(slug, (counts.get(slug) ?? 0) + 1),
		flush: () => job.now(),
		async close() {
			await job.now();
			await job.stop();
		},
	};
}
