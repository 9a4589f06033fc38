import type { Command } from 'commander';
import { FORMATS } from './formats.ts';

/** What every `import` takes. */
export function withImportOptions(command: Command): Command {
	return command
		.argument('[file]', 'CSV, JSON or NDJSON; without it, or as -, stdin')
		.option('--format <format>', `${FORMATS.join(', ')}; otherwise by the file's name, or how it begins`)
		.option('--dry-run', 'only show what would change')
		.option('-y, --yes', 'do not ask')
		.option('--prune', 'remove what the file lacks');
}

/** What every `export` takes. */
export function withExportOptions(command: Command): Command {
	return command
		.option('-o, --output <file>', 'a file, which only you can read, instead of stdout')
		.option('--format <format>', `${FORMATS.join(', ')}; otherwise by the file's name, or csv`);
}
