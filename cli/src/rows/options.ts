import { type Command, Option } from 'commander';
import { wholeNumber } from '../terminal/limit.ts';
import { FORMATS } from './formats.ts';

/** The options of every `import` command. */
export function withImportOptions(command: Command): Command {
	return command
		.argument('[file]', 'CSV, JSON or NDJSON; stdin if missing or -')
		.option('--format <format>', `${FORMATS.join(', ')}; default: by file name or content`)
		.option('--dry-run', 'only show what would change')
		.option('-y, --yes', 'do not ask for confirmation')
		.option(
			'--prune',
			'remove rows that the file does not contain; a CSV or NDJSON file must end with #end, as exports do',
		)
		.addOption(
			new Option(
				'--max-removals <count>',
				'the number of rows that --prune can remove; required for more than 10 % of them',
			).argParser(wholeNumber(0)),
		);
}

/** The options of every `export` command. */
export function withExportOptions(command: Command): Command {
	return command
		.option('-o, --output <file>', 'write to a file that only you can read, instead of stdout')
		.option('--format <format>', `${FORMATS.join(', ')}; default: by file name, or csv`);
}
