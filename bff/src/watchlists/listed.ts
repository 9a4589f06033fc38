import { columnContains, type Knex, WatchEntry } from '@dropwire/db';
import { type EntryState, entryProblem, type Region } from '@dropwire/domain';
import { readPage } from '../http/page.ts';
import { pollingOf, stateOf } from './states.ts';

/** The filters of a list's entries, and the page. */
interface Wanted {
	state?: EntryState | undefined;
	region?: Region | undefined;
	q?: string | undefined;
	cursor?: string | undefined;
	limit: number;
}

/** An entry with its state. */
export type ListedEntry = WatchEntry & { state: EntryState };

/** The wanted entries of a list, newest first, and the regions in which sources check the list. */
export async function listEntries(
	knex: Knex,
	list: string,
	{ state, region, q, cursor, limit }: Wanted,
): Promise<{ rows: ListedEntry[]; nextCursor: string | null; polled: readonly Region[] }> {
	const polling = await pollingOf(knex, list);
	const query = WatchEntry.query(knex)
		.alias('e')
		.where('e.list', list)
		.orderBy('e.id', 'desc')
		.select('e.*', knex.raw('? as ??', [stateOf(knex, polling), 'state']));
	if (cursor !== undefined) void query.where('e.id', '<', cursor);
	if (state !== undefined) void query.where(stateOf(knex, polling), state);
	if (region !== undefined) {
		void query.where((watched) => {
			void watched.whereNull('e.regions').orWhereRaw('instr(??, ?) > 0', ['e.regions', region]);
		});
	}
	if (q !== undefined) {
		void query.where((text) => {
			void text.where(columnContains(knex, 'e.sku', q)).orWhere(columnContains(knex, 'e.productSku', q));
		});
	}
	const page = await readPage(query as unknown as { limit(rows: number): PromiseLike<readonly ListedEntry[]> }, limit);
	return { ...page, polled: polling.regions };
}

/** The part of an entry that the calls of all lists have. */
export function presentListed(
	{ list, sku, productLink, adapter, regions, intervalMs, createdAt, state }: ListedEntry,
	notes: ReadonlyMap<string, string>,
) {
	return {
		sku,
		productLink,
		adapter,
		state,
		regions: regions?.split(',') ?? null,
		problem: entryProblem(list, sku),
		note: notes.get(sku) ?? null,
		intervalMs,
		addedAt: createdAt,
	};
}

/** The SKU of an entry's product in `products`. */
export function productSkuOfEntry({ sku, productSku }: ListedEntry): string {
	return productSku ?? sku;
}
