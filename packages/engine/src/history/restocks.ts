import { setImmediate } from 'node:timers/promises';
import type { HistorySeries, Knex } from '@dropwire/db';
import { restocksOf, staysOf } from '@dropwire/domain';
import { unpack } from './packed.ts';

/** Since when a product's history is known, and its restocks since a moment, epoch ms. */
export interface PastRestocks {
	since: number;
	restocks: readonly number[];
}

/**
 * The restocks of these products, in two statements.
 * @param skus at most 100; those without a history are missing
 * @param from older chunks of points are not read, epoch ms
 */
export async function readRestocks(
	knex: Knex,
	place: Pick<HistorySeries, 'source' | 'region' | 'offer'>,
	skus: readonly string[],
	from: number,
): Promise<Map<string, PastRestocks>> {
	const series = await knex('history_series')
		.where(place)
		.whereIn('sku', [...skus])
		.select('id', 'sku', 'firstAt', 'tail');
	const ids = series.map(({ id }) => id);
	const chunks = await knex('history_chunks')
		.whereIn('seriesId', ids)
		.where('firstAt', '>=', from)
		.orderBy(['seriesId', 'firstAt'])
		.select('seriesId', 'packed');
	const bySeries = Map.groupBy(chunks, ({ seriesId }) => seriesId);
	const found = new Map<string, PastRestocks>();
	for (const { id, sku, firstAt, tail } of series) {
		const packed = [...(bySeries.get(id) ?? []).map((chunk) => chunk.packed), tail];
		const points = packed.flatMap((chunk) => unpack(chunk));
		// Of a day that is one point, only the number of its restocks is known, not their times.
		const restocks = restocksOf(staysOf(points)).map(({ at }) => at);
		found.set(sku, { since: Math.max(from, firstAt), restocks: restocks.filter((at) => at >= from) });
		// Years of points take a while to read: other work goes on between the products.
		await setImmediate();
	}
	return found;
}
