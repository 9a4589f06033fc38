import type { Feature } from '../command.ts';
import { list, removal } from '../contractCommand.ts';
import { Failure } from '../failure.ts';
import { dateTime } from '../terminal/time.ts';

export const tokens: Feature = [
	{
		name: 'tokens',
		text: 'Your API tokens. Tokens cannot create tokens: `create` and `login` ask for your approval in the browser.',
		commands: [
			list({
				name: 'list',
				text: 'List your tokens. The secrets are not shown.',
				call: 'tokens',
				empty: ['No tokens yet.'],
				columns: [
					{ title: 'ID', of: (row) => row.id, right: true },
					{ title: 'NAME', of: (row) => row.name, shrinks: true },
					{ title: 'SCOPES', of: (row) => row.scopes.join(', '), shrinks: true },
					{ title: 'CREATED', of: (row) => dateTime(row.createdAt), drops: 1 },
					{ title: 'EXPIRES', of: (row) => (row.expiresAt === null ? 'never' : dateTime(row.expiresAt)) },
					{ title: 'LAST USED', of: (row) => dateTime(row.lastUsedAt), drops: 2 },
				],
			}),
			{
				name: 'create',
				text: 'Create a token for a program, for example a CI job, with your approval in the browser, and print it. It is not stored here.',
				args: [['<name>', 'what the token is for']],
				options: [
					['--no-browser', 'only print the URL to open'],
					['--device', 'approve with a code in the browser of any device'],
				],
				load: () => import('./create.ts'),
			},
			removal({
				name: 'remove',
				text: 'Revoke a token immediately.',
				args: [['<id>', 'an id from `tokens list`']],
				call: 'tokenDelete',
				input: (id) => ({ id }),
				find: async (api, id) => (await api.tokens()).data.find((token) => token.id === id),
				missing: (id) => new Failure(`Token ${id} does not exist.`, { hint: 'List your tokens: dropwire tokens list' }),
				item: ({ id, name }) => `token ${id}, ${name}`,
				result: ({ id }) => ({ id }),
				done: ({ id }) => `revoked: token ${id}`,
			}),
		],
	},
];
