import type { Command } from 'commander';
import { group, lazily } from '../command.ts';

export function profilesCommand(): Command {
	const profiles = group('profiles', 'Manage profiles: servers and accounts that you have signed in to.');
	profiles
		.command('list')
		.description('List the profiles; `*` marks the current one.')
		.action(lazily(() => import('./list.ts')));
	profiles
		.command('use')
		.description('Set the current profile.')
		.argument('<name>', 'a name from `profiles list`')
		.action(lazily(() => import('./use.ts')));
	return profiles;
}
