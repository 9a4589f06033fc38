import { escapeMarkdown } from '@dropwire/domain';
import { cut, MESSAGE_LIMITS, truncateEmbed, type WebhookBody } from '../../message/body.ts';

/** The message that an admin sends to test a webhook. `label` names the list. */
export function composeTest({ label, at }: { label: string; at: number }): WebhookBody {
	const description = `This webhook works. It gets: ${escapeMarkdown(label) || 'nothing yet'}.`;
	return {
		username: 'Dropwire',
		allowed_mentions: { parse: [] },
		embeds: [
			truncateEmbed({
				title: 'Test message',
				description: cut(description, MESSAGE_LIMITS.description),
				color: 0xffb020,
				fields: [],
				footer: { text: 'Dropwire' },
				timestamp: new Date(at).toISOString(),
			}),
		],
	};
}
