import type { Argument, Command, Option } from 'commander';
import { buildProgram } from './program.ts';

/** The text of `docs/cli.md`, generated from the command definitions. `npm run docs` writes it. */
export function cliDocs(): string {
	const program = buildProgram();
	const shown = program.commands.filter((command) => !command.name().startsWith('__'));
	return [
		INTRO,
		'## Options of all commands',
		list(program.options.map(optionRow)),
		...shown.flatMap((one) => section(one)),
	]
		.join('\n\n')
		.concat('\n');
}

function section(command: Command, parents = 'dropwire'): string[] {
	const name = `${parents} ${command.name()}`;
	if (command.commands.length > 0)
		return [`## ${name}`, command.description(), ...command.commands.flatMap((one) => section(one, name))];
	const level = parents === 'dropwire' ? '##' : '###';
	const rows = [...command.registeredArguments.map(argumentRow), ...command.options.map(optionRow)];
	const usage = (command.options.length > 0 ? command.usage() : command.usage().replace(/\s*\[options\]/, '')).trim();
	return [
		`${level} ${name}`,
		`${usage === '' ? '' : `\`${name} ${usage}\`: `}${command.description()}`,
		...(rows.length > 0 ? [list(rows)] : []),
	];
}

type Row = readonly [name: string, text: string];

function argumentRow(argument: Argument): Row {
	const name = `${argument.name()}${argument.variadic ? ' …' : ''}`;
	return [name, withChoices(argument.description, argument.argChoices)];
}

function optionRow(option: Option): Row {
	const { description, argChoices, defaultValue, mandatory, negate } = option;
	const more = [
		...(mandatory ? ['required'] : []),
		...(defaultValue !== undefined && !negate ? [`default: ${String(defaultValue)}`] : []),
	];
	return [option.flags, [withChoices(description, argChoices), ...more].join('; ')];
}

function withChoices(text: string, choices: readonly string[] | undefined): string {
	return choices ? `${text}: ${choices.join(', ')}` : text;
}

function list(rows: readonly Row[]): string {
	return rows.map(([name, text]) => `- \`${name}\`: ${text.replaceAll('<', '&lt;')}`).join('\n');
}

const INTRO = `# The command line

For operators and their scripts. Generated from the command definitions (\`npm run docs\`); a test checks that it is up to date.

\`dropwire\` is a command line for the tasks of the operator console. It is a single package without dependencies for Node 20
and later: \`npm pack -w cli\` creates it, \`npm install -g dropwire-cli-….tgz\` installs it.

\`\`\`
dropwire login --url https://your.server
dropwire webhooks export -o webhooks.csv
dropwire webhooks import webhooks.csv --dry-run
\`\`\`

**Authentication.** \`login\` opens the browser for approval and stores a token in \`~/.config/dropwire/profiles.json\`, which only
its owner can read. There can be several profiles. Scripts set \`DROPWIRE_URL\` and \`DROPWIRE_TOKEN\`. Options have precedence
over the environment, and the environment over the profile. A profile's token is only sent to that profile's server.

**Scripts.** Data is written to stdout, everything else to stderr. With \`--json\`, lists are one JSON array, single items one
object, \`sources list\` is one object (its array is \`rows\`), \`--follow\` prints one object per line, and errors are \`{"error": {"code", "message", "fields"?, "hint"?}}\` on stderr.
Commands that take several items print one array with an object per item, also for a single item and with \`--dry-run\`.
Every \`remove\`, every import, \`webhooks replace\` and \`audit undo\` ask for confirmation and have a \`--dry-run\`. Without a terminal, confirmation requires
\`--yes\`. Webhook URLs are masked except in \`webhooks export\` and \`webhooks list --reveal\`.

| exit code | meaning |
|---|---|
| 0 | success |
| 1 | failure; nothing was changed, unless the message says otherwise |
| 2 | invalid usage |
| 3 | not signed in, or no permission |
| 4 | partial failure: some of several items, or some batches of an import, failed; an announcement is sent, but not all was delivered, or the wait for it failed |
| 130, 141 | interrupted by Ctrl-C; the reader of a pipe has exited |

**Retries.** Reads, and writes that are safe to repeat (announcements carry an \`Idempotency-Key\`, imports describe the wanted
state), are tried three times. \`Retry-After\` is respected, up to two minutes. Other writes are never sent twice.

**Import and export.** CSV (the first line names the columns, in any order), a JSON array, or NDJSON; UTF-8. A file describes
the wanted state: rows that match are unchanged, and with \`--prune\` rows that the file does not contain are removed. Rows of a
group can swap their webhooks. The server computes the preview, which shows a line for each row, \`+\` added, \`~\` changed, \`-\`
removed; bad rows are named by line and column, and with one of them nothing is changed. What the preview shows is what is
applied: if the data changes in between, the import stops. Up to 10,000 rows are applied in one transaction. Larger files are
split into batches of whole groups; if one fails or Ctrl-C stops the import, the same command applies the rest. Exports are
always in the same order, so equal lists give equal files, and exporting an import gives the same file, byte for byte, if it
is in that order.

**What \`--prune\` refuses.** An incomplete export must not become a file that removes rows.

- An export asks the server before it writes anything, and \`--output\` replaces the file only once the export is complete.
- The last line of an export is \`#end\` (CSV, followed by empty cells) or \`{"#end":true}\` (NDJSON); in a JSON array the closing
  bracket has the same meaning. Without it the file may have been cut off, and \`--prune\` refuses it. To prune with a file that
  you wrote yourself, add the line: a bare \`#end\` is enough. Without \`--prune\` no file needs it.
- A file without rows is refused in every format. Name what you want to remove: \`webhooks remove\`, \`skus remove\`.
- If more than 10 % of the rows in the chosen groups or lists would be removed, the number must be allowed:
  \`--max-removals <count>\`, also with \`--yes\`. \`--dry-run\` shows the number. \`--backup <file>\` exports the current rows
  first; importing that file with \`--prune\` restores them.
- At a terminal an import that removes rows asks you to type their number; a yes is not enough.`;
