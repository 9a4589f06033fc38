import { Command } from 'commander';
import { lazily } from '../command.ts';

export function shortenCommand(): Command {
	return new Command('shorten')
		.description('Two short addresses for a long one, counted apart.')
		.argument('<url>', 'the long address')
		.action(lazily(() => import('./shorten.ts')));
}
