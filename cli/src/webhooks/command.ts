import { WEBHOOK_STATES } from '@dropwire/contract';
import type { Command } from 'commander';
import { group, lazily } from '../command.ts';
import { withExportOptions, withImportOptions } from '../rows/options.ts';
import { choiceOption, regionOption } from '../terminal/choice.ts';
import { withLimitOption } from '../terminal/limit.ts';
import { withRemovalOptions } from '../terminal/removal.ts';
import { withSearchOptions } from '../terminal/search.ts';
import { HEALTH_STATES } from './health.ts';
import { withTopicOptions, wordsOf } from './topics.ts';

const lower = (word: string) => word.toLowerCase();

export function webhooksCommand(): Command {
	const webhooks = group(
		'webhooks',
		'Webhooks by brand, category, region and status. Separate several words with commas, or use `all`.',
	);
	withSearchOptions(withTopicOptions(webhooks.command('list')), 'label, channel, server or webhook id')
		.description('List webhooks with their health and options, and the ids of their subscriptions.')
		.addOption(choiceOption('--health <health>', 'only webhooks in this state', HEALTH_STATES))
		.option('--reveal', 'show complete URLs; anyone with a webhook URL can post with it')
		.action(lazily(() => import('./list.ts')));
	withLimitOption(webhooks.command('all'))
		.description('List all webhooks of operators and Discord servers, one row each, newest first.')
		.addOption(choiceOption('--state <state>', 'only webhooks in this state', WEBHOOK_STATES.map(lower)))
		.addOption(choiceOption('--brand <brand>', 'only with a topic of this brand', wordsOf('brand')))
		.addOption(regionOption('only with a topic of this region'))
		.option('--search <text>', "only with this text in the label, or these last digits of the webhook's id")
		.action(lazily(() => import('./all.ts')));
	withTopicOptions(webhooks.command('add'))
		.description('Add a webhook to one or several groups: to all of them, or to none.')
		.argument('<label>', 'names the row in its group')
		.argument('<url>', 'the webhook URL; `-` reads it from stdin')
		.action(lazily(() => import('./add.ts')));
	withTopicOptions(webhooks.command('set'))
		.description('Change the webhook of a row, in one or several groups.')
		.argument('<label>', 'the row')
		.argument('<url>', 'the webhook URL; `-` reads it from stdin')
		.action(lazily(() => import('./set.ts')));
	withRemovalOptions(withTopicOptions(webhooks.command('remove')))
		.description('Remove rows from one or several groups.')
		.argument('<label...>', 'the rows')
		.action(lazily(() => import('./remove.ts')));
	withTopicOptions(webhooks.command('test'))
		.description("Send a test message and show Discord's answer.")
		.argument('<label-or-url...>', 'rows of the groups, or URLs of saved webhooks')
		.action(lazily(() => import('./test.ts')));
	withImportOptions(withTopicOptions(webhooks.command('import')))
		.summary('Make the groups match a file: + added, ~ changed, - removed.')
		.description(
			'Make the groups match a file with the columns brand, category, region, status, label, value and, where needed, options (JSON; empty leaves them, {} clears them). Shows what would change (+ added, ~ changed, - removed) and asks for confirmation. Groups with up to 10,000 rows together are applied in one transaction; larger files in several, and the same command applies the rest if one fails. With a brand, category, region or status the import is limited to those groups.',
		)
		.action(lazily(() => import('./import.ts')));
	withExportOptions(withTopicOptions(webhooks.command('export')))
		.description('Export the groups with complete URLs, in a form that import accepts.')
		.action(lazily(() => import('./export.ts')));
	return webhooks;
}
