import { WEBHOOK_STATES } from '@dropwire/contract';
import { shortenMask } from '@dropwire/domain';
import { type Feature, given } from '../command.ts';
import { list } from '../contractCommand.ts';
import { EXPORT_OPTIONS, IMPORT_ARGS, IMPORT_OPTIONS } from '../rows/options.ts';
import { choiceOption, limitOption, regionOption, REMOVAL_OPTIONS, searchOptions } from '../terminal/options.ts';
import { HEALTH_STATES, healthColumn, healthText, placeText } from '../webhookText.ts';
import { TOPIC_OPTIONS, wordsOf } from './topics.ts';

const WEBHOOK_URL = ['<url>', 'the webhook URL; `-` reads it from stdin'] as const;

interface Filters {
	state?: string;
	brand?: string;
	region?: string;
	search?: string;
}

export const webhooks: Feature = [
	{
		name: 'webhooks',
		text: 'Webhooks by brand, category, region and status. Separate several words with commas, or use `all`.',
		commands: [
			{
				name: 'list',
				text: 'List webhooks with their health and options, and the ids of their subscriptions.',
				options: [
					...TOPIC_OPTIONS,
					...searchOptions('label, channel, server or webhook id'),
					choiceOption('--health <health>', 'only webhooks in this state', HEALTH_STATES),
					['--reveal', 'show complete URLs; anyone with a webhook URL can post with it'],
				],
				load: () => import('./list.ts'),
			},
			list({
				name: 'all',
				text: 'List all webhooks of operators and Discord servers, one row each, newest first.',
				options: [
					limitOption,
					choiceOption(
						'--state <state>',
						'only webhooks in this state',
						WEBHOOK_STATES.map((state) => state.toLowerCase()),
					),
					choiceOption('--brand <brand>', 'only with a topic of this brand', wordsOf('brand')),
					regionOption('only with a topic of this region'),
					['--search <text>', "only with this text in the label, or these last digits of the webhook's id"],
				],
				call: 'allWebhooks',
				paged: true,
				input: (_, { state, brand, region, search }: Filters) => given({ state, brand, region, q: search }),
				empty: ['No webhooks yet. Add one: dropwire webhooks add LABEL URL --brand BRAND', 'No webhooks match.'],
				columns: [
					{ title: 'ID', of: (row) => row.id, right: true },
					{ title: 'LABEL', of: (row) => row.label ?? '–', shrinks: true },
					{ title: 'WEBHOOK', of: (row) => shortenMask(row.target), shrinks: true, paint: 'dim' },
					{ title: 'PLACE', of: (row) => placeText(row.place), shrinks: true, drops: 2, paint: 'dim' },
					{ title: 'TOPICS', of: (row) => String(row.topics), right: true },
					{ title: 'BRANDS', of: (row) => row.brands.join(' '), shrinks: true, drops: 1 },
					{ ...healthColumn, of: ({ paused, health }) => `${paused ? 'paused, ' : ''}${healthText(health)}` },
				],
			}),
			{
				name: 'add',
				text: 'Add a webhook to one or several groups: to all of them, or to none.',
				args: [['<label>', 'names the row in its group'], WEBHOOK_URL],
				options: TOPIC_OPTIONS,
				load: async () => ({ run: (await import('./change.ts')).addWebhook }),
			},
			{
				name: 'set',
				text: 'Change the webhook of a row, in one or several groups.',
				args: [['<label>', 'the row'], WEBHOOK_URL],
				options: TOPIC_OPTIONS,
				load: async () => ({ run: (await import('./change.ts')).setWebhook }),
			},
			{
				name: 'remove',
				text: 'Remove rows from one or several groups.',
				args: [['<label...>', 'the rows']],
				options: [...TOPIC_OPTIONS, ...REMOVAL_OPTIONS],
				load: async () => ({ run: (await import('./change.ts')).removeWebhooks }),
			},
			{
				name: 'test',
				text: "Send a test message and show Discord's answer.",
				args: [['<label-or-url...>', 'rows of the groups, or URLs of saved webhooks']],
				options: TOPIC_OPTIONS,
				load: () => import('./test.ts'),
			},
			{
				name: 'import',
				summary: 'Make the groups match a file: + added, ~ changed, - removed.',
				text: 'Make the groups match a file with the columns brand, category, region, status, label, value and, where needed, options (JSON; empty leaves them, {} clears them). Shows what would change (+ added, ~ changed, - removed) and asks for confirmation. Groups with up to 10,000 rows together are applied in one transaction; larger files in several, and the same command applies the rest if one fails. With a brand, category, region or status the import is limited to those groups.',
				args: IMPORT_ARGS,
				options: [...TOPIC_OPTIONS, ...IMPORT_OPTIONS],
				load: async () => ({ run: (await import('./rows.ts')).importWebhooks }),
			},
			{
				name: 'export',
				text: 'Export the groups with complete URLs, in a form that import accepts.',
				options: [...TOPIC_OPTIONS, ...EXPORT_OPTIONS],
				load: async () => ({ run: (await import('./rows.ts')).exportWebhooks }),
			},
		],
	},
];
