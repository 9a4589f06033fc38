import { Command } from 'commander';
import { lazily } from '../command.ts';
import { withLimitOption } from '../terminal/limit.ts';

export function shortenerCommands(): Command[] {
	const shortUrls = new Command('short-urls')
		.description('List the short URLs with their clicks, newest first.')
		.option('--search <text>', 'only with this text in the long URL, or this slug');
	return [
		new Command('shorten')
			.description('Create two short URLs for a URL, each with its own click counter.')
			.argument('<url>', 'the long URL')
			.action(lazily(() => import('./shorten.ts'))),
		withLimitOption(shortUrls).action(lazily(() => import('./list.ts'))),
	];
}
