import { setImmediate } from 'node:timers/promises';
import type { Database, StoredRow } from '@dropwire/db';
import { CHECK_KINDS, type CheckKind, PRIORITY_LISTS, type Region, WATCH_LISTS } from '@dropwire/domain';
import { bySku, type Source, type WatchedProduct } from '@dropwire/retailers';
import { knownLinks, linkOf, skuOf } from './entries.ts';

/** What the entries of one list with the same regions say about their SKUs. */
export interface Entry {
	/** Null for what only persons watch. */
	list: string | null;
	/** The event kinds that the list publishes. */
	kinds: readonly CheckKind[];
	/** The only regions in which the SKU is watched; null for every region that is polled. */
	regions: ReadonlySet<Region> | null;
	/** Whether the list's SKUs are checked in the priority lane. */
	priority: boolean;
	/** The interval that an operator pinned, ms; null for none. */
	pinMs: number | null;
}

/** Each watched SKU, with its entries on the lists. */
export type Watched = ReadonlyMap<string, readonly Entry[]>;

/** The event kinds that a list publishes, for lists that do not publish all of them. */
const KINDS: Readonly<Record<string, readonly CheckKind[]>> = WATCH_LISTS;

/** Entries per query. */
const PAGE = 1000;
/** How often the links of SKUs without one are searched, ms: a report of an external monitor can name them. */
const SEARCH_MS = 10_000;

const NONE: readonly Entry[] = [];

/** The entries that SKUs have together, each combination once. */
class Combinations {
	readonly #longer = new Map<readonly Entry[], Map<Entry, readonly Entry[]>>();

	with(before: readonly Entry[], entry: Entry): readonly Entry[] {
		const known = this.#longer.get(before) ?? new Map<Entry, readonly Entry[]>();
		const both = known.get(entry) ?? [...before, entry];
		this.#longer.set(before, known.set(entry, both));
		return both;
	}
}

/** What the lists say about a SKU in one region; null if it is not watched there. */
export function watchedIn(
	watched: Watched,
	sku: string,
	region: Region,
): { kinds: readonly CheckKind[]; priority: boolean; isListed: boolean } | null {
	const entries = watched.get(sku)?.filter(({ regions }) => regions === null || regions.has(region)) ?? [];
	if (entries.length === 0) return null;
	return {
		kinds: entries.flatMap(({ kinds }) => kinds),
		priority: entries.some(({ priority }) => priority),
		isListed: entries.some(({ list }) => list !== null),
	};
}

/** The first list of a SKU in a region; null if no list watches it there. */
export function listIn(watched: Watched, sku: string, region: Region): string | null {
	for (const { list, regions } of watched.get(sku) ?? NONE) if (regions === null || regions.has(region)) return list;
	return null;
}

/** The shortest interval that is pinned for a SKU in a region, ms; null for none. */
export function pinIn(watched: Watched, sku: string, region: Region): number | null {
	let shortest: number | null = null;
	for (const { pinMs, regions } of watched.get(sku) ?? NONE) {
		if (pinMs === null || (regions !== null && !regions.has(region))) continue;
		shortest = Math.min(pinMs, shortest ?? pinMs);
	}
	return shortest;
}

/** A row of `watch_entries`. */
type EntryRow = Pick<
	StoredRow<'watch_entries'>,
	'id' | 'skuHash' | 'list' | 'sku' | 'productSku' | 'productLink' | 'adapter' | 'regions' | 'intervalMs'
>;

/** What the lists of a source have. */
interface Listed {
	watched: Watched;
	/** The products that are read by their links, by SKU. */
	links: ReadonlyMap<string, WatchedProduct>;
	/** The SKUs without a known link, which are not watched. */
	unlinked: readonly string[];
}

/** The watch lists of one source, reloaded only when they have changed. */
export class WatchLists {
	readonly #db: Database;
	readonly #source: Pick<Source, 'lists' | 'byLink' | 'name'>;
	#fingerprint = '';
	#newest = 0;
	#searchAt = 0;
	#listed: Listed = { watched: new Map(), links: new Map(), unlinked: [] };
	/** The SKUs of the entries that the last change of the lists added; none for the first reading. */
	added: ReadonlySet<string> = new Set();

	constructor(db: Database, source: Pick<Source, 'lists' | 'byLink' | 'name'>) {
		this.#db = db;
		this.#source = source;
	}

	/** @returns the lists; the same object as the last call unless they changed */
	async read(): Promise<Watched> {
		const row = await this.#db
			.knex('watch_entries')
			.whereIn('list', [...this.#source.lists])
			.count({ count: '*', adapters: 'adapter' })
			.max({ newest: 'id' })
			.first();
		// Entries are only added and removed, and get an adapter once, so these reveal every change.
		const fingerprint = `${row?.count}/${row?.newest}/${row?.adapters}`;
		if (fingerprint !== this.#fingerprint || (await this.#hasNewLinks())) {
			const added = new Set<string>();
			this.#listed = await this.#readAll(added);
			this.#fingerprint = fingerprint;
			this.#newest = Number(row?.newest ?? 0);
			this.added = added;
		}
		return this.#listed.watched;
	}

	/** What a source needs to read a SKU. */
	productOf(sku: string): WatchedProduct {
		return this.#listed.links.get(sku) ?? bySku(sku);
	}

	/** @param added gets the SKUs of entries that are newer than those of the last reading */
	async #readAll(added: Set<string>): Promise<Listed> {
		const watched = new Map<string, readonly Entry[]>();
		const links = new Map<string, WatchedProduct>();
		// SKUs share the objects, because there can be 100,000 of them.
		const entries = new Map<string, Entry>();
		const combinations = new Combinations();
		for await (const rows of this.#pages()) {
			for (const row of rows) {
				const key = `${row.list} ${row.regions} ${row.intervalMs}`;
				const entry = entries.get(key) ?? entryOf(row);
				entries.set(key, entry);
				const sku = skuOf(row);
				if (this.#newest > 0 && row.id > this.#newest) added.add(sku);
				watched.set(sku, combinations.with(watched.get(sku) ?? NONE, entry));
				const link = this.#source.byLink ? linkOf(row) : null;
				// Of two links of a product, the one that was read stays.
				if (link !== null && !links.get(sku)?.adapter) links.set(sku, { sku, link, adapter: row.adapter });
			}
		}
		const unlinked = this.#source.byLink ? await this.#findLinks(watched, links) : [];
		return { watched, links, unlinked };
	}

	/** Whether the link of a SKU without one is known now. */
	async #hasNewLinks(): Promise<boolean> {
		const { unlinked } = this.#listed;
		if (unlinked.length === 0 || performance.now() < this.#searchAt) return false;
		this.#searchAt = performance.now() + SEARCH_MS;
		return (await knownLinks(this.#db.knex, this.#source.name, unlinked)).size > 0;
	}

	/** Pages in the order of the key, which needs no sort. */
	async *#pages(): AsyncGenerator<readonly EntryRow[]> {
		for (const list of this.#source.lists) {
			for (let after = ''; ;) {
				const rows: EntryRow[] = await this.#db
					.knex('watch_entries')
					.where({ list })
					.where('skuHash', '>', after)
					.orderBy('skuHash')
					.limit(PAGE)
					.select('id', 'skuHash', 'list', 'sku', 'productSku', 'productLink', 'adapter', 'regions', 'intervalMs');
				yield rows;
				const last = rows.at(-1);
				if (!last || rows.length < PAGE) break;
				after = last.skuHash;
				// SQLite runs in this thread: other work goes on between the pages.
				await setImmediate();
			}
		}
	}

	/** Finds the links of SKUs that were entered without one. @returns the SKUs without a known link, which are not watched */
	async #findLinks(watched: Map<string, unknown>, links: Map<string, WatchedProduct>): Promise<string[]> {
		const missing = [...watched.keys()].filter((sku) => !links.has(sku));
		if (missing.length === 0) return [];
		const found = await knownLinks(this.#db.knex, this.#source.name, missing);
		for (const [sku, link] of found) links.set(sku, { sku, link, adapter: null });
		const unlinked = missing.filter((sku) => !found.has(sku));
		for (const sku of unlinked) watched.delete(sku);
		return unlinked;
	}
}

function entryOf({ list, regions, intervalMs }: Pick<EntryRow, 'list' | 'regions' | 'intervalMs'>): Entry {
	return {
		list,
		kinds: KINDS[list] ?? CHECK_KINDS,
		regions: regions === null ? null : new Set(regions.split(',') as Region[]),
		priority: PRIORITY_LISTS.has(list),
		pinMs: intervalMs,
	};
}
