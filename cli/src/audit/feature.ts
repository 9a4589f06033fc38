import { type Feature, given } from '../command.ts';
import { list } from '../contractCommand.ts';
import { SPAN_OPTIONS, type SpanOptions } from '../terminal/options.ts';
import { dateTime } from '../terminal/time.ts';

export const audit: Feature = [
	{
		name: 'audit',
		text: 'Who changed what, and the undo of a change.',
		commands: [
			list({
				name: 'list',
				examples: [
					['audit --since yesterday --search nike', 'what was changed since yesterday'],
					['audit --person 100000000000000001 --json', 'the changes of one person, with their values'],
				],
				isDefault: true,
				text: 'List who changed what, newest first. With --json also the values before and after.',
				options: [
					['--person <discord-id>', 'only changes by this person'],
					['--search <text>', 'only rows with this text in what was changed, or in its values'],
					...SPAN_OPTIONS,
				],
				call: 'audit',
				paged: true,
				input: (_, { person, search, since, until }: SpanOptions & { person?: string; search?: string }) =>
					given({ person, object: search, since, until }),
				empty: ['No changes yet.', 'No changes match.'],
				columns: [
					{ title: 'ID', of: (row) => row.id, right: true, drops: 3 },
					{ title: 'TIME', of: (row) => dateTime(row.at), drops: 4 },
					{ title: 'PERSON', of: (row) => row.actorName ?? row.actor ?? '–', shrinks: true },
					{ title: 'VIA', of: (row) => row.via, drops: 2 },
					{ title: 'ACTION', of: (row) => row.action, shrinks: true },
					{ title: 'OBJECT', of: (row) => row.target ?? '', shrinks: true },
					{ title: 'SERVER', of: (row) => row.guildId ?? '', drops: 1 },
				],
			}),
			{
				name: 'undo',
				examples: [['audit undo 1204 --dry-run', 'show what would be restored']],
				text: 'Undo a change: restore what it removed or replaced, unless somebody has changed it since. Asks first.',
				args: [['<id>', 'an id from `audit list`']],
				options: [
					['--dry-run', 'only show what would be restored'],
					['-y, --yes', 'skip the confirmation'],
				],
				load: () => import('./undo.ts'),
			},
		],
	},
];
