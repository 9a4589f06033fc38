import { EVENT_KINDS, PRODUCT_BRANDS } from '@dropwire/domain';
import { Command } from 'commander';
import { lazily } from '../command.ts';
import { choiceOption, regionOption } from '../terminal/choice.ts';
import { withLimitOption } from '../terminal/limit.ts';

export function eventsCommand(): Command {
	const events = new Command('events')
		.description(
			'List product events, newest first, with the topic of each and the number of webhooks that it went to.',
		)
		.option('--sku <sku>', 'only of this SKU')
		.addOption(choiceOption('--brand <brand>', 'only of this brand', PRODUCT_BRANDS))
		.addOption(regionOption('only of this region'))
		.addOption(choiceOption('--kind <kind>', 'only of this kind', EVENT_KINDS))
		.option('--unreached', 'only events that went to no webhook (admins)')
		.option('-f, --follow', 'print new events until Ctrl-C; with --json one object per line');
	return withLimitOption(events).action(lazily(() => import('./list.ts')));
}
