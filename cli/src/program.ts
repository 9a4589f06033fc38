import { Command } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { announceCommand } from './announce/command.ts';
import { completionCommands } from './completion/command.ts';
import { deliveryCommands } from './deliveries/command.ts';
import { eventsCommand } from './events/command.ts';
import { productCommand } from './products/command.ts';
import { profilesCommand } from './profiles/command.ts';
import { shortenCommand } from './shortener/command.ts';
import { signinCommands } from './signin/command.ts';
import { skusCommand } from './skus/command.ts';
import { statusCommand } from './status/command.ts';
import { withoutColours } from './terminal/colours.ts';
import { tokensCommand } from './tokens/command.ts';
import { usersCommand } from './users/command.ts';
import { webhooksCommand } from './webhooks/command.ts';

/** Every command, described and nothing more: what it does is loaded when it is called. */
export function buildProgram(): Command {
	const program = new Command('dropwire')
		.description(manifest.description)
		.version(manifest.version, '-V, --version')
		.option('--profile <name>', 'act as this profile instead of the current one (DROPWIRE_PROFILE)')
		.option('--url <url>', "the server's address (DROPWIRE_URL)")
		.option('--token <token>', 'an API token; better in DROPWIRE_TOKEN, where other users do not see it')
		.option('--json', 'answer with JSON on stdout, and with errors as JSON on stderr')
		.option('--no-color', 'no colours (NO_COLOR)')
		.hook('preAction', (root) => {
			if (!root.opts<{ color: boolean }>().color) withoutColours();
		});
	const commands = [
		...signinCommands(),
		profilesCommand(),
		statusCommand(),
		webhooksCommand(),
		skusCommand(),
		announceCommand(),
		...deliveryCommands(),
		eventsCommand(),
		productCommand(),
		shortenCommand(),
		usersCommand(),
		tokensCommand(),
		...completionCommands(),
	];
	for (const command of commands) program.addCommand(command, { hidden: command.name().startsWith('__') });
	for (const command of everyCommand(program)) {
		command
			.exitOverride()
			.showHelpAfterError('(--help says more)')
			.configureHelp({ showGlobalOptions: true })
			.allowExcessArguments(false);
	}
	program.addHelpText('after', AFTER);
	return program;
}

/** A command and all below it. */
export function everyCommand(command: Command): Command[] {
	return [command, ...command.commands.flatMap(everyCommand)];
}

const AFTER = `
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 not signed in or not allowed, 4 part failed.`;
