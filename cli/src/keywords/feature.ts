import { type KeywordWatch, keywordText } from '@dropwire/contract';
import { type Feature, given, option } from '../command.ts';
import { list, removal, show } from '../contractCommand.ts';
import { Failure } from '../failure.ts';
import { IMPORT_ARGS, IMPORT_OPTIONS } from '../rows/options.ts';
import { limitOption, regionOption, wholeNumber } from '../terminal/options.ts';
import { SKU_WIDTH } from '../terminal/table.ts';
import { dateTime } from '../terminal/time.ts';
import { wantedOf, type WantedOptions } from './wanted.ts';

/** The source and the words of `add` and `try`. */
const WANTED = {
	args: [
		['<source>', 'a source whose shop can be searched, such as ADIDAS, NIKE, or SHOPS for any shop'],
		['<words...>', 'words or phrases, one of which a title has, in any letter case'],
	],
	options: [
		regionOption('the region of the shop').default('US'),
		['--shop <url>', 'the address of the shop, for SHOPS'],
		['--without <words>', 'words or phrases that no title has, separated by commas'],
		option('--min-price <amount>', "the lowest price, in whole units of the shop's currency", wholeNumber(0)),
		option('--max-price <amount>', 'the highest price', wholeNumber(0)),
	],
} as const;

export const keywords: Feature = [
	{
		name: 'keywords',
		text: "Words that shops' lists are searched for; new products whose titles match are sent as NEW.",
		commands: [
			list({
				name: 'list',
				isDefault: true,
				text: 'List the keyword watches with their latest search, and the number of new products that they found.',
				call: 'keywordWatches',
				notes: ({ data, max }) => [data.length > 0 && `${data.length} of at most ${max} watches.`],
				search: ['words, source, shop or problem', (row) => [keywordText(row), row.source, row.shop, row.problem]],
				empty: ['No keyword watches yet.', 'No keyword watch matches.'],
				columns: [
					{ title: 'ID', of: (row) => row.id, right: true },
					{ title: 'SOURCE', of: (row) => row.shop ?? row.source, shrinks: true },
					{ title: 'REGION', of: (row) => row.region },
					{ title: 'WORDS', of: keywordText, shrinks: true },
					{ title: 'FOUND', of: (row) => String(row.found), right: true, drops: 2 },
					{ title: 'SEARCHED', of: (row) => dateTime(row.checkedAt), drops: 1 },
					{ title: 'PROBLEM', of: (row) => row.problem ?? '', shrinks: true, paint: 'red', drops: 3 },
				],
			}),
			show({
				...WANTED,
				name: 'add',
				text: 'Add a keyword watch. What its first search finds is not new.',
				call: 'keywordWatchCreate',
				input: (args: [string, string[]], options: WantedOptions) => wantedOf(args, options),
				lines: (watch) => [`added: watch ${watch.id}, ${watchText(watch)}`],
			}),
			show({
				...WANTED,
				args: [['<id>', 'an id from `keywords list`'], ...WANTED.args],
				name: 'edit',
				text: 'Change what a keyword watch looks for. It gets a new id, and what its next search finds is not new.',
				call: 'keywordWatchEdit',
				input: ([id, source, words]: [string, string, string[]], options: WantedOptions) => ({
					id,
					...wantedOf([source, words], options),
				}),
				lines: (watch) => [`changed: watch ${watch.id}, ${watchText(watch)}`],
			}),
			{
				name: 'import',
				examples: [
					['keywords import words.txt --source adidas --dry-run', 'one watch per line'],
					['keywords import watches.csv --yes', 'with source, prices and more per row'],
				],
				text: 'Add the keyword watches of a file that do not exist yet: all of them, or none. A file has the columns source, region, shop, include, exclude, minPrice and maxPrice, of which source and include are required; phrases are separated by commas or semicolons. With --source, each line is the phrases of one watch.',
				summary: 'Add the keyword watches of a file, or one per line.',
				args: IMPORT_ARGS,
				options: [
					...IMPORT_OPTIONS.filter(({ long }) => ['--format', '--dry-run', '--yes'].includes(long ?? '')),
					['--source <source>', 'each line of the file is a watch of this source'],
					regionOption('the region of the shop, with --source').default('US'),
					['--shop <url>', 'the address of the shop, with --source SHOPS'],
				],
				load: () => import('./import.ts'),
			},
			{
				...WANTED,
				name: 'try',
				text: 'Search a shop now, and list the products that match. Saves nothing.',
				load: () => import('./try.ts'),
			},
			removal({
				name: 'remove',
				text: 'End a keyword watch, and forget what it found.',
				args: [['<id>', 'an id from `keywords list`']],
				call: 'keywordWatchDelete',
				input: (id) => ({ id }),
				find: async (api, id) => (await api.keywordWatches()).data.find((watch) => watch.id === id),
				missing: (id) =>
					new Failure(`Keyword watch ${id} does not exist.`, { hint: 'List them: dropwire keywords list' }),
				item: (watch) => `watch ${watch.id}, ${watchText(watch)}`,
				result: ({ id }) => ({ id }),
				done: ({ id }) => `removed: watch ${id}`,
			}),
			list({
				name: 'found',
				text: 'List the new products that the watches found, newest first.',
				options: [limitOption, ['--watch <id>', 'only those of this watch']],
				call: 'foundProducts',
				paged: true,
				input: (_, { watch }: { watch?: string }) => given({ watchId: watch }),
				empty: ['Nothing new was found yet.'],
				columns: [
					{ title: 'ID', of: (row) => row.id, right: true },
					{ title: 'FOUND', of: (row) => dateTime(row.foundAt), drops: 1 },
					{ title: 'SOURCE', of: (row) => `${row.source} ${row.region}`, drops: 2 },
					{ title: 'SKU', of: (row) => row.sku, shrinks: SKU_WIDTH },
					{ title: 'PRODUCT', of: (row) => row.title, shrinks: true },
					{ title: 'PRICE', of: (row) => row.price ?? 'unknown', right: true, drops: 3 },
					{
						title: 'LIST',
						of: ({ list, listed }) => (list === null ? 'none takes it' : listed ? `on ${list}` : `not on ${list}`),
						paint: ({ listed }) => listed && 'green',
						shrinks: true,
					},
				],
			}),
			show({
				name: 'watch',
				text: 'Put a found product on its watch list.',
				args: [['<id>', 'an id from `keywords found`']],
				call: 'foundWatch',
				input: ([id]) => ({ id }),
				lines: ({ entry, sku, list }) => [`added: ${entry ?? sku} on ${list}`],
			}),
		],
	},
];

function watchText(
	watch: Pick<KeywordWatch, 'shop' | 'source' | 'region'> & Parameters<typeof keywordText>[0],
): string {
	return `${watch.shop ?? watch.source} ${watch.region}: ${keywordText(watch)}`;
}
