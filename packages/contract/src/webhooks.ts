import { BRAND_IDS } from '@dropwire/domain';
import { z } from 'zod';
import { AuditEntry } from './audit.ts';
import { LoggedDelivery } from './deliveries.ts';
import { endpoint } from './endpoint.ts';
import { Health, Id, Label, NextCursor, Place, Region, text, TopicKey, WebhookUrl, word } from './fields.ts';
import { SavedOptions } from './subscriptionOptions.ts';
import { WEBHOOK_STATES } from './webhookStates.ts';

const Webhook = z.object({
	/** The id of the webhook (and its thread) in Dropwire. */
	id: z.string(),
	/** The label of its oldest row in an operator group; null if it has none. */
	label: z.string().nullable(),
	/** The masked URL. */
	target: z.string(),
	health: Health,
	place: Place,
});

const ListedWebhook = Webhook.extend({
	/** The number of its topics, and their brands. */
	topics: z.number().int(),
	brands: z.array(z.string()),
	/** Whether at least one of its subscriptions is paused. */
	paused: z.boolean(),
});
export type ListedWebhook = z.infer<typeof ListedWebhook>;

/** A list that a webhook is on. */
const ListRow = z.object({
	id: z.string(),
	/** Null on the broadcast list. */
	topic: z.object({ ...TopicKey, toolsName: z.string() }).nullable(),
	/** The row's name in an operator group; null elsewhere. */
	label: z.string().nullable(),
	/** The server whose channel has the row; null for the operators' rows. */
	guild: z.object({ guildId: z.string(), name: z.string(), channelId: z.string() }).nullable(),
});

const WebhookDetails = Webhook.extend({
	value: z.string(),
	/** The picture of its Discord server; null if unknown. */
	image: z.string().nullable(),
	subscriptions: z.array(ListRow.extend({ options: SavedOptions })),
});
export type WebhookDetails = z.infer<typeof WebhookDetails>;

/** A list for people: `Nike Shoes Active · US`, with the server or else the label. */
export function listRowText({ topic, label, guild }: z.infer<typeof ListRow>): string {
	if (!topic) return 'Broadcast list';
	const name = guild?.name ?? (label === null ? '' : JSON.stringify(label));
	return `${topic.toolsName} · ${topic.region}${name && `, ${name}`}`;
}

const Replacement = z.object({
	/** False for a dry run. */
	applied: z.boolean(),
	/** The id of the new webhook in Dropwire; null for a dry run. */
	id: z.string().nullable(),
	rows: z.array(ListRow),
	/** Messages that wait for the old webhook. They fail, since it is on no list then. */
	waiting: z.number().int(),
	/** Whether the bot deletes the old webhook at Discord, which it has created. */
	deletes: z.boolean(),
});
export type Replacement = z.infer<typeof Replacement>;

const One = z.object({ data: WebhookDetails });
const ById = z.object({ id: Id });
const Page = ById.extend({ cursor: Id.optional() });

/** One webhook with everything about it, and the list of all webhooks. */
export const webhookCalls = {
	allWebhooks: endpoint({
		method: 'GET',
		path: '/api/allwebhooks',
		auth: { role: 'admin' },
		description: 'All webhooks of operators and servers, newest first, 50 a page.',
		query: z.object({
			state: word(WEBHOOK_STATES).optional(),
			brand: word(BRAND_IDS).optional(),
			region: Region.optional(),
			/** Part of a label, or the last digits of the webhook's id at Discord. */
			q: text(100).optional(),
			cursor: Id.optional(),
		}),
		output: z.object({ data: z.array(ListedWebhook), nextCursor: NextCursor }),
	}),
	webhook: endpoint({
		method: 'GET',
		path: '/api/webhook',
		auth: { role: 'admin' },
		description: 'One webhook with its health, where it is at Discord, and all of its subscriptions.',
		query: ById,
		output: One,
		errors: ['not_found'],
	}),
	webhookChange: endpoint({
		method: 'POST',
		path: '/api/webhook',
		auth: { role: 'admin' },
		description:
			'Renames a webhook in all of its operator groups, or pauses or resumes all of its subscriptions; with `subscription` only that one. 409 if one of the groups has the label for another webhook. With the label that the caller has read as `before`: 409 if somebody has changed it since. Of several labels, that of the oldest row counts.',
		body: ById.extend({
			subscription: Id.optional(),
			label: Label.optional(),
			paused: z.boolean().optional(),
			before: z.object({ label: Label }).optional(),
		}),
		output: One,
		errors: ['not_found', 'conflict'],
	}),
	webhookRemove: endpoint({
		method: 'DELETE',
		path: '/api/webhook',
		auth: { role: 'admin' },
		description: 'Removes a webhook from every list: operator groups, servers and the broadcast list.',
		query: ById,
		output: z.object({ data: ById }),
		errors: ['not_found'],
	}),
	webhookReplace: endpoint({
		method: 'POST',
		path: '/api/webhookreplace',
		auth: { role: 'admin' },
		description:
			'Replaces a webhook on every list: operator groups, servers and the broadcast list. The rows keep their labels and options, and without a thread in `from` and `to` their threads. 409 if the new one is already on one of the lists.',
		body: z.object({ from: WebhookUrl, to: WebhookUrl, dryRun: z.boolean().default(false) }),
		output: z.object({ data: Replacement }),
		errors: ['not_found', 'conflict'],
	}),
	webhookMessages: endpoint({
		method: 'GET',
		path: '/api/webhookmessages',
		auth: { role: 'admin' },
		description: 'The messages to a webhook and their outcome, newest first, 50 a page.',
		query: Page,
		output: z.object({ data: z.array(LoggedDelivery), nextCursor: NextCursor }),
		errors: ['not_found'],
	}),
	webhookHistory: endpoint({
		method: 'GET',
		path: '/api/webhookhistory',
		auth: { role: 'admin' },
		description: 'The audit log of one webhook, newest first, 50 a page.',
		query: Page,
		output: z.object({ data: z.array(AuditEntry), nextCursor: NextCursor }),
		errors: ['not_found'],
	}),
};
