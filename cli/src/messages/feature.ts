import { type CallInput, type Contract, type DeliveryGroup, MESSAGE_KINDS } from '@dropwire/contract';
import { DELIVERY_STATUSES, PRODUCT_BRANDS } from '@dropwire/domain';
import { type Feature, given } from '../command.ts';
import { list } from '../contractCommand.ts';
import { choiceOption, regionOption, SPAN_OPTIONS, type SpanOptions } from '../terminal/options.ts';
import { SKU_WIDTH } from '../terminal/table.ts';
import { dateTime } from '../terminal/time.ts';

type Input = CallInput<Contract['deliveryGroups']>;
interface Options extends SpanOptions, Pick<Input, 'status' | 'webhook' | 'sku' | 'brand' | 'region' | 'kind'> {
	guild?: string;
}

export const messages: Feature = [
	list({
		name: 'messages',
		summary: 'List deliveries by message.',
		text: 'List deliveries by message, newest first: one row for each event, announcement, notice and test, with the number of its deliveries by status.',
		options: [
			choiceOption('--status <status>', 'only with a delivery of this status', DELIVERY_STATUSES),
			['--guild <id>', 'only to this Discord server'],
			['--webhook <text>', "only to webhooks with this text in the label, or these last digits of the webhook's id"],
			['--sku <sku>', 'only of this SKU'],
			choiceOption('--brand <brand>', 'only of this brand', PRODUCT_BRANDS),
			regionOption('only of this region'),
			choiceOption('--kind <kind>', 'only of this kind', MESSAGE_KINDS),
			...SPAN_OPTIONS,
		],
		call: 'deliveryGroups',
		paged: true,
		input: (_, { guild, status, webhook, sku, brand, region, kind, since, until }: Options) =>
			given({ guildId: guild, status, webhook, sku, brand, region, kind, since, until }),
		empty: ['No messages yet. See what is watched: dropwire sources list', 'No messages match.'],
		columns: [
			{ title: 'ID', of: (row) => row.id, right: true },
			{ title: 'QUEUED', of: (row) => dateTime(row.queuedAt), drops: 3 },
			{ title: 'KIND', of: (row) => row.kind, drops: 2 },
			{ title: 'REGION', of: (row) => row.region ?? '', drops: 1 },
			{ title: 'SKU', of: (row) => row.sku ?? '', shrinks: SKU_WIDTH, drops: 4 },
			{ title: 'MESSAGE', of: (row) => row.title, shrinks: true },
			{
				title: 'DELIVERIES',
				of: outcomeText,
				paint: ({ counts }) => Boolean(counts.failed || counts.expired) && 'red',
				shrinks: 14,
			},
		],
	}),
];

/** `30 of 32 sent, 2 failed`. */
function outcomeText({ counts }: DeliveryGroup): string {
	const all = DELIVERY_STATUSES.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
	const others = DELIVERY_STATUSES.filter((status) => status !== 'sent' && counts[status]);
	return [`${counts.sent ?? 0} of ${all} sent`, ...others.map((status) => `${counts[status]} ${status}`)].join(', ');
}
