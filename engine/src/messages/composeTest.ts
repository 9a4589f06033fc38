import type { WebhookBody } from './body.ts';
import { fitted } from './fitted.ts';
import { MESSAGE_LIMITS } from './limits.ts';
import { cut, plain } from './texts.ts';

/** The message that an admin sends to see whether a webhook works. `label` says which list it is for. */
export function composeTest({ label, at }: { label: string; at: number }): WebhookBody {
	const description = `This webhook works. It gets: ${plain(label) || 'nothing yet'}.`;
	return {
		username: 'Dropwire',
		allowed_mentions: { parse: [] },
		embeds: [
			fitted({
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
