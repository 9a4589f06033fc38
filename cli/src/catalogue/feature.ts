import type { ListedCatalogueEntry } from '@dropwire/contract';
import { CATALOGUE_SORTS, formatMoney, PRODUCT_BRANDS } from '@dropwire/domain';
import { type Feature, given } from '../command.ts';
import { list } from '../contractCommand.ts';
import { FILE_ARGS, FILE_OPTIONS } from '../imports/options.ts';
import { DOWNLOAD_OPTIONS } from '../rows/options.ts';
import { choiceArgument, choiceOption, limitOption, regionOption } from '../terminal/options.ts';
import { SKU_WIDTH } from '../terminal/table.ts';
import { dateTime } from '../terminal/time.ts';

interface SearchOptions {
	brand?: (typeof PRODUCT_BRANDS)[number];
	category?: string;
	region?: string;
	available?: 'true' | 'false';
	from?: string;
	to?: string;
	sort?: (typeof CATALOGUE_SORTS)[number];
}

export const catalogue: Feature = [
	{
		name: 'catalogue',
		text: 'Every product that was ever seen: by watch lists, product queries, discovery, external monitors and imports.',
		commands: [
			list({
				name: 'search',
				isDefault: true,
				text: 'List products by words of title, colour and SKU, or those that changed last.',
				args: [['[words...]', 'words or their beginnings, in any order']],
				options: [
					choiceOption('--brand <brand>', 'only of this brand', PRODUCT_BRANDS),
					['--category <category>', 'only of this category'],
					regionOption('only those that were checked in this region'),
					choiceOption('--available <state>', 'only what is available, or is not: in the region, or in any', [
						'true',
						'false',
					]),
					['--from <date>', 'released on this date or later (YYYY-MM-DD)'],
					['--to <date>', 'released on this date or earlier'],
					choiceOption('--sort <order>', 'price needs --region', CATALOGUE_SORTS),
					limitOption,
				],
				call: 'catalogue',
				paged: true,
				input: ([words = []]: [string[]?], { brand, category, region, available, from, to, sort }: SearchOptions) =>
					given({ q: words.join(' ') || undefined, brand, category, region, available, from, to, sort }),
				empty: ['No product matches.'],
				columns: [
					{ title: 'BRAND', of: (row) => row.brand, drops: 3 },
					{ title: 'SKU', of: (row) => row.sku, shrinks: SKU_WIDTH },
					{ title: 'PRODUCT', of: (row) => row.title, shrinks: true },
					{ title: 'COLOR', of: (row) => row.color ?? '', shrinks: true, drops: 1 },
					{ title: 'PRICE', of: priceOf, right: true },
					{ title: 'REGIONS', of: (row) => row.regions.map(({ region }) => region).join(' '), shrinks: true, drops: 2 },
					{ title: 'LAST SEEN', of: (row) => dateTime(row.lastSeenAt), drops: 4 },
				],
			}),
			{
				name: 'show',
				text: 'Show a product with its state in every region as of the last check.',
				args: [choiceArgument('<brand>', 'the brand', PRODUCT_BRANDS), ['<sku>', 'for example `CK9246-101`']],
				load: () => import('./show.ts'),
			},
			{
				name: 'import',
				text: 'Import products from a CSV or NDJSON file with any column names. Shows which column each field is read from before anything is stored. What a shop has stated is kept. Invalid rows are listed, the others are stored; the same file again changes nothing.',
				summary: 'Import products from a file with any column names.',
				examples: [
					['catalogue import products.csv --dry-run', 'show the columns and what would change'],
					[
						'catalogue import products.csv --map title=Name --brand nike --yes',
						'one column by hand, one brand for all rows',
					],
				],
				args: FILE_ARGS,
				options: FILE_OPTIONS,
				load: () => import('./import.ts'),
			},
			{
				name: 'export',
				text: 'Export the catalogue, in columns that the import reads.',
				options: DOWNLOAD_OPTIONS,
				load: () => import('./export.ts'),
			},
		],
	},
];

/** The price in the first region that has one. */
function priceOf({ regions }: Pick<ListedCatalogueEntry, 'regions'>): string {
	const price = regions.find((region) => region.price !== null)?.price;
	return price ? formatMoney(price.current, price.currency) : '–';
}
