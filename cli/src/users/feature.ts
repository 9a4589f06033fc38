import { counted, GIVEN_ROLES, type GivenRole } from '@dropwire/domain';
import { Option } from 'commander';
import type { Feature } from '../command.ts';
import { each, list, removal, show } from '../contractCommand.ts';
import { Failure, usage } from '../failure.ts';
import { choiceArgument, choiceOf } from '../terminal/options.ts';
import { dateTime } from '../terminal/time.ts';
import { roleText, TERMS_OPTIONS, termsOf, type TermsOptions, userText } from './terms.ts';

const ID = ['<discord-id>', 'Discord id, 17 to 20 digits'] as const;
const IDS = ['<discord-id...>', 'Discord ids from `access requests`'] as const;
const ROLE = choiceArgument('<role>', 'the role', GIVEN_ROLES);
const REQUEST_ID = ['discordId', 'a Discord id of 17 to 20 digits', /^\d{17,20}$/] as const;

/** The access list, and the requests to be on it. */
export const users: Feature = [
	{
		name: 'users',
		text: 'Manage the access list: the users of Dropwire and their roles.',
		commands: [
			list({
				name: 'list',
				text: 'List the users on the access list.',
				call: 'users',
				search: ['Discord id, name, role or plan', (row) => [row.discordId, row.username, roleText(row), row.plan]],
				empty: ['No users yet.', 'No user matches.'],
				columns: [
					{ title: 'DISCORD ID', of: (row) => row.discordId },
					{ title: 'NAME', of: (row) => row.username ?? '–', shrinks: true },
					{ title: 'ROLES', of: roleText, shrinks: true },
					{ title: 'PLAN', of: (row) => row.plan ?? '–', shrinks: true, drops: 2 },
					{ title: 'EXPIRES', of: (row) => dateTime(row.expiresAt), drops: 3 },
					{ title: 'SEEN', of: (row) => dateTime(row.lastSeenAt), drops: 1 },
				],
			}),
			{
				name: 'add',
				examples: [
					['users add 100000000000000003 --plan Pro --expires 30d', 'a client for 30 days'],
					['users add $(cat ids.txt) --dry-run', 'show what would happen to the ids of a file'],
				],
				text: 'Add users to the access list: all of them, or none if one id is refused.',
				args: [['<discord-id...>', ID[1]]],
				options: [
					...TERMS_OPTIONS,
					['--admin', 'add an operator instead of a client'],
					['--dry-run', 'only show what would happen to each id'],
					['--update', 'also change clients who are already on the list'],
				],
				load: () => import('./add.ts'),
			},
			show({
				name: 'edit',
				text: "Change a client's plan, expiry or note. A later expiry resumes the client's paused servers.",
				args: [ID],
				options: TERMS_OPTIONS,
				call: 'userEdit',
				input: ([discordId], options: TermsOptions) => {
					const terms = termsOf(options);
					if (Object.keys(terms).length === 0) throw usage('Name what to change: --plan, --expires or --note.');
					return { discordId, ...terms };
				},
				lines: (user) => [`changed: ${userText(user)}`],
			}),
			removal({
				name: 'remove',
				text: 'Remove a user from the access list and end their sessions and tokens.',
				args: [ID],
				call: 'usersChange',
				input: (discordId) => ({ action: 'DELETE', discordId }),
				find: async (api, discordId) => (await api.users()).find((user) => user.discordId === discordId),
				missing: (discordId) => new Failure(`${discordId} is not on the access list.`),
				item: userText,
				result: (user) => user,
				done: (user) => `removed: ${userText(user)}`,
			}),
			show({
				name: 'grant',
				text: 'Grant a role to a user.',
				args: [ID, ROLE],
				call: 'usersChange',
				input: ([discordId, role]) => ({ action: 'INSERT-ROLE', discordId, role }),
				lines: (user) => [`granted: ${userText(user)}`],
			}),
			show({
				name: 'revoke',
				text: 'Revoke a role of a user.',
				args: [ID, ROLE],
				call: 'usersChange',
				input: ([discordId, role]) => ({ action: 'DELETE-ROLE', discordId, role }),
				lines: (user) => [`revoked: ${userText(user)}`],
			}),
		],
	},
	{
		name: 'access',
		text: 'Requests of signed-in people to be added to the access list.',
		commands: [
			list({
				name: 'requests',
				text: 'List the open requests for access, oldest first: the first 100.',
				call: 'accessRequests',
				search: ['Discord id, name or note', (row) => [row.discordId, row.username, row.note]],
				notes: ({ data, count }) => [
					count > data.length && `${counted(count, 'request')} are open. These are the first ${data.length}.`,
				],
				empty: ['No open requests.', 'No request matches.'],
				columns: [
					{ title: 'DISCORD ID', of: (row) => row.discordId },
					{ title: 'NAME', of: (row) => row.username, shrinks: true },
					{ title: 'REQUESTED', of: (row) => dateTime(row.createdAt), drops: 1 },
					{ title: 'NOTE', of: (row) => row.note || '–', shrinks: true },
				],
			}),
			each({
				name: 'approve',
				text: 'Approve requests: add the people to the access list as clients. The bot sends each of them a message. Without --expires, the access of a person with a paid grant ends with that grant.',
				args: [IDS],
				options: [
					...TERMS_OPTIONS,
					// `addRole` replaces the parser of `choices`, which keeps the last value only.
					new Option('--role <role>', 'a role to grant; can be repeated').choices(GIVEN_ROLES).argParser(addRole),
				],
				call: 'accessRequestApprove',
				id: REQUEST_ID,
				input: (discordId, { role, ...terms }: TermsOptions & { role?: GivenRole[] }) => ({
					discordId,
					roles: [...new Set(role)],
					...termsOf(terms),
				}),
				status: () => 'approved',
				line: (_, user) => `approved: ${userText(user)}`,
			}),
			each({
				name: 'decline',
				text: 'Decline requests. The bot sends each person a message. They can ask again.',
				args: [IDS],
				options: [['--reason <text>', 'the reason, which the person sees']],
				call: 'accessRequestDecline',
				id: REQUEST_ID,
				input: (discordId, { reason }: { reason?: string }) => ({ discordId, reason: reason?.trim() || null }),
				status: () => 'declined',
				line: (discordId) => `declined: ${discordId}`,
			}),
		],
	},
];

function addRole(role: string, before: readonly string[] = []): string[] {
	return [...before, choiceOf(GIVEN_ROLES)(role)];
}
