import { Argument, Option } from 'commander';

/** The argument and the options of a command that imports a file with any column names. */
export const FILE_ARGS = [new Argument('[file]', 'CSV or NDJSON; stdin if missing or -')];
export const FILE_OPTIONS = [
	new Option(
		'--map <field=column>',
		'read a field from this column, or from none if it is empty; can be repeated',
	).argParser((text: string, before: string[] | undefined) => [...(before ?? []), text]),
	new Option('--brand <brand>', 'the brand of every row, for a file without such a column'),
	new Option('--format <format>', 'csv or ndjson; by file name or content'),
	new Option('--dry-run', 'only show what would change'),
	new Option('-y, --yes', 'do not ask for confirmation'),
];
