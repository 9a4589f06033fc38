import { DELIVERY_STATUSES } from '@dropwire/bff/contract/vocabulary';
import { Command, Option } from 'commander';
import { lazily } from '../command.ts';
import { withLimitOption } from '../terminal/limit.ts';

export function deliveryCommands(): Command[] {
	const deliveries = new Command('deliveries')
		.description('Every notification and what became of it, newest first.')
		.addOption(new Option('--status <status>', 'only these').choices(DELIVERY_STATUSES))
		.option('--topic <name>', 'only of a topic: `Nike Shoes Active`')
		.option('--guild <id>', 'only of a Discord server')
		.option('--announcement <id>', 'only of an announcement')
		.option('-f, --follow', 'go on with what happens from now on, until Ctrl-C; with --json one line each');
	return [
		withLimitOption(deliveries).action(lazily(() => import('./list.ts'))),
		new Command('redeliver')
			.description('Send deliveries that expired or failed once more.')
			.argument('<id...>', 'as `deliveries` shows them')
			.action(lazily(() => import('./redeliver.ts'))),
	];
}
