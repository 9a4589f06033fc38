import { Command } from 'commander';
import { lazily } from '../command.ts';
import { withLimitOption } from '../terminal/limit.ts';

export function eventsCommand(): Command {
	const events = new Command('events')
		.description(
			'List product events, newest first, with the topic of each and the number of webhooks that it went to.',
		)
		.option('--sku <sku>', 'only of this SKU')
		.option('--brand <brand>', 'only of this brand, for example NIKE')
		.option('--region <region>', 'only of this region, for example US')
		.option('--kind <kind>', 'only of this kind, for example RESTOCK')
		.option('--unreached', 'only events that went to no webhook (admins)')
		.option('-f, --follow', 'print new events until Ctrl-C; with --json one object per line');
	return withLimitOption(events).action(lazily(() => import('./list.ts')));
}
