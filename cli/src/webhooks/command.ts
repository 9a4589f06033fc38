import type { Command } from 'commander';
import { group, lazily } from '../command.ts';
import { withExportOptions, withImportOptions } from '../rows/options.ts';
import { withTopicOptions } from './topics.ts';

export function webhooksCommand(): Command {
	const webhooks = group(
		'webhooks',
		'The webhooks of every brand, category, region and status. Words may be several, separated by commas, or `all`.',
	);
	withTopicOptions(webhooks.command('list'))
		.description('What stands in the groups, and how each webhook fares.')
		.option('--reveal', 'show the addresses as a whole; who has one can post with it')
		.action(lazily(() => import('./list.ts')));
	withTopicOptions(webhooks.command('add'))
		.description('Add a webhook to one or several groups: to all of them, or to none.')
		.argument('<label>', 'names the row in its group')
		.argument('<url>', "Discord's address of the webhook; `-` reads it from stdin")
		.action(lazily(() => import('./add.ts')));
	withTopicOptions(webhooks.command('set'))
		.description('Give a row another webhook, in one or several groups.')
		.argument('<label>', 'the row')
		.argument('<url>', "Discord's address of the webhook; `-` reads it from stdin")
		.action(lazily(() => import('./set.ts')));
	withTopicOptions(webhooks.command('remove'))
		.description('Remove rows from one or several groups.')
		.argument('<label...>', 'the rows')
		.action(lazily(() => import('./remove.ts')));
	withTopicOptions(webhooks.command('test'))
		.description('Send a test message the way that every message goes, and say what Discord answered.')
		.argument('<label-or-url...>', 'rows of the groups, or addresses that stand in any')
		.action(lazily(() => import('./test.ts')));
	withImportOptions(withTopicOptions(webhooks.command('import')))
		.summary('Make the groups be as a file says: + added, ~ changed, - removed.')
		.description(
			'Make the groups be as a file says, with the columns brand, category, region, status, label and value. Shows what would change (+ added, ~ changed, - removed) and asks. Up to 10,000 changes land together or not at all; more in batches, and the same command goes on where one failed. With a brand, category, region or status the import is about those groups alone.',
		)
		.action(lazily(() => import('./import.ts')));
	withExportOptions(withTopicOptions(webhooks.command('export')))
		.description('Write the groups, with the whole addresses, so that import takes them back.')
		.action(lazily(() => import('./export.ts')));
	return webhooks;
}
