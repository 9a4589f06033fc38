import { Command } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { accessCommand } from './accessRequests/command.ts';
import { apiCommand } from './api/command.ts';
import { announceCommand } from './announce/command.ts';
import { auditCommand } from './audit/command.ts';
import { broadcastCommand } from './broadcast/command.ts';
import { completionCommands } from './completion/command.ts';
import { deliveryCommands } from './deliveries/command.ts';
import { eventsCommand } from './events/command.ts';
import { guildsCommand } from './guilds/command.ts';
import { keywordsCommand } from './keywords/command.ts';
import { messagesCommand } from './messages/command.ts';
import { productCommand } from './products/command.ts';
import { profilesCommand } from './profiles/command.ts';
import { shopsCommand } from './shops/command.ts';
import { shortenerCommands } from './shortener/command.ts';
import { signinCommands } from './signin/command.ts';
import { skusCommand } from './skus/command.ts';
import { socialCommand } from './social/command.ts';
import { sourcesCommand } from './sources/command.ts';
import { statusCommand } from './status/command.ts';
import { subscriptionsCommand } from './subscriptions/command.ts';
import { withoutColours } from './terminal/colours.ts';
import { setFilter, setQuiet } from './terminal/output.ts';
import { tokensCommand } from './tokens/command.ts';
import { usersCommand } from './users/command.ts';
import { webhooksCommand } from './webhooks/command.ts';

/** All commands with their descriptions. Each command's action is loaded when it is called. */
export function buildProgram(): Command {
	const program = new Command('dropwire')
		.description(manifest.description)
		.version(manifest.version, '-V, --version')
		.option('--profile <name>', 'use this profile instead of the current one (DROPWIRE_PROFILE)')
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
	const commands = [
		...signinCommands(),
		profilesCommand(),
		statusCommand(),
		webhooksCommand(),
		subscriptionsCommand(),
		skusCommand(),
		keywordsCommand(),
		announceCommand(),
		broadcastCommand(),
		socialCommand(),
		...deliveryCommands(),
		messagesCommand(),
		eventsCommand(),
		productCommand(),
		shopsCommand(),
		sourcesCommand(),
		...shortenerCommands(),
		usersCommand(),
		accessCommand(),
		guildsCommand(),
		auditCommand(),
		tokensCommand(),
		apiCommand(),
		...completionCommands(),
	];
	for (const command of commands) program.addCommand(command, { hidden: command.name().startsWith('__') });
	for (const command of everyCommand(program)) {
		command
			.exitOverride()
			.showHelpAfterError('(add --help for usage)')
			.configureHelp({ showGlobalOptions: true })
			.allowExcessArguments(false);
	}
	program.addHelpText('after', AFTER);
	return program;
}

/** A command with all its subcommands. */
export function everyCommand(command: Command): Command[] {
	return [command, ...command.commands.flatMap(everyCommand)];
}

const AFTER = `
Exit codes: 0 success, 1 failure, 2 invalid usage, 3 not signed in or no permission, 4 partial failure.`;
