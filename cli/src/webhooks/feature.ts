import { WEBHOOK_STATES } from '@dropwire/contract';
import { Option } from 'commander';
import { type Feature, given } from '../command.ts';
import { list } from '../contractCommand.ts';
import { EXPORT_OPTIONS, IMPORT_ARGS, IMPORT_OPTIONS } from '../rows/options.ts';
import { choiceOption, limitOption, regionOption, REMOVAL_OPTIONS, searchOptions } from '../terminal/options.ts';
import { HEALTH_STATES, healthColumn, healthText, placeText, webhookText } from '../webhookText.ts';
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
				examples: [
					['webhooks list --brand nike --region us --status hold', 'the webhooks of one group'],
					['webhooks list --health off', 'those that Discord has rejected'],
				],
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
					{ title: 'WEBHOOK', of: (row) => webhookText(row.target), shrinks: true, cut: 'start', paint: 'dim' },
					{ title: 'PLACE', of: (row) => placeText(row.place), shrinks: true, drops: 2, paint: 'dim' },
					{ title: 'TOPICS', of: (row) => String(row.topics), right: true },
					{ title: 'BRANDS', of: (row) => row.brands.join(' '), shrinks: true, drops: 1 },
					{ ...healthColumn, of: ({ paused, health }) => `${paused ? 'paused, ' : ''}${healthText(health)}` },
				],
			}),
			{
				name: 'add',
				examples: [
					[
						'webhooks add lounge https://discord.com/api/webhooks/… --brand nike --category shoes --region us,jp --status active',
						'one webhook in two groups',
					],
					['webhooks add lounge - --brand hp < url.txt', 'with the URL from a file'],
				],
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
				name: 'replace',
				examples: [
					['webhooks replace OLD NEW --dry-run', 'show the lists in which a leaked webhook would be replaced'],
					['webhooks replace OLD - --yes < new-url.txt', 'replace it without a question'],
				],
				text: 'Replace a webhook everywhere: in all groups, on the broadcast list and in servers. Shows the lists first.',
				args: [['<old-url>', 'the saved webhook; without a thread those of all its threads'], WEBHOOK_URL],
				options: [
					new Option('--dry-run', 'only show what would be replaced'),
					new Option('-y, --yes', 'skip the confirmation'),
				],
				load: () => import('./replace.ts'),
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
				examples: [
					['webhooks import webhooks.csv --dry-run', 'show what a file would change'],
					[
						'webhooks import webhooks.csv --prune --backup before.csv',
						'make the groups match it, and keep the current rows',
					],
				],
				summary: 'Make the groups match a file: + added, ~ changed, - removed.',
				text: 'Make the groups match a file with the columns brand, category, region, status, label, value and, where needed, options (JSON; empty leaves them, {} clears them). Shows what would change (+ added, ~ changed, - removed) and asks for confirmation. Groups with up to 10,000 rows together are applied in one transaction; larger files in several, and the same command applies the rest if one fails. With a brand, category, region or status the import is limited to those groups.',
				args: IMPORT_ARGS,
				options: [...TOPIC_OPTIONS, ...IMPORT_OPTIONS],
				load: async () => ({ run: (await import('./rows.ts')).importWebhooks }),
			},
			{
				name: 'export',
				examples: [
					['webhooks export -o webhooks.csv', 'all groups'],
					['webhooks export --brand nike --format json', 'those of Nike, as JSON'],
				],
				text: 'Export the groups with complete URLs, in a form that import accepts.',
				options: [...TOPIC_OPTIONS, ...EXPORT_OPTIONS],
				load: async () => ({ run: (await import('./rows.ts')).exportWebhooks }),
			},
		],
	},
];
