import { MESSAGE_KINDS } from '@dropwire/contract';
import { DELIVERY_STATUSES, PRODUCT_BRANDS } from '@dropwire/domain';
import { Command } from 'commander';
import { lazily } from '../command.ts';
import { choiceOption, regionOption } from '../terminal/choice.ts';
import { withLimitOption } from '../terminal/limit.ts';
import { withSpanOptions } from '../terminal/moment.ts';

export function messagesCommand(): Command {
	const messages = new Command('messages')
		.summary('List deliveries by message.')
		.description(
			'List deliveries by message, newest first: one row for each event, announcement, notice and test, with the number of its deliveries by status.',
		)
		.addOption(choiceOption('--status <status>', 'only with a delivery of this status', DELIVERY_STATUSES))
		.option('--guild <id>', 'only to this Discord server')
		.option(
			'--webhook <text>',
			"only to webhooks with this text in the label, or these last digits of the webhook's id",
		)
		.option('--sku <sku>', 'only of this SKU')
		.addOption(choiceOption('--brand <brand>', 'only of this brand', PRODUCT_BRANDS))
		.addOption(regionOption('only of this region'))
		.addOption(choiceOption('--kind <kind>', 'only of this kind', MESSAGE_KINDS));
	return withLimitOption(withSpanOptions(messages)).action(lazily(() => import('./list.ts')));
}
