import { DELIVERY_STATUSES } from '@dropwire/domain';
import { Command } from 'commander';
import { lazily } from '../command.ts';
import { choiceOption } from '../terminal/choice.ts';
import { withLimitOption } from '../terminal/limit.ts';

export function deliveryCommands(): Command[] {
	const deliveries = new Command('deliveries')
		.description('List deliveries with their status, newest first.')
		.addOption(choiceOption('--status <status>', 'only deliveries with this status', DELIVERY_STATUSES))
		.option('--topic <name>', 'only of this topic, for example `Nike Shoes Active`')
		.option('--guild <id>', 'only of this Discord server')
		.option('--announcement <id>', 'only of this announcement')
		.option('-f, --follow', 'print new deliveries until Ctrl-C; with --json one object per line');
	return [
		withLimitOption(deliveries).action(lazily(() => import('./list.ts'))),
		new Command('redeliver')
			.description('Send expired or failed deliveries again.')
			.argument('<id...>', 'ids from `deliveries`')
			.action(lazily(() => import('./redeliver.ts'))),
	];
}
