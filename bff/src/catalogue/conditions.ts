import type { Knex } from '@dropwire/db';
import { type Brand, type Region, wordBeginnings } from '@dropwire/domain';

/** Above every character of a word. */
export const LAST = '\u{10FFFF}';

export interface EntryKey {
	brand: Brand;
	sku: string;
}

/** What an entry must be. */
export interface Filter {
	/** Words that must begin words of the entry. */
	wanted: readonly string[];
	brand?: Brand | undefined;
	category?: string | undefined;
	/** A region in which it was checked. */
	region?: Region | undefined;
	/** In the region, or in any without one. Unknown is neither, nor is stock before its launch. */
	available?: boolean | undefined;
	/** Release dates as they are stored, inclusive. */
	from?: number | undefined;
	to?: number | undefined;
}

/** The conditions of a filter on the entries `c`. */
export function conditionsOf(knex: Knex, filter: Filter): Knex.Raw[] {
	const { wanted, brand, category, region, available, from, to } = filter;
	const conditions = wanted.map((word) => {
		const starts = wordBeginnings(word);
		const each = starts.map(() => 'instr(c.words, ?) > 0').join(' or ');
		return knex.raw(
			`(${each})`,
			starts.map((start) => ` ${start}`),
		);
	});
	if (brand !== undefined) conditions.push(knex.raw('c.brand = ?', [brand]));
	if (category !== undefined) conditions.push(knex.raw('c.category = ?', [category]));
	if (from !== undefined) conditions.push(knex.raw('c.releasedOn >= ?', [from]));
	if (to !== undefined) conditions.push(knex.raw('c.releasedOn <= ?', [to]));
	if (region !== undefined || available !== undefined) {
		const now = available ? Date.now() : [];
		const bindings = [region ?? [], available === undefined ? [] : Number(available), now].flat();
		const ofRegion = region === undefined ? '' : ' and s.region = ?';
		const isLaunched = available ? ' and (s.launchAt is null or s.launchAt <= ?)' : '';
		const ofState = available === undefined ? '' : ` and s.available = ?${isLaunched}`;
		const place = `s.brand = c.brand and s.sku = c.sku${ofRegion}${ofState}`;
		conditions.push(knex.raw(`exists (select 1 from catalogue_regions s where ${place})`, bindings));
	}
	return conditions;
}
