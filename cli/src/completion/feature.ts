import type { Feature } from '../command.ts';
import { choiceArgument } from '../terminal/options.ts';

export const completion: Feature = [
	{
		name: 'completion',
		summary: 'Print a completion script for a shell.',
		text: 'Print a script that completes commands, options and values; --help shows how to install it.',
		args: [choiceArgument('<shell>', 'the shell', ['bash', 'zsh', 'fish'])],
		more: `
bash: dropwire completion bash >> ~/.bashrc
zsh:  dropwire completion zsh > "\${fpath[1]}/_dropwire"
fish: dropwire completion fish > ~/.config/fish/completions/dropwire.fish`,
		load: () => import('./script.ts'),
	},
	// The completion scripts call this with the words of the command line; the last word is completed.
	{
		name: '__complete',
		hidden: true,
		text: 'for shells',
		args: [['[words...]', 'the words after `dropwire`']],
		load: () => import('./complete.ts'),
	},
];
