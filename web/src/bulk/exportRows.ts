import { type Cells, endRecord, neutralCell } from '@dropwire/contract/rows';
import { stringify } from 'csv-stringify/browser/esm/sync';
import type { BulkKind } from './kinds.ts';

/** All rows of a kind, page by page. */
export async function exportRows(kind: BulkKind): Promise<Cells[]> {
	const rows: Cells[] = [];
	for (let cursor: string | undefined; ;) {
		const page = await kind.page(cursor);
		rows.push(...page.rows);
		if (page.nextCursor === null) return rows;
		cursor = page.nextCursor;
	}
}

/** The same file as the command line writes for these rows, byte for byte. */
export function asFile(format: 'csv' | 'json', rows: readonly Cells[], { columns }: BulkKind): string {
	if (format === 'csv') {
		const cells = rows.map((row) => columns.map((column) => neutralCell(row[column] ?? '')));
		return stringify([columns, ...cells, endRecord(columns)]);
	}
	const ordered = rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? ''])));
	return `[${ordered.map((row, at) => `${at === 0 ? '' : ','}\n\t${JSON.stringify(row)}`).join('')}\n]\n`;
}
