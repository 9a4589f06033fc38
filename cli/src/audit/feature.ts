import { type Feature, given } from '../command.ts';
import { list } from '../contractCommand.ts';
import { SPAN_OPTIONS, type SpanOptions } from '../terminal/options.ts';
import { dateTime } from '../terminal/time.ts';

export const audit: Feature = [
	list({
		name: 'audit',
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
];
