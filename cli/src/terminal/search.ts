import type { Command } from 'commander';
import { wholeNumber } from './limit.ts';

export interface SearchOptions {
	search?: string;
	limit?: number;
}

/** Adds `--search` and `--limit` to a command that lists all rows by default. */
export function withSearchOptions(command: Command, searched: string): Command {
	return command
		.option('--search <text>', `only rows with this text in ${searched}`)
		.option('-n, --limit <count>', 'only the first rows (default: all)', wholeNumber(1));
}

/** The rows that have the text in one of their texts, up to the limit. */
export function found<Row>(
	rows: readonly Row[],
	{ search, limit }: SearchOptions,
	textsOf: (row: Row) => readonly (string | null | undefined)[],
): Row[] {
	const wanted = search?.trim().toLowerCase() ?? '';
	return rows
		.filter((row) => wanted === '' || textsOf(row).some((text) => text?.toLowerCase().includes(wanted)))
		.slice(0, limit);
}
