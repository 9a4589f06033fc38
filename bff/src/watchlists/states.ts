import type { Knex } from '@dropwire/db';
import {
	type Brand,
	ENTRY_STATES,
	type EntryState,
	LIST_BRANDS,
	listRegions,
	type Offer,
	offerOfList,
	type Region,
	sourceNameOf,
} from '@dropwire/domain';
import { polledRegions } from '@dropwire/engine';

/** The sources that check a list's entries, and the regions in which they do. */
interface Polling {
	sources: readonly Brand[];
	/** The offer of a SKU that the list is about. */
	offer: Offer;
	regions: readonly Region[];
}

/** Outside monitors decide themselves which regions they check. */
export async function pollingOf(knex: Knex, list: string): Promise<Polling> {
	const sources = LIST_BRANDS[list] ?? [];
	const offer = offerOfList(list);
	if (sources.length === 0) return { sources, offer, regions: [] };
	const polled = await polledRegions(knex);
	const regions = new Set(sources.flatMap((name) => polled.get(sourceNameOf({ name, offer })) ?? listRegions(list)));
	return { sources, offer, regions: listRegions(list).filter((region) => regions.has(region)) };
}

/**
 * SQL for the state of the entry `e` of a list (`ENTRY_STATES`). Reads the entry's rows of `products` by their unique key.
 */
export function stateOf(knex: Knex, { sources, offer, regions }: Polling): Knex.Raw {
	const state = (name: EntryState) => name;
	if (regions.length === 0) return knex.raw('?', [state('not_polled')]);
	// The number of polled regions in which the entry is watched.
	const watched = knex.raw(
		`case when ?? is null then ? else ${regions.map(() => '(case when instr(??, ?) > 0 then 1 else 0 end)').join(' + ')} end`,
		['e.regions', regions.length, ...regions.flatMap((region) => ['e.regions', region])],
	);
	const checks = knex('products as p')
		.whereIn('p.source', [...sources])
		.whereRaw('?? = coalesce(??, ??)', ['p.sku', 'e.productSku', 'e.sku'])
		.whereIn('p.region', [...regions])
		.where('p.offer', offer)
		.whereRaw('(?? is null or instr(??, ??) > 0)', ['e.regions', 'e.regions', 'p.region'])
		.select(
			knex.raw(
				`case when max(??) is not null then ? when max(case when ?? = 'read' then 1 else 0 end) = 1 then ? when count(distinct ??) < ? then ? else ? end`,
				[
					'p.blockedSince',
					state('blocked'),
					'p.state',
					state('ok'),
					'p.region',
					watched,
					state('never_checked'),
					state('not_found'),
				],
			),
		);
	return knex.raw('case when ? = 0 then ? else ? end', [watched, state('not_polled'), checks]);
}

/** The number of entries of a list in each state, in one query. */
export async function countStates(knex: Knex, list: string): Promise<Record<EntryState, number>> {
	const states = knex('watch_entries as e')
		.where('e.list', list)
		.select({ state: stateOf(knex, await pollingOf(knex, list)) });
	const rows: { state: EntryState; count: number }[] = await knex
		.from(states.as('s'))
		.groupBy('s.state')
		.select('s.state')
		.count({ count: '*' });
	const counts = new Map(rows.map(({ state, count }) => [state, count]));
	return Object.fromEntries(ENTRY_STATES.map((state) => [state, counts.get(state) ?? 0])) as Record<EntryState, number>;
}
