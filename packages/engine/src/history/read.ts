import type { HistorySeries, Knex } from '@dropwire/db';
import type { HistoryPoint } from '@dropwire/domain';
import { unpack } from './packed.ts';

/** The chunks that are read of one history, the newest: more than 100,000 points. */
const MAX_CHUNKS = 1000;
/** The chunks that are read together while all points are read. */
const PAGE = 100;

/** What is read of a history. */
interface ReadHistory {
	/** From the oldest. */
	points: HistoryPoint[];
	/** Whether older points are left out. */
	isCut: boolean;
}

/**
 * The newest points of one history; null if the offer was never checked in the region. One statement, so that what is written
 * in the meantime is either in it or not.
 */
export async function readHistory(
	knex: Knex,
	series: Pick<HistorySeries, 'source' | 'sku' | 'region' | 'offer'>,
	{ maxChunks = MAX_CHUNKS } = {},
): Promise<ReadHistory | null> {
	const { source, sku, region, offer } = series;
	const own = { 's.source': source, 's.sku': sku, 's.region': region, 's.offer': offer };
	const chunks = knex('history_series as s')
		.join('history_chunks as c', 'c.seriesId', 's.id')
		.where(own)
		.orderBy('c.firstAt', 'desc')
		.limit(maxChunks + 1)
		.select('c.firstAt as at', 'c.packed as packed');
	const rows: { at: number; packed: Uint8Array }[] = await knex
		.select('at', 'packed')
		.from(chunks.as('chunks'))
		.unionAll(knex('history_series as s').where(own).select('s.lastAt as at', 's.tail as packed'));
	if (rows.length === 0) return null;
	const isCut = rows.length > maxChunks + 1;
	const read = rows.sort((a, b) => a.at - b.at).slice(isCut ? 1 : 0);
	return { points: read.flatMap(({ packed }) => unpack(packed)), isCut };
}

/** All points of one history, from the oldest, in parts of about 10,000. */
export async function* readAllPoints(knex: Knex, seriesId: number): AsyncGenerator<HistoryPoint[]> {
	let after = Number.NEGATIVE_INFINITY;
	for (let isEnd = false; !isEnd;) {
		// Before the chunks: if it is filled in between, its points are read twice and left out once, by their times.
		const series = await knex('history_series').where({ id: seriesId }).first('tail');
		const rows = await knex('history_chunks')
			.where({ seriesId })
			.where('firstAt', '>', Math.max(after, 0))
			.orderBy('firstAt')
			.limit(PAGE)
			.select('firstAt', 'packed');
		isEnd = rows.length < PAGE;
		const packed = [...rows.map((row) => row.packed), ...(isEnd && series ? [series.tail] : [])];
		const points = packed.flatMap((chunk) => unpack(chunk)).filter(({ at }) => at > after);
		after = points.at(-1)?.at ?? after;
		yield points;
	}
}
