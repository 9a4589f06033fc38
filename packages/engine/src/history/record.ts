import type { HistorySeries, Knex, StoredRow } from '@dropwire/db';
import {
	type Brand,
	chunks,
	gapPoint,
	type HistoryCheck,
	type HistoryPoint,
	nextPoint,
	type Offer,
} from '@dropwire/domain';
import { type OpenChunk, openChunk, pack } from './packed.ts';

/** Series per statement, whose newest points are a kilobyte each. */
const CHUNK = 250;

/** A check or a report of a product. */
export interface RecordedCheck extends HistoryCheck {
	sku: string;
}

type Series = Pick<HistorySeries, 'source' | 'sku' | 'region' | 'offer'>;
type Row = StoredRow<'history_series'>;

/**
 * Adds what these checks changed to the histories of their products, in the transaction that stores their states: a read
 * of all series and a write of those that changed. A product that has no history yet begins with what the check before
 * found. No point is earlier than the one before it, whatever a clock says.
 * @param checks at most one of each product
 * @returns the SKUs of the products whose histories changed
 */
export async function recordChecks(
	trx: Knex,
	{ source, region, offer }: Omit<Series, 'sku'>,
	checks: readonly RecordedCheck[],
): Promise<ReadonlySet<string>> {
	const changed = new Set<string>();
	for (const some of chunks(checks, CHUNK)) {
		const rows = await trx('history_series')
			.where({ source, region, offer })
			.whereIn(
				'sku',
				some.map(({ sku }) => sku),
			)
			.forUpdate();
		const bySku = new Map(rows.map((row) => [row.sku, row]));
		const additions = new Additions();
		for (const { sku, ...check } of some) {
			const row = bySku.get(sku);
			if (row) additions.append(row, (last, at) => nextPoint(last, sinceLast(last, { ...check, at })), check.at);
			else additions.begin({ source, sku, region, offer }, firstPoints(check));
		}
		await additions.store(trx);
		for (const sku of additions.skus()) changed.add(sku);
	}
	return changed;
}

/** Ends the histories of products in the regions where no state of them is stored any more: their prices are not known from then on. */
export async function recordGaps(
	trx: Knex,
	product: { source: Brand; offer: Offer },
	skus: readonly string[],
	at: number,
): Promise<void> {
	for (const some of chunks(skus, CHUNK)) {
		const rows = await trx('history_series')
			.where(product)
			.whereIn('sku', [...some])
			.whereNotExists(
				trx('products as p').whereRaw(
					'p.source = history_series.source and p.sku = history_series.sku and p.region = history_series.region and p.offer = history_series.offer',
				),
			)
			.forUpdate();
		const additions = new Additions();
		for (const row of rows) additions.append(row, (last, time) => (last.gap ? null : gapPoint(time)), at);
		await additions.store(trx);
	}
}

function firstPoints(check: HistoryCheck): HistoryPoint[] {
	const { previousAt: at, previous: found } = check;
	const before = at === null ? null : nextPoint(null, { at, found, previousAt: null, previous: null });
	const point = nextPoint(before, check);
	return [before, point].filter((one) => one !== null);
}

/**
 * The check with what the one before found as history has it: within the quiet time of stock events, what is stored of a
 * product is older.
 */
function sinceLast(last: HistoryPoint, check: HistoryCheck): HistoryCheck {
	if (!check.previous || last.sizes === null) return check;
	const had = new Set(last.sizes);
	const sizes = check.previous.sizes.map(({ size, available }) => ({ size, available: available && had.has(size) }));
	return { ...check, previous: { ...check.previous, sizes } };
}

/** The changes of some series, which are stored together. */
class Additions {
	readonly #series: Omit<Row, 'id'>[] = [];
	readonly #chunks: StoredRow<'history_chunks'>[] = [];

	begin(series: Series, points: readonly HistoryPoint[]): void {
		const chunk = pack(points).at(-1);
		if (!chunk) return;
		const { firstAt, packed: tail } = chunk;
		// The first of two points that do not fit into one chunk is left out.
		const kept = points.filter(({ at }) => at >= firstAt);
		const lastAt = kept.at(-1)?.at ?? firstAt;
		this.#series.push({ ...series, firstAt, lastAt, points: kept.length, detailAt: firstAt, tail });
	}

	/** @param next the point to add, if there is one, which is at `at` or later */
	append(row: Row, next: (last: HistoryPoint, at: number) => HistoryPoint | null, at: number): void {
		const chunk: OpenChunk = openChunk(row.tail);
		const point = next(chunk.last, Math.max(at, row.lastAt + 1));
		if (point === null) return;
		const longer = chunk.with(point);
		const { id, ...series } = row;
		if (longer === null) this.#chunks.push({ seriesId: id, firstAt: chunk.firstAt, packed: row.tail });
		this.#series.push({
			...series,
			lastAt: point.at,
			points: row.points + 1,
			detailAt: row.detailAt ?? point.at,
			tail: longer ?? packed(point),
		});
	}

	skus(): string[] {
		return this.#series.map(({ sku }) => sku);
	}

	async store(trx: Knex): Promise<void> {
		// A removed SKU has a series in every region: SQLite takes no more than 32,766 values in a statement.
		for (const some of chunks(this.#series, CHUNK)) {
			await trx('history_series')
				.insert(some)
				.onConflict(['source', 'sku', 'region', 'offer'])
				.merge(['lastAt', 'points', 'detailAt', 'tail']);
		}
		for (const some of chunks(this.#chunks, CHUNK)) await trx('history_chunks').insert(some);
	}
}

function packed(point: HistoryPoint): Uint8Array {
	return (pack([point])[0] as { packed: Uint8Array }).packed;
}
