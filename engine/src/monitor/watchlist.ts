import { type Database, WatchEntry } from '@dropwire/db';
import { type EventKind, WATCH_LISTS, type WatchList } from '@dropwire/db/topics';

/** Each watched SKU with the kinds of event that its lists yield. */
export type Watched = ReadonlyMap<string, readonly EventKind[]>;

const LISTS = Object.keys(WATCH_LISTS) as WatchList[];

/** The monitors' watch lists, read again only when they changed. */
export class WatchLists {
	readonly #db: Database;
	#fingerprint = '';
	#watched: Watched = new Map();

	constructor(db: Database) {
		this.#db = db;
	}

	/** @returns the lists, and whether they changed since the last call */
	async read(): Promise<{ watched: Watched; changed: boolean }> {
		const row = await this.#db
			.knex('watch_entries')
			.whereIn('list', LISTS)
			.count({ count: '*' })
			.max({ newest: 'id' })
			.first();
		// Entries are added and removed, never changed: number and newest id tell every change.
		const fingerprint = `${row?.count}/${row?.newest}`;
		if (fingerprint === this.#fingerprint) return { watched: this.#watched, changed: false };
		const entries = await WatchEntry.query(this.#db.knex).whereIn('list', LISTS).select('list', 'sku');
		const watched = new Map<string, EventKind[]>();
		for (const { list, sku } of entries) {
			const kinds = watched.get(sku) ?? [];
			watched.set(sku, [...kinds, ...WATCH_LISTS[list as WatchList]]);
		}
		this.#fingerprint = fingerprint;
		this.#watched = watched;
		return { watched, changed: true };
	}
}
