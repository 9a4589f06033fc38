import type { Command } from 'commander';
import { group, lazily } from '../command.ts';
import { withExportOptions, withImportOptions } from '../rows/options.ts';
import { withListOption } from './lists.ts';

export function skusCommand(): Command {
	const skus = group(
		'skus',
		'What is watched: the monitors of the SKU manager, Adidas Hot #1, the refurbished custom SKUs and the hot SKUs.',
	);
	withListOption(skus.command('list'))
		.description('What stands on the lists, newest first, with the last look at it.')
		.action(lazily(() => import('./list.ts')));
	withListOption(skus.command('add'))
		.description('Put SKUs (for some lists: product links) on one or several lists. What stands there already stays.')
		.argument('<sku...>', '`-` reads them from stdin, separated by white space')
		.option('--link <url>', "the product's page, for the lists that want one beside the SKU")
		.action(lazily(() => import('./add.ts')));
	withListOption(skus.command('remove'))
		.description('Take SKUs off one or several lists: all of them, or none.')
		.argument('<sku...>', '`-` reads them from stdin, separated by white space')
		.action(lazily(() => import('./remove.ts')));
	withImportOptions(withListOption(skus.command('import')))
		.summary('Make the lists be as a file says: + added, ~ changed, - removed.')
		.description(
			'Make the lists be as a file says, with the columns type, sku and, where a list wants one, productLink. Works as `webhooks import` does; with --list it is about those lists alone.',
		)
		.action(lazily(() => import('./import.ts')));
	withExportOptions(withListOption(skus.command('export')))
		.description('Write the lists so that import takes them back.')
		.action(lazily(() => import('./export.ts')));
	return skus;
}
