import { maskedWebhookId, maskWebhookUrl, shortenMask } from '@dropwire/domain';
import type { Feature } from '../command.ts';
import { list } from '../contractCommand.ts';
import { healthColumn, placeText } from '../webhookText.ts';

export const broadcast: Feature = [
	list({
		name: 'broadcast',
		text: 'List the broadcast list: the webhooks that get every message, with their health.',
		options: [['--reveal', 'show complete URLs; anyone with a webhook URL can post with it']],
		call: 'broadcastList',
		rows: ({ data }, { reveal }: { reveal?: true }) =>
			data.map((row) => ({ ...row, webhook: reveal ? row.webhook : maskWebhookUrl(row.webhook) })),
		search: ['channel, server or webhook id', ({ webhook, place }) => [maskWebhookUrl(webhook), placeText(place)]],
		empty: ['The broadcast list is empty.', 'No webhook matches.'],
		columns: [
			{
				title: 'WEBHOOK',
				of: ({ webhook }) => (maskedWebhookId(webhook) === null ? webhook : shortenMask(webhook)),
				shrinks: true,
			},
			{ title: 'PLACE', of: (row) => placeText(row.place), shrinks: true, drops: 1, paint: 'dim' },
			healthColumn,
		],
	}),
];
