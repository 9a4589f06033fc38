import { ENTRY_STATES } from '@dropwire/contract';
import type { Feature } from '../command.ts';
import { EXPORT_OPTIONS, IMPORT_ARGS, IMPORT_OPTIONS } from '../rows/options.ts';
import { choiceOption, regionOption, REMOVAL_OPTIONS, searchOptions } from '../terminal/options.ts';
import { listOption } from './lists.ts';

const SKUS = ['<sku...>', '`-` reads them from stdin, separated by white space, commas or semicolons'] as const;

export const skus: Feature = [
	{
		name: 'skus',
		text: 'The entries of the watch lists: the monitors of the SKU manager, Adidas Hot #1, refurbished custom SKUs, hot SKUs, HP, and links to products of any other shop.',
		commands: [
			{
				name: 'list',
				text: 'List SKUs, newest first, with their state and latest check.',
				options: [
					listOption,
					...searchOptions('SKU, title, note or link'),
					choiceOption('--state <state>', 'only those in this state', ENTRY_STATES),
					regionOption('only those that are watched in this region'),
				],
				load: () => import('./list.ts'),
			},
			{
				name: 'add',
				examples: [
					['skus add CK9246-101 HQ7978-103 --list monitor1', 'two SKUs'],
					['skus add - --list monitor1 < skus.txt', 'those of a file'],
				],
				text: 'Add SKUs (for some lists: product links) to one or several lists. Those that are on a list already stay.',
				args: [SKUS],
				options: [
					listOption,
					['--link <url>', 'the product page, for lists that need one besides the SKU'],
					[
						'--regions <regions>',
						'watch them only in these regions, for example US,JP; `all`: wherever somebody subscribes. Without it, new SKUs are watched in all regions, and the others keep theirs',
					],
					['--dry-run', 'only show what would change, and how long a round over all SKUs would take'],
				],
				load: async () => ({ run: (await import('./change.ts')).addSkus }),
			},
			{
				name: 'remove',
				text: 'Remove SKUs from one or several lists: all of them, or none.',
				args: [SKUS],
				options: [listOption, ...REMOVAL_OPTIONS],
				load: async () => ({ run: (await import('./change.ts')).removeSkus }),
			},
			{
				name: 'pin',
				examples: [
					['skus pin CK9246-101 10s --list monitor1', 'a check every ten seconds, within the budget of the shop'],
					['skus pin CK9246-101 none --list monitor1', 'as often as its shop and its habit allow'],
				],
				text: 'Pin the time between two checks of a SKU or link: 2s to 60min, or `none`. Pinned products get at most half of the calls of their shop; hot lists and launches are checked as before.',
				args: [
					['<sku>', 'a SKU or link of the list'],
					['<interval>', 'seconds or minutes as 10s or 5min, or `none`'],
				],
				options: [listOption],
				load: async () => ({ run: (await import('./pin.ts')).pinSku }),
			},
			{
				name: 'import',
				summary: 'Make the lists match a file: + added, ~ changed, - removed.',
				text: 'Make the lists match a file, with the columns type, sku and, where needed, productLink and regions (US,JP or all). Works like `webhooks import`; with --list it is limited to those lists.',
				args: IMPORT_ARGS,
				options: [listOption, ...IMPORT_OPTIONS],
				load: async () => ({ run: (await import('./rows.ts')).importSkus }),
			},
			{
				name: 'export',
				text: 'Export the lists in a form that import accepts.',
				options: [listOption, ...EXPORT_OPTIONS],
				load: async () => ({ run: (await import('./rows.ts')).exportSkus }),
			},
		],
	},
];
