import { EVENT_INDEXES, type Knex, tableByIndex } from '@dropwire/db';
import { type Brand, EVENT_KINDS, type EventKind, type Region } from '@dropwire/domain';

/** The filters of the list of events; null matches every event. */
export interface EventFilter {
	/** The spellings of a SKU. */
	skus: readonly string[] | null;
	source: Brand | null;
	region: Region | null;
	kind: EventKind | null;
	/** Only events that went to no webhook. */
	reachedNobody: boolean;
	/** Only events with smaller ids: the next page. */
	before: number | null;
}

/**
 * The ids of the newest matching events, newest first. Every combination of filters is read from an index that has
 * exactly its rows in the order of their ids, so no more rows are read than found, whatever the number of events. Only
 * the events of one SKU are searched, of which there are few.
 */
export async function newestEvents(knex: Knex, filter: EventFilter, max: number): Promise<number[]> {
	const { skus, source, region, kind, reachedNobody, before } = filter;
	const newest = (query: Knex.QueryBuilder) => {
		if (before !== null) void query.where('id', '<', before);
		return query.orderBy('id', 'desc').limit(max).select('id');
	};
	const where = { ...(source && { source }), ...(region && { region }) };
	const newestOf = async (table: Knex.Raw, parts: readonly object[]) => {
		const [first, ...others] = parts.map((part) =>
			// SQLite takes a limit only in a query of its own.
			knex.from(newest(knex.from(table).where({ ...where, ...part })).as('part')).select('id'),
		) as [Knex.QueryBuilder, ...Knex.QueryBuilder[]];
		const ids = await idsOf(first.unionAll(others));
		return ids.sort((a, b) => b - a).slice(0, max);
	};
	if (skus !== null) {
		const more = { ...(kind && { kind }), ...(reachedNobody && { reached: 0 }) };
		return newestOf(
			tableByIndex(knex, 'events', EVENT_INDEXES.sku),
			skus.map((sku) => ({ sku, ...more })),
		);
	}
	if (!source && !region && !kind && !reachedNobody) return idsOf(newest(knex('events')));

	const table = tableByIndex(knex, 'events', indexFor(source, region));
	const parts = (kind ? [kind] : EVENT_KINDS).flatMap((one) =>
		(reachedNobody ? [0] : [0, 1]).map((reached) => ({ kind: one, reached })),
	);
	return newestOf(table, parts);
}

function indexFor(source: Brand | null, region: Region | null): string {
	if (source === null) return region === null ? EVENT_INDEXES.kind : EVENT_INDEXES.region;
	return region === null ? EVENT_INDEXES.source : EVENT_INDEXES.sourceRegion;
}

async function idsOf(query: Knex.QueryBuilder): Promise<number[]> {
	const rows: { id: number }[] = await query;
	return rows.map(({ id }) => id);
}
