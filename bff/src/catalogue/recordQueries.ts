import type { Database } from '@dropwire/db';
import { factsOfEntry, factsOfSnapshot, recordSeen, type Seen } from '@dropwire/engine';
import type { ProductQuery, QueriedProduct } from '@dropwire/retailers';
import { offerOf, type Region } from '@dropwire/domain';
import type { Logger } from 'pino';

/** A product query whose finds are recorded in the catalogue. */
export function recordingQuery(query: ProductQuery, { db, log }: { db: Database; log: Logger }): ProductQuery {
	/** Answers that were recorded: identical queries share one. */
	const recorded = new WeakSet<object>();
	return {
		...query,
		async find(sku, source) {
			const answer = await query.find(sku, source);
			if (!recorded.has(answer)) {
				recorded.add(answer);
				// A query answers although the database is away.
				await record(db, sku, answer.found).catch((err: unknown) =>
					log.error({ err, sku }, 'recording a query failed'),
				);
			}
			return answer;
		},
	};
}

async function record(db: Database, sku: string, found: ReadonlyMap<Region, QueriedProduct>): Promise<void> {
	const at = Date.now();
	const seen = [...found].flatMap(([region, { source: brand, entry, snapshot }]): Seen[] => {
		const facts = { ...factsOfEntry(entry, region), ...withoutUnknown(snapshot ? factsOfSnapshot(snapshot) : {}) };
		const offer = offerOf(snapshot?.category ?? '');
		return [{ brand, sku, region, offer, origin: 'queried', facts, at, isChange: false }];
	});
	if (seen.length > 0) await db.transaction((trx) => recordSeen(trx, seen));
}

function withoutUnknown<F extends object>(facts: F): Partial<F> {
	return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null)) as Partial<F>;
}
