import { BROADCAST_LIST, type Knex } from '@dropwire/db';
import type { Region } from '@dropwire/domain';

/** Whether a webhook of the broadcast list is on. */
export async function isBroadcasting(knex: Knex): Promise<boolean> {
	const found = await knex('subscriptions as s')
		.join('webhooks as w', 'w.id', 's.webhookId')
		.where({ 's.list': BROADCAST_LIST, 's.paused': false, 'w.active': true })
		.first('s.id');
	return found !== undefined;
}

/** The entries of the watch lists. */
export interface EntryCounts {
	/** Entries of one list with the same regions; null for those that are watched wherever somebody subscribes. */
	groups: readonly { list: string; regions: readonly Region[] | null; skus: number }[];
	/** By list, the entries that neither are a link nor have one of their own. Only of lists that are read by link. */
	unlinked: ReadonlyMap<string, number>;
}

/**
 * The entries of all lists, in three statements: the first reads an index only, and the second the entries with regions
 * of their own, which are few.
 * @param byLink the lists whose entries need a link
 */
export async function countEntries(knex: Knex, byLink: readonly string[]): Promise<EntryCounts> {
	const [all, named, unlinked] = await Promise.all([
		knex('watch_entries').groupBy('list').select('list').count({ skus: '*' }) as Promise<ListCount[]>,
		knex('watch_entries')
			.whereNotNull('regions')
			.groupBy('list', 'regions')
			.select('list', 'regions')
			.count({ skus: '*' }) as Promise<(ListCount & { regions: string })[]>,
		knex('watch_entries')
			.whereIn('list', [...byLink])
			.whereNull('productSku')
			.whereNull('productLink')
			.whereNot('sku', 'like', 'http%')
			.groupBy('list')
			.select('list')
			.count({ skus: '*' }) as Promise<ListCount[]>,
	]);
	const namedOf = Map.groupBy(named, ({ list }) => list);
	const groups = all.flatMap(({ list, skus }) => {
		const own = namedOf.get(list) ?? [];
		return [
			{ list, regions: null, skus: skus - own.reduce((sum, one) => sum + one.skus, 0) },
			...own.map((one) => ({ ...one, regions: one.regions.split(',') as Region[] })),
		];
	});
	return { groups, unlinked: new Map(unlinked.map(({ list, skus }) => [list, skus])) };
}

interface ListCount {
	list: string;
	skus: number;
}
