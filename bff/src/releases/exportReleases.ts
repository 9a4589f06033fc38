import { csvLine } from '@dropwire/contract/rows';
import { type Knex, Release } from '@dropwire/db';

/** Releases per statement. */
const PAGE = 1000;

const COLUMNS = [
	'id',
	'brand',
	'sku',
	'region',
	'title',
	'launchAt',
	'method',
	'entriesUntil',
	'url',
	'image',
	'price',
	'full',
	'currency',
	'origin',
	'announcedAt',
	'cancelledAt',
] as const;
/** ISO in CSV. */
const TIMES: ReadonlySet<string> = new Set(['launchAt', 'entriesUntil', 'announcedAt', 'cancelledAt']);

/** All releases by id, in pieces. */
export async function* exportReleases(knex: Knex, format: 'csv' | 'ndjson'): AsyncGenerator<string> {
	if (format === 'csv') yield csvLine(COLUMNS);
	for (let last = 0; ;) {
		const rows = await Release.query(knex).where('id', '>', last).orderBy('id').limit(PAGE).select(COLUMNS);
		const lines = rows.map((row) => {
			if (format === 'ndjson') return `${JSON.stringify({ ...row, id: String(row.id) })}\n`;
			return csvLine(COLUMNS.map((column) => cellOf(column, row[column])));
		});
		if (lines.length > 0) yield lines.join('');
		if (rows.length < PAGE) return;
		last = rows.at(-1)?.id ?? 0;
	}
}

function cellOf(column: string, value: string | number | null): string {
	if (value === null) return '';
	return typeof value === 'number' && TIMES.has(column) ? new Date(value).toISOString() : String(value);
}
