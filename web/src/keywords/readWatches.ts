import type { CallInput, Contract } from '@dropwire/contract';
import { KEYWORD_COLUMNS, keywordRow } from '@dropwire/contract/rows';
import { readRows } from '../bulk/readRows.ts';
import { phrasesIn } from './wanted.ts';

type Row = CallInput<Contract['keywordsImport']>['rows'][number];

/** Whether a text is a table, as the command line imports it: CSV with its columns' names, or JSON. */
export function isTable(text: string): boolean {
	const [head = ''] = text.trimStart().split('\n');
	return /^[[{]/.test(head) || ['source', 'include'].every((column) => new RegExp(`\\b${column}\\b`, 'i').test(head));
}

/** The watches of a table, or why it cannot be read. */
export function watchesOf(text: string): Row[] | { problem: string } {
	const read = readRows(text, KEYWORD_COLUMNS);
	if ('problem' in read) return read;
	const rows: Row[] = [];
	for (const [at, cells] of read.rows.entries()) {
		const row = keywordRow(cells);
		if ('problem' in row) return { problem: `Line ${read.lines[at]}: ${row.problem}` };
		rows.push(row);
	}
	return rows;
}

/** A watch for each line, all of one shop. */
export function watchPerLine(text: string, place: Pick<Row, 'source' | 'region'>): Row[] {
	const lines = text.split('\n').map(phrasesIn);
	return lines.filter((include) => include.length > 0).map((include) => ({ ...place, include }));
}
