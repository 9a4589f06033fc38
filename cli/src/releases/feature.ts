import type { Release } from '@dropwire/contract';
import { PRODUCT_BRANDS } from '@dropwire/domain';
import { type Feature, given, option } from '../command.ts';
import { list } from '../contractCommand.ts';
import { FILE_ARGS, FILE_OPTIONS } from '../imports/options.ts';
import { DOWNLOAD_OPTIONS } from '../rows/options.ts';
import { choiceOption, limitOption, momentOf, regionOption } from '../terminal/options.ts';
import { SKU_WIDTH } from '../terminal/table.ts';
import { zonedTime } from '../terminal/time.ts';

interface ListOptions {
	region?: string;
	brand?: (typeof PRODUCT_BRANDS)[number];
	from?: number;
	to?: number;
}

export const releases: Feature = [
	{
		name: 'releases',
		text: 'When products are released: dates of shops, of discovery, of external monitors and of imports.',
		commands: [
			list({
				name: 'list',
				isDefault: true,
				text: 'List releases by launch; without times those from 24 hours ago to 30 days ahead. Times are in your time zone.',
				examples: [['releases --region us jordan', 'the next releases in the US with this word in title or SKU']],
				args: [['[words...]', 'words of title and SKU or their beginnings, in any order']],
				options: [
					regionOption('only in this region'),
					choiceOption('--brand <brand>', 'only of this brand', PRODUCT_BRANDS),
					option('--from <time>', 'from this time, also those that are over: `2026-04-17` or `7d` ago', momentOf),
					option('--to <time>', 'before this time', momentOf),
					limitOption,
				],
				call: 'releases',
				paged: true,
				input: ([words = []]: [string[]?], { region, brand, from, to }: ListOptions) =>
					given({ q: words.join(' ') || undefined, region, brand, from, to }),
				empty: ['No releases in the next 30 days.', 'No release matches.'],
				columns: [
					{ title: 'LAUNCH', of: (row) => zonedTime(row.launchAt) },
					{ title: 'REGION', of: (row) => row.region },
					{ title: 'BRAND', of: (row) => row.brand, drops: 3 },
					{ title: 'SKU', of: (row) => row.sku, shrinks: SKU_WIDTH },
					{ title: 'PRODUCT', of: (row) => row.title, shrinks: true },
					{ title: 'METHOD', of: (row) => row.method ?? '', drops: 2 },
					{ title: 'STATE', of: stateText, drops: 1 },
				],
			}),
			{
				name: 'import',
				text: 'Import releases from a CSV or NDJSON file with any column names, for markets whose shop does not announce them. Shows which column each field is read from before anything is stored. Times need a zone, or are epoch ms. A date that a shop or an external monitor names is kept. Invalid rows are listed, the others are stored and announced; the same file again changes nothing.',
				summary: 'Import releases from a file with any column names.',
				examples: [
					['releases import releases.csv --dry-run', 'show the columns and what would change'],
					[
						'releases import releases.csv --map launchAt=Drop --region jp --yes',
						'one column by hand, one region for all rows',
					],
				],
				args: FILE_ARGS,
				options: [...FILE_OPTIONS, regionOption('the region of every row, for a file without such a column')],
				load: () => import('./import.ts'),
			},
			{
				name: 'export',
				text: 'Export all releases, in columns that the import reads.',
				options: DOWNLOAD_OPTIONS,
				load: () => import('./export.ts'),
			},
		],
	},
];

function stateText({ state, moves }: Pick<Release, 'state' | 'moves'>): string {
	return moves.length > 0 && state === 'announced' ? 'moved' : state;
}
