import { Command } from 'commander';
import { lazily } from '../command.ts';

export function announceCommand(): Command {
	return new Command('announce')
		.description('Tell something to webhooks of the saved list (webhooks of brand STOCK).')
		.requiredOption('--title <text>', "the message's title")
		.requiredOption('--image <url>', 'the address of its picture')
		.option('--description <text>', 'what it says; `-` reads it from stdin')
		.option('--to <labels...>', 'the rows of the list that get it')
		.option('--all', 'every row of the list gets it')
		.option('--dry-run', 'only show the message and who would get it')
		.option('--wait', 'until Discord has taken it everywhere, or will not')
		.option('--idempotency-key <key>', 'sent twice with the same key it goes out once')
		.option('-y, --yes', 'do not ask')
		.action(lazily(() => import('./announce.ts')));
}
