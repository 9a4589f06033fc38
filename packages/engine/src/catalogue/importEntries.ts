import type { Knex } from '@dropwire/db';
import type { Brand } from '@dropwire/domain';
import { type Facts, withImported } from './facts.ts';
import { type Entry, isNew, newEntry, openEntries, readEntries, withWords, writeEntries } from './record.ts';

/** A product as an import states it. */
export interface ImportedRow {
	brand: Brand;
	sku: string;
	title: string;
	facts: Facts;
}

export type ImportOutcome = 'created' | 'updated' | 'unchanged';

/**
 * Imports products. What a shop has stated is kept, and a row that changes nothing writes nothing.
 * @param pending for a dry run, which stores nothing: the entries that rows before these would have stored
 * @returns the outcome of each row, in order
 */
export async function importEntries(
	knex: Knex,
	rows: readonly ImportedRow[],
	{ at, pending }: { at: number; pending?: Map<string, Entry> },
): Promise<ImportOutcome[]> {
	const known = new Map<string, Entry>();
	for (const [brand, ofBrand] of Map.groupBy(rows, (row) => row.brand)) {
		const skus = ofBrand.map(({ sku }) => sku);
		const fresh = ofBrand.map((row) => newEntry(row, { origin: 'imported', at }));
		const entries = await (pending ? readEntries(knex, brand, skus) : openEntries(knex, { brand, skus, fresh }));
		for (const entry of entries.values()) known.set(keyOf(entry), entry);
	}
	const written = pending ?? new Map<string, Entry>();
	const outcomes = rows.map((row): ImportOutcome => {
		const key = keyOf(row);
		const before = written.get(key) ?? known.get(key) ?? newEntry(row, { origin: 'imported', at });
		const changes = withImported(before, row.facts);
		if (!isNew(before) && Object.keys(changes).length === 0) return 'unchanged';
		written.set(key, withWords({ ...before, ...changes }));
		return isNew(before) ? 'created' : 'updated';
	});
	if (!pending) {
		const changes = [...written].map(([key, entry]) => ({ entry, before: known.get(key) as Entry }));
		await writeEntries(knex, changes);
	}
	return outcomes;
}

function keyOf({ brand, sku }: Pick<Entry, 'brand' | 'sku'>): string {
	return `${brand} ${sku}`;
}
