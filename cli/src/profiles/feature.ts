import { Argument } from 'commander';
import type { Feature } from '../command.ts';
import { readProfiles } from '../server/profiles.ts';
import { completed } from '../terminal/options.ts';

export const profiles: Feature = [
	{
		name: 'profiles',
		text: 'Manage profiles: servers and accounts that you have signed in to.',
		commands: [
			{
				name: 'list',
				text: 'List the profiles; `*` marks the current one.',
				load: async () => ({ run: (await import('./profiles.ts')).listProfiles }),
			},
			{
				name: 'use',
				text: 'Set the current profile.',
				args: [
					completed(new Argument('<name>', 'a name from `profiles list`'), () => Object.keys(readProfiles().profiles)),
				],
				load: async () => ({ run: (await import('./profiles.ts')).useProfile }),
			},
		],
	},
];
