import { Command } from 'commander';
import { lazily } from '../command.ts';
import { choiceArgument } from '../terminal/choice.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

export function completionCommands(): Command[] {
	return [
		new Command('completion')
			.summary('Print a completion script for a shell.')
			.description('Print a script that completes commands, options and values; --help shows how to install it.')
			.addArgument(choiceArgument('<shell>', 'the shell', SHELLS))
			.addHelpText(
				'after',
				`
bash: dropwire completion bash >> ~/.bashrc
zsh:  dropwire completion zsh > "\${fpath[1]}/_dropwire"
fish: dropwire completion fish > ~/.config/fish/completions/dropwire.fish`,
			)
			.action(lazily(() => import('./script.ts'))),
		// The completion scripts call this with the words of the command line; the last word is completed.
		new Command('__complete')
			.description('for shells')
			.argument('[words...]', 'the words after `dropwire`')
			.allowUnknownOption()
			.helpOption(false)
			.action(lazily(() => import('./complete.ts'))),
	];
}
