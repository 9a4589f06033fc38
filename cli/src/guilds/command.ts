import type { Command } from 'commander';
import { group, lazily } from '../command.ts';
import { withSearchOptions } from '../terminal/search.ts';

export function guildsCommand(): Command {
	const guilds = group('guilds', 'Discord servers: what they subscribe to, and in which channels.');
	const id = 'the id of the Discord server, from `guilds list`';
	withSearchOptions(guilds.command('list', { isDefault: true }), 'name or id')
		.description('List the Discord servers that you manage.')
		.action(lazily(() => import('./list.ts')));
	withSearchOptions(guilds.command('channels'), 'topic or region')
		.description('List the topics that a Discord server has added, with the number of webhooks of each.')
		.argument('<guild>', id)
		.action(lazily(() => import('./channels.ts')));
	withSearchOptions(guilds.command('links'), 'topic, region, channel or options')
		.description('List the links of a Discord server: topic, channel, options and health.')
		.argument('<guild>', id)
		.action(lazily(() => import('./links.ts')));
	return guilds;
}
