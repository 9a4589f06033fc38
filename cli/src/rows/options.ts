import { Argument, Option } from 'commander';
import { option } from '../command.ts';
import { completed, wholeNumber } from '../terminal/options.ts';
import { FORMATS } from './formats.ts';

const formatOption = (fallback: string) =>
	completed(new Option('--format <format>', `${FORMATS.join(', ')}; default: ${fallback}`), () => FORMATS);

/** The argument and the options of every `import` command. */
export const IMPORT_ARGS = [new Argument('[file]', 'CSV, JSON or NDJSON; stdin if missing or -')];
export const IMPORT_OPTIONS = [
	formatOption('by file name or content'),
	new Option('--dry-run', 'only show what would change'),
	new Option('-y, --yes', 'do not ask for confirmation'),
	new Option(
		'--prune',
		'remove rows that the file does not contain; a CSV or NDJSON file must end with #end, as exports do',
	),
	option(
		'--max-removals <count>',
		'the number of rows that --prune can remove; required for more than 10 % of them',
		wholeNumber(0),
	),
	new Option('--backup <file>', 'first export the current rows to a file, which the same import restores with --prune'),
];

/** The options of every `export` command. */
export const EXPORT_OPTIONS = [
	new Option('-o, --output <file>', 'write to a file that only you can read, instead of stdout'),
	formatOption('by file name, or csv'),
];

/** The options of a command that downloads rows which the server streams. */
export const DOWNLOAD_OPTIONS = [
	new Option('-o, --output <file>', 'write to a file that only you can read, instead of stdout'),
	new Option('--format <format>', 'csv or ndjson; by file name, or csv'),
];
