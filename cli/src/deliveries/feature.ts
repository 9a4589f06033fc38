import { DELIVERY_STATUSES } from '@dropwire/domain';
import type { Feature } from '../command.ts';
import { each } from '../contractCommand.ts';
import { choiceOption, limitOption } from '../terminal/options.ts';

export const deliveries: Feature = [
	{
		name: 'deliveries',
		examples: [
			['deliveries --status failed', 'what was not delivered, and why'],
			['deliveries --follow --json', 'every new delivery, one object per line'],
		],
		text: 'List deliveries with their status, newest first.',
		options: [
			choiceOption('--status <status>', 'only deliveries with this status', DELIVERY_STATUSES),
			['--topic <name>', 'only of this topic, for example `Nike Shoes Active`'],
			['--guild <id>', 'only of this Discord server'],
			['--announcement <id>', 'only of this announcement'],
			['-f, --follow', 'print new deliveries until Ctrl-C; with --json one object per line'],
			limitOption,
		],
		load: () => import('./list.ts'),
	},
	each({
		name: 'redeliver',
		text: 'Send expired or failed deliveries again.',
		args: [['<id...>', 'ids from `deliveries`']],
		call: 'redeliver',
		id: ['id', 'the id of a delivery', /^\d{1,15}$/],
		input: (id) => ({ id }),
		status: ({ status }) => status,
		line: (id) => `${id}: queued again`,
	}),
];
