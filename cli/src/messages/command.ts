import { DELIVERY_STATUSES } from '@dropwire/domain';
import { Command, Option } from 'commander';
import { lazily } from '../command.ts';
import { withLimitOption } from '../terminal/limit.ts';
import { withSpanOptions } from '../terminal/moment.ts';

export function messagesCommand(): Command {
	const messages = new Command('messages')
		.summary('List deliveries by message.')
		.description(
			'List deliveries by message, newest first: one row for each event, announcement, notice and test, with the number of its deliveries by status.',
		)
		.addOption(new Option('--status <status>', 'only with a delivery of this status').choices(DELIVERY_STATUSES))
		.option('--guild <id>', 'only to this Discord server')
		.option(
			'--webhook <text>',
			"only to webhooks with this text in the label, or these last digits of the webhook's id",
		)
		.option('--sku <sku>', 'only of this SKU')
		.option('--brand <brand>', 'only of this brand, for example NIKE')
		.option('--region <region>', 'only of this region, for example US')
		.option('--kind <kind>', 'only of this kind, for example RESTOCK or ANNOUNCEMENT');
	return withLimitOption(withSpanOptions(messages)).action(lazily(() => import('./list.ts')));
}
