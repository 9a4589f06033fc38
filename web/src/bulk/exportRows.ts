import type { Cells } from '@dropwire/bff/contract/rows';
import { stringify } from 'csv-stringify/browser/esm/sync';
import type { BulkKind } from './kinds.ts';

/** Everything of a kind that stands, page by page. */
export async function exportRows(kind: BulkKind): Promise<Cells[]> {
	const rows: Cells[] = [];
	for (let cursor: string | undefined; ;) {
		const page = await kind.page(cursor);
		rows.push(...page.rows);
		if (page.nextCursor === null) return rows;
		cursor = page.nextCursor;
	}
}

/** The file that the command line writes of the same rows, byte for byte. */
export function asFile(format: 'csv' | 'json', rows: readonly Cells[], { columns }: BulkKind): string {
	if (format === 'csv') {
		return stringify([columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]);
	}
	const ordered = rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? ''])));
	return `[${ordered.map((row, at) => `${at === 0 ? '' : ','}\n\t${JSON.stringify(row)}`).join('')}\n]\n`;
}
