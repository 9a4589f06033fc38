import type { Feature } from '../command.ts';
import { list } from '../contractCommand.ts';
import { dateTime } from '../terminal/time.ts';

export const social: Feature = [
	{
		name: 'social',
		text: 'Posts to X, and the words that they are made for.',
		commands: [
			list({
				name: 'posts',
				isDefault: true,
				text: 'List the newest posts with their status.',
				call: 'socialPosts',
				search: ['keyword, text or reason', ({ keyword, text, reason }) => [keyword, text, reason]],
				notes: ({ connected }) => [!connected && 'X is not connected: posts are not sent.'],
				empty: ['No posts yet.', 'No post matches.'],
				columns: [
					{ title: 'ID', of: (row) => row.id, right: true },
					{ title: 'CREATED', of: (row) => dateTime(row.createdAt), drops: 1 },
					{ title: 'STATUS', of: (row) => row.status, paint: ({ reason }) => reason !== null && 'red' },
					{ title: 'KEYWORD', of: (row) => row.keyword, shrinks: true },
					{ title: 'TEXT', of: (row) => row.text, shrinks: true },
					{ title: 'REASON', of: (row) => row.reason ?? '', shrinks: true, drops: 2 },
				],
			}),
			list({
				name: 'keywords',
				text: 'List the keywords with their cooldown, and whether the posts of their category are on.',
				call: 'social',
				rows: (answer) =>
					answer.keywords.flatMap(({ category, istwitterkeywordon: on, keywords }) =>
						keywords.map((keyword) => ({ category, on, ...keyword })),
					),
				search: [
					'keyword, category or kind of change',
					({ title, category, changeType }) => [title, category, changeType],
				],
				empty: ['No keywords yet.', 'No keyword matches.'],
				columns: [
					{ title: 'ID', of: (row) => row.id, right: true },
					{ title: 'CATEGORY', of: (row) => row.category },
					{ title: 'POSTS', of: (row) => (row.on ? 'on' : 'off') },
					{ title: 'KEYWORD', of: (row) => row.title, shrinks: true },
					{ title: 'CHANGE', of: (row) => row.changeType },
					{ title: 'COOLDOWN', of: (row) => `${row.cooldown} s`, right: true, drops: 1 },
				],
			}),
			list({
				name: 'promocodes',
				text: 'List the promo codes.',
				call: 'social',
				rows: ({ promocodes }) => promocodes,
				search: ['code or description', ({ promocode, description }) => [promocode, description]],
				empty: ['No promo codes yet.', 'No promo code matches.'],
				columns: [
					{ title: 'ID', of: (row) => row._id, right: true },
					{ title: 'CODE', of: (row) => row.promocode },
					{ title: 'DESCRIPTION', of: (row) => row.description, shrinks: true },
				],
			}),
			list({
				name: 'blacklist',
				text: 'List the words whose products are never posted.',
				call: 'social',
				rows: ({ blacklist }) => blacklist,
				search: ['word or category', ({ blacklistword, category }) => [blacklistword, category]],
				empty: ['No words yet.', 'No word matches.'],
				columns: [
					{ title: 'ID', of: (row) => row._id, right: true },
					{ title: 'CATEGORY', of: (row) => row.category },
					{ title: 'WORD', of: (row) => row.blacklistword, shrinks: true },
				],
			}),
		],
	},
];
