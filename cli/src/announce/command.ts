import { Command } from 'commander';
import { lazily } from '../command.ts';

export function announceCommand(): Command {
	return new Command('announce')
		.description('Send an announcement to the webhooks for announcements (brand STOCK).')
		.requiredOption('--title <text>', "the message's title")
		.requiredOption('--image <url>', 'the URL of its image')
		.option('--description <text>', 'its text; `-` reads it from stdin')
		.option('--to <labels...>', 'labels of the webhooks that get it')
		.option('--all', 'send it to all webhooks of the list')
		.option('--servers', 'send it to the servers that link Stock Numbers, too')
		.option('--dry-run', 'only show the message and its recipients')
		.option('--wait', 'wait until every delivery has succeeded, failed or expired')
		.option('--idempotency-key <key>', 'announcements with the same key are sent once')
		.option('-y, --yes', 'skip the confirmation')
		.action(lazily(() => import('./announce.ts')));
}
