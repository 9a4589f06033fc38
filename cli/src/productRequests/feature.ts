import { counted } from '@dropwire/contract';
import type { Feature } from '../command.ts';
import { each, list, show } from '../contractCommand.ts';
import { dateTime } from '../terminal/time.ts';

const REQUEST_ID = ['id', 'the id of a request', /^\d{1,15}$/] as const;
const IDS = ['<id...>', 'ids of requests, as `requests list` shows them'] as const;

export const productRequests: Feature = [
	{
		name: 'requests',
		text: 'Requests of clients for products to be watched.',
		commands: [
			list({
				name: 'list',
				text: 'List the open requests, those of most people first.',
				call: 'productRequests',
				paged: true,
				empty: ['No open requests.'],
				columns: [
					{ title: 'ID', of: (row) => row.id },
					{ title: 'PRODUCT', of: (row) => row.sku, shrinks: true },
					{ title: 'PEOPLE', of: (row) => String(row.people) },
					{ title: 'SINCE', of: (row) => dateTime(row.createdAt), drops: 2 },
					{ title: 'LISTS', of: (row) => row.lists.join(', '), shrinks: true, drops: 1 },
				],
			}),
			each({
				name: 'add',
				text: 'Put the products of requests on watch lists. The bot notifies everybody who asked.',
				args: [IDS],
				options: [['--list <lists>', 'watch lists, separated by commas']],
				call: 'productRequestAdd',
				id: REQUEST_ID,
				input: (id, { list: lists = '' }: { list?: string }) => ({
					id,
					lists: lists
						.split(',')
						.map((name) => name.trim().toUpperCase())
						.filter(Boolean),
				}),
				status: () => 'added',
				line: (_, { sku, lists, people }) =>
					`added: ${sku} to ${lists.join(', ')}, for ${counted(people, 'person', 'people')}`,
			}),
			each({
				name: 'decline',
				text: 'Decline requests. The bot notifies everybody who asked.',
				args: [IDS],
				options: [['--reason <text>', 'the reason, which the people see']],
				call: 'productRequestDecline',
				id: REQUEST_ID,
				input: (id, { reason }: { reason?: string }) => ({ id, reason: reason?.trim() || null }),
				status: () => 'declined',
				line: (_, { sku }) => `declined: ${sku}`,
			}),
			list({
				name: 'own',
				text: 'List your own requests, newest first.',
				call: 'ownProductRequests',
				empty: ['You have asked for no product.'],
				columns: [
					{ title: 'ID', of: (row) => row.id },
					{ title: 'PRODUCT', of: (row) => row.sku, shrinks: true },
					{ title: 'STATE', of: (row) => row.status },
					{ title: 'ASKED', of: (row) => dateTime(row.createdAt), drops: 2 },
					{ title: 'REASON', of: (row) => row.reason ?? '–', shrinks: true, drops: 1 },
				],
			}),
			show({
				name: 'ask',
				text: 'Ask the operators to watch a SKU or the product of a link.',
				args: [['<product>', 'a SKU or the link of a product']],
				call: 'productRequestCreate',
				input: ([product]) => ({ product }),
				lines: ({ sku, status }) => [status === 'added' ? `${sku} is watched already.` : `asked for: ${sku}`],
			}),
			each({
				name: 'withdraw',
				text: 'Withdraw your own requests.',
				args: [IDS],
				call: 'productRequestWithdraw',
				id: REQUEST_ID,
				input: (id) => ({ id }),
				status: () => 'withdrawn',
				line: (id) => `withdrawn: ${id}`,
			}),
		],
	},
];
