import type { Database } from '@dropwire/db';
import type { Brand, Region } from '@dropwire/domain';
import { countWatches } from '../../sources/countWatches.ts';

/** How often new and removed watches are searched, and how often all are read, which finds edited ones, ms. */
const SEARCH_MS = 10_000;
const READ_MS = 60_000;

/** The regions of the watches of each product, one for each that differs; null for all regions. */
export type Wanted = ReadonlyMap<string, readonly (readonly Region[] | null)[]>;

/** The products of a brand that persons watch, read again only when they may have changed. */
export class PersonalWatches {
	readonly #db: Database;
	readonly #brand: Brand;
	#searchAt = 0;
	#readAt = 0;
	#fingerprint = '';
	#wanted: Wanted = new Map();

	constructor(db: Database, brand: Brand) {
		this.#db = db;
		this.#brand = brand;
	}

	/** @returns the same object as the last call unless they were read again */
	async read(): Promise<Wanted> {
		const now = performance.now();
		if (now < this.#searchAt) return this.#wanted;
		this.#searchAt = now + SEARCH_MS;
		const row = await this.#db
			.knex('watches')
			.where({ brand: this.#brand })
			.count({ count: '*' })
			.max({ newest: 'id' })
			.first();
		const fingerprint = `${row?.count}/${row?.newest}`;
		if (fingerprint === this.#fingerprint && now < this.#readAt) return this.#wanted;
		this.#fingerprint = fingerprint;
		this.#readAt = now + READ_MS;
		const counts = Map.groupBy(await countWatches(this.#db.knex, this.#brand), ({ sku }) => sku);
		this.#wanted = new Map([...counts].map(([sku, some]) => [sku, some.map(({ regions }) => regions)]));
		return this.#wanted;
	}
}
