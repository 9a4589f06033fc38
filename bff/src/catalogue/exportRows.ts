import { csvLine } from '@dropwire/contract/rows';
import type { CatalogueEntry, Knex } from '@dropwire/db';
import { dateText } from '@dropwire/engine';
import { keyOf, lastChecks } from './present.ts';

/** Entries per statement. */
const PAGE = 1000;

const COLUMNS = [
	'brand',
	'sku',
	'title',
	'subtitle',
	'color',
	'category',
	'image',
	'url',
	'releasedOn',
	'origin',
	'firstSeenAt',
	'lastSeenAt',
] as const;

/** The whole catalogue by brand and SKU, in pieces. */
export async function* exportRows(knex: Knex, format: 'csv' | 'ndjson'): AsyncGenerator<string> {
	if (format === 'csv') yield csvLine(COLUMNS);
	for (let last: Pick<CatalogueEntry, 'brand' | 'sku'> | undefined; ;) {
		const query = knex('catalogue').orderBy(['brand', 'sku']).limit(PAGE);
		const after = last;
		if (after) {
			// MariaDB uses the index for the first comparison only if it is separate.
			void query
				.where('brand', '>=', after.brand)
				.where((is) => void is.where('brand', '>', after.brand).orWhere('sku', '>', after.sku));
		}
		const rows: Pick<CatalogueEntry, (typeof COLUMNS)[number]>[] = await query.select(COLUMNS);
		const checks = await lastChecks(knex, rows);
		const lines = rows.map((row) => {
			const lastSeenAt = Math.max(row.lastSeenAt, checks.get(keyOf(row)) ?? 0);
			const cells = { ...row, releasedOn: dateText(row.releasedOn), lastSeenAt };
			if (format === 'ndjson') return `${JSON.stringify(cells)}\n`;
			return csvLine(COLUMNS.map((column) => String(cells[column] ?? '')));
		});
		if (lines.length > 0) yield lines.join('');
		if (rows.length < PAGE) return;
		last = rows.at(-1);
	}
}
