import { ENTRY_STATES } from '@dropwire/contract';
import type { Command } from 'commander';
import { group, lazily } from '../command.ts';
import { withExportOptions, withImportOptions } from '../rows/options.ts';
import { choiceOption, regionOption } from '../terminal/choice.ts';
import { withRemovalOptions } from '../terminal/removal.ts';
import { withSearchOptions } from '../terminal/search.ts';
import { withListOption } from './lists.ts';

export function skusCommand(): Command {
	const skus = group(
		'skus',
		'The entries of the watch lists: the monitors of the SKU manager, Adidas Hot #1, refurbished custom SKUs, hot SKUs, HP, and links to products of any other shop.',
	);
	withSearchOptions(withListOption(skus.command('list')), 'SKU, title, note or link')
		.description('List SKUs, newest first, with their state and latest check.')
		.addOption(choiceOption('--state <state>', 'only those in this state', ENTRY_STATES))
		.addOption(regionOption('only those that are watched in this region'))
		.action(lazily(() => import('./list.ts')));
	withListOption(skus.command('add'))
		.description(
			'Add SKUs (for some lists: product links) to one or several lists. Those that are on a list already stay.',
		)
		.argument('<sku...>', '`-` reads them from stdin, separated by white space, commas or semicolons')
		.option('--link <url>', 'the product page, for lists that need one besides the SKU')
		.option(
			'--regions <regions>',
			'watch them only in these regions, for example US,JP; `all`: wherever somebody subscribes. Without it, new SKUs are watched in all regions, and the others keep theirs',
		)
		.option('--dry-run', 'only show what would change, and how long a round over all SKUs would take')
		.action(lazily(() => import('./add.ts')));
	withRemovalOptions(withListOption(skus.command('remove')))
		.description('Remove SKUs from one or several lists: all of them, or none.')
		.argument('<sku...>', '`-` reads them from stdin, separated by white space, commas or semicolons')
		.action(lazily(() => import('./remove.ts')));
	withImportOptions(withListOption(skus.command('import')))
		.summary('Make the lists match a file: + added, ~ changed, - removed.')
		.description(
			'Make the lists match a file, with the columns type, sku and, where needed, productLink and regions (US,JP or all). Works like `webhooks import`; with --list it is limited to those lists.',
		)
		.action(lazily(() => import('./import.ts')));
	withExportOptions(withListOption(skus.command('export')))
		.description('Export the lists in a form that import accepts.')
		.action(lazily(() => import('./export.ts')));
	return skus;
}
