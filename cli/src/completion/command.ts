import { Argument, Command } from 'commander';
import { lazily } from '../command.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

export function completionCommands(): Command[] {
	return [
		new Command('completion')
			.summary('Print what makes a shell complete our words.')
			.description('Print what makes a shell complete our commands, options and words; say where it goes with --help.')
			.addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
			.addHelpText(
				'after',
				`
bash: dropwire completion bash >> ~/.bashrc
zsh:  dropwire completion zsh > "\${fpath[1]}/_dropwire"
fish: dropwire completion fish > ~/.config/fish/completions/dropwire.fish`,
			)
			.action(lazily(() => import('./script.ts'))),
		// What those scripts call: the words so far, the last one begun.
		new Command('__complete')
			.description('for shells')
			.argument('[words...]', 'the words of the line after `dropwire`')
			.allowUnknownOption()
			.helpOption(false)
			.action(lazily(() => import('./complete.ts'))),
	];
}
