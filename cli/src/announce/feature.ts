import { Option } from 'commander';
import type { Feature } from '../command.ts';

export const announce: Feature = [
	{
		name: 'announce',
		examples: [
			[
				'announce --title "Stock" --image https://… --description - --all --dry-run < text.txt',
				'preview an announcement',
			],
			[
				'announce --title "Stock" --image https://… --description "US 9: 12" --server 1087654321098765432 --wait',
				'send it to one server, and wait for its delivery',
			],
		],
		text: 'Send an announcement to the webhooks for announcements (brand STOCK).',
		options: [
			new Option('--title <text>', "the message's title").makeOptionMandatory(),
			new Option('--image <url>', 'the URL of its image').makeOptionMandatory(),
			['--description <text>', 'its text; `-` reads it from stdin'],
			['--to <labels...>', 'labels of the webhooks that get it'],
			['--all', 'send it to all webhooks of the list'],
			['--servers', 'send it to the servers that link Stock Numbers, too'],
			['--server <ids...>', 'send it to these servers, which link Stock Numbers: ids from `guilds list`'],
			['--dry-run', 'only show the message and its recipients'],
			['--wait', 'wait until every delivery has succeeded, failed or expired'],
			['--idempotency-key <key>', 'announcements with the same key are sent once'],
			['-y, --yes', 'skip the confirmation'],
		],
		load: () => import('./announce.ts'),
	},
];
