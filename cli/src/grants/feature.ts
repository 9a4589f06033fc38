import { GRANT_SUBJECTS, type GrantSubject } from '@dropwire/domain';
import type { Grant } from '@dropwire/contract';
import { option, type Feature } from '../command.ts';
import { list, show } from '../contractCommand.ts';
import { choiceArgument } from '../terminal/options.ts';
import { dateTime } from '../terminal/time.ts';
import { expiryOf } from '../users/terms.ts';

const SUBJECT = choiceArgument('<kind>', 'a person or a server', GRANT_SUBJECTS);

interface AddOptions {
	until?: number | 'never';
}

/** Access that people and servers have: given by hand, bought at Discord, or bought at a billing service. */
export const grants: Feature = [
	{
		name: 'grants',
		text: 'Plans that people and servers have: given by hand, bought in Discord or at a billing service.',
		commands: [
			list({
				name: 'list',
				text: 'List grants, newest first.',
				call: 'grants',
				args: [['[discord-id]', 'only those of this person or server']],
				input: ([subject]) => ({ ...(subject !== undefined && { subject }) }),
				paged: true,
				empty: ['No grants yet.', 'No grant matches.'],
				columns: [
					{ title: 'ID', of: (row) => row.id },
					{ title: 'FOR', of: forText, shrinks: true },
					{ title: 'PLAN', of: planText, shrinks: true },
					{ title: 'FROM', of: (row) => row.provider },
					{ title: 'STATE', of: (row) => row.state },
					{ title: 'STARTS', of: (row) => dateTime(row.startsAt), drops: 2 },
					{ title: 'ENDS', of: (row) => dateTime(row.endsAt), drops: 1 },
				],
			}),
			show({
				name: 'add',
				examples: [
					['grants add user 100000000000000003 pro --until 30d', 'a person, for 30 days'],
					['grants add guild 200000000000000001 pro', 'a server, without an end'],
				],
				text: 'Give a person or a server a plan of PLANS, or change the end of what they were given by hand.',
				args: [SUBJECT, ['<discord-id>', 'the id of the person or server'], ['<plan>', 'the id of the plan']],
				options: [option('--until <time>', 'when it ends: 2026-12-31, 30d or never (default)', expiryOf)],
				call: 'grantAdd',
				input: (
					[subject, subjectId, plan]: readonly [GrantSubject, string, string],
					{ until = 'never' }: AddOptions,
				) => ({
					subject,
					subjectId,
					plan,
					endsAt: until === 'never' ? null : until,
				}),
				lines: (grant) => [`given: ${grantText(grant)}`],
			}),
			show({
				name: 'end',
				text: 'End a grant that was given by hand. What was bought is ended where it was bought.',
				args: [['<id>', 'the id from `grants list`']],
				call: 'grantEnd',
				input: ([id]) => ({ id }),
				lines: (grant) => [`ended: ${grantText(grant)}`],
			}),
		],
	},
];

function forText({ subject, subjectId, subjectName }: Grant): string {
	return subjectName === null ? `${subject} ${subjectId}` : `${subject} ${subjectName} (${subjectId})`;
}

function planText({ planName, rights }: Grant): string {
	return planName ?? (rights.join(', ') || '–');
}

function grantText(grant: Grant): string {
	const end = grant.endsAt === null ? 'without an end' : `until ${dateTime(grant.endsAt)}`;
	return `${planText(grant)} for ${forText(grant)}, ${end}`;
}
