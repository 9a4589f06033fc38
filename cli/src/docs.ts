import type { Argument, Command, Option } from 'commander';
import { buildProgram } from './program.ts';

/** The text of `docs/cli.md`, made from the commands themselves. Printed when run: `node cli/src/docs.ts > docs/cli.md` */
export function cliDocs(): string {
	const program = buildProgram();
	const shown = program.commands.filter((command) => !command.name().startsWith('__'));
	return [
		INTRO,
		'## Options of every command',
		table(program.options.map(optionRow)),
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
	const usage = `${name} ${command.usage()}`;
	return [
		`${level} ${name}`,
		`\`${(command.options.length > 0 ? usage : usage.replace(/\s*\[options\]/, '')).trim()}\``,
		command.description(),
		...(rows.length > 0 ? [table(rows)] : []),
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
		...(mandatory ? ['needed'] : []),
		...(defaultValue !== undefined && !negate ? [`${String(defaultValue)} unless said`] : []),
	];
	return [option.flags, [withChoices(description, argChoices), ...more].join('; ')];
}

function withChoices(text: string, choices: readonly string[] | undefined): string {
	return choices ? `${text}: ${choices.join(', ')}` : text;
}

function table(rows: readonly Row[]): string {
	const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
	return [
		'| | |',
		'|---|---|',
		...rows.map(([name, text]) => `| \`${name.replaceAll('|', '\\|')}\` | ${cell(text)} |`),
	].join('\n');
}

const INTRO = `# The command line

Made from the commands themselves (\`node cli/src/docs.ts > docs/cli.md\`); a test holds it against them.

\`dropwire\` does by script what the operator console does by hand. It is one package without dependencies for Node 20 and
later: \`npm pack -w cli\` makes it, \`npm install -g dropwire-cli-….tgz\` puts it on a computer.

\`\`\`
dropwire login --url https://your.server
dropwire webhooks export -o webhooks.csv
dropwire webhooks import webhooks.csv --dry-run
\`\`\`

**Who one is.** \`login\` opens the browser, where one says yes, and keeps a token in \`~/.config/dropwire/profiles.json\`, which
only its owner can read. Several profiles stand beside one another. Scripts set \`DROPWIRE_URL\` and \`DROPWIRE_TOKEN\`. Options
come before the environment, the environment before the profile; a profile's token is sent to that profile's server and
nowhere else.

**For scripts.** Data goes to stdout, everything else to stderr. With \`--json\` lists are one JSON array, single things one
object, what is followed one object a line, and errors \`{"error": {"code", "message", "fields"?}}\` on stderr. Nothing is
asked where stdin is no terminal: what would be needs \`--yes\`. Webhooks' addresses are masked, but for \`webhooks export\`
and \`webhooks list --reveal\`.

| exit code | |
|---|---|
| 0 | done |
| 1 | failed; nothing was changed, or the server says what |
| 2 | wrong usage |
| 3 | not signed in, or not allowed |
| 4 | part failed: some of several things, or of an import's batches |
| 130, 141 | ended by Ctrl-C; ended because nobody read the output any more |

**What is sent again.** What only reads, and what is safe to repeat (announcements carry an \`Idempotency-Key\`, imports say how
things shall stand), is tried three times. \`Retry-After\` is waited out, up to two minutes. Whatever else may have been done is
not sent twice.

**Import and export.** CSV (the first line names the columns, in any order), a JSON array, or NDJSON; UTF-8. A file says how
things shall stand: rows that stand so already are unchanged, and with \`--prune\` what the file lacks is removed. The plan
shows a line for each row, \`+\` added, \`~\` changed, \`-\` removed; bad rows are all named by line and column, and with one of
them nothing is changed. Up to 10,000 changes land together or not at all. More go in batches that each do; when one fails or
Ctrl-C ends it, the same command goes on with what is missing. Exports have one order whatever their history, so equal lists
give equal files, and the export of an import is the file, byte for byte, when it is in that order.`;

if (import.meta.main) process.stdout.write(cliDocs());
