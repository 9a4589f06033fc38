import { Command, Option } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { makeCommand } from './command.ts';
import { FEATURES, HEADINGS } from './features.ts';
import { readProfiles } from './server/profiles.ts';
import { withoutColours } from './terminal/colours.ts';
import { completed } from './terminal/options.ts';
import { setFilter, setQuiet } from './terminal/output.ts';

const profileOption = completed(
	new Option('--profile <name>', 'use this profile instead of the current one (DROPWIRE_PROFILE)'),
	() => Object.keys(readProfiles().profiles),
);

/** All commands with their descriptions. Each command's action is loaded when it is called. */
export function buildProgram(): Command {
	const program = new Command('dropwire')
		.description(manifest.description)
		.version(manifest.version, '-V, --version')
		.addOption(profileOption)
		.option('--url <url>', "the server's URL (DROPWIRE_URL)")
		.option('--token <token>', 'an API token; prefer DROPWIRE_TOKEN, since other users of the computer can see options')
		.option('--json', 'print results as JSON on stdout and errors as JSON on stderr')
		.option('--jq <filter>', 'print the results as JSON, filtered by jq, for example `.[].sku`; implies --json')
		.option('--quiet', 'print only results and errors: no notes, and no line per row of an import')
		.option('--no-color', 'print no colors (NO_COLOR)')
		.hook('preAction', async (root) => {
			const { color, quiet, jq } = root.opts<{ color: boolean; quiet?: true; jq?: string }>();
			if (!color) withoutColours();
			setQuiet(quiet === true);
			setFilter(null);
			if (jq === undefined) return;
			root.setOptionValue('json', true);
			// A filter that is wrong is reported before the command does anything.
			const { openFilter } = await import('./terminal/jq.ts');
			setFilter(await openFilter(jq));
		});
	for (const feature of FEATURES) {
		const heading = HEADINGS.get(feature);
		if (heading !== undefined) program.commandsGroup(`${heading}:`);
		for (const entry of feature) program.addCommand(makeCommand(entry), { hidden: entry.hidden === true });
	}
	for (const command of everyCommand(program)) {
		command.exitOverride().showHelpAfterError('(add --help for usage)').allowExcessArguments(false);
		if (command !== program) command.addHelpText('after', GLOBALS);
	}
	program.addHelpText('after', AFTER);
	return program;
}

/** A command with all its subcommands. */
export function everyCommand(command: Command): Command[] {
	return [command, ...command.commands.flatMap(everyCommand)];
}

const GLOBALS = `
Options of all commands, such as --json, --jq, --quiet and --profile: dropwire --help`;
const AFTER = `
Exit codes: 0 success, 1 failure, 2 invalid usage, 3 not signed in or no permission, 4 partial failure.`;
