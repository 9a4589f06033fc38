import { Command } from 'commander';
import { lazily } from '../command.ts';
import { withSearchOptions } from '../terminal/search.ts';

export function broadcastCommand(): Command {
	return withSearchOptions(new Command('broadcast'), 'channel, server or webhook id')
		.description('List the broadcast list: the webhooks that get every message, with their health.')
		.option('--reveal', 'show complete URLs; anyone with a webhook URL can post with it')
		.action(lazily(() => import('./list.ts')));
}
