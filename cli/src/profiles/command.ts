import type { Command } from 'commander';
import { group, lazily } from '../command.ts';

export function profilesCommand(): Command {
	const profiles = group('profiles', 'Several servers, or several people on one.');
	profiles
		.command('list')
		.description('The profiles; the current one is marked.')
		.action(lazily(() => import('./list.ts')));
	profiles
		.command('use')
		.description('Make a profile the current one.')
		.argument('<name>', 'as `profiles list` shows it')
		.action(lazily(() => import('./use.ts')));
	return profiles;
}
