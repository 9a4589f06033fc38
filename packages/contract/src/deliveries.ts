import { DELIVERY_STATUSES, EVENT_KINDS, LIMITS, PRODUCT_BRANDS } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, NextCursor, Place, QueryTime, Region, Snowflake, StoredSku, text, WebhookUrl, word } from './fields.ts';

/** A later state of a message's product, which replaced the message's text in Discord. */
const Edit = z.object({
	/** The delivery's id. */
	id: z.string(),
	status: z.enum(DELIVERY_STATUSES),
	kind: z.enum(EVENT_KINDS),
	eventId: z.string(),
	attempts: z.number().int(),
	reason: z.string().nullable(),
	seenAt: z.number(),
	queuedAt: z.number(),
	sentAt: z.number().nullable(),
});
export type DeliveryEdit = z.infer<typeof Edit>;

/** What a message is about: a kind of event, or none. */
export const MESSAGE_KINDS = [...EVENT_KINDS, 'ANNOUNCEMENT', 'TEST', 'NOTICE', 'REMINDER', 'DIGEST'] as const;

const Delivery = z.object({
	id: z.string(),
	status: z.enum(DELIVERY_STATUSES),
	eventId: z.string().nullable(),
	/** `Nike Shoes Active · US`; null for messages without a topic. */
	topic: z.string().nullable(),
	target: z.string(),
	attempts: z.number().int(),
	reason: z.string().nullable(),
	seenAt: z.number(),
	queuedAt: z.number(),
	sentAt: z.number().nullable(),
	messageId: z.string().nullable(),
	/** The message's subject, for people who read the log. */
	title: z.string(),
	image: z.string().nullable(),
	kind: z.enum(MESSAGE_KINDS),
	sku: z.string().nullable(),
	region: z.string().nullable(),
	/** The delivery whose message this one edits; null for a message of its own. */
	editOf: z.string().nullable(),
	/** The edits of its message, oldest first. */
	edits: z.array(Edit),
});
export type Delivery = z.infer<typeof Delivery>;

/** A delivery in the log, with its webhook as people know it. */
export const LoggedDelivery = Delivery.extend({
	/** The webhook's name in an operator group, for admins; null without one. */
	label: z.string().nullable(),
	/** The id of the webhook's page, for admins; null after it was deleted. */
	webhookId: z.string().nullable(),
	place: Place,
	/** Opens the message in Discord; null before it is sent and while its channel is unknown. */
	messageUrl: z.string().nullable(),
});
export type LoggedDelivery = z.infer<typeof LoggedDelivery>;

const Group = z.object({
	/** The message's id. */
	id: z.string(),
	eventId: z.string().nullable(),
	kind: z.enum(MESSAGE_KINDS),
	title: z.string(),
	image: z.string().nullable(),
	brand: z.string().nullable(),
	sku: z.string().nullable(),
	region: z.string().nullable(),
	seenAt: z.number(),
	queuedAt: z.number(),
	/** When the first and the last of its deliveries were sent; null if none was. */
	firstAt: z.number().nullable(),
	lastAt: z.number().nullable(),
	/** Its deliveries by status, as far as the caller can see them. */
	counts: z.record(z.enum(DELIVERY_STATUSES), z.number().int()),
	/** How many of them edit an earlier message instead of being one. */
	edits: z.number().int(),
});
export type DeliveryGroup = z.infer<typeof Group>;

/** The last four or more digits of a webhook's id; for admins also a part of a webhook's label. */
const Webhook = text(LIMITS.label);
/** What deliveries are searched by. */
const Facets = {
	status: z.string().trim().toLowerCase().pipe(z.enum(DELIVERY_STATUSES)).optional(),
	/** The topic's id or toolsName. */
	topic: z.string().trim().max(64).optional(),
	guildId: Snowflake.optional(),
	/** The id of a Discord channel of the guild; only with `guildId`. */
	channel: Snowflake.optional(),
	webhook: Webhook.optional(),
	sku: StoredSku.optional(),
	brand: word(PRODUCT_BRANDS).optional(),
	region: Region.optional(),
	kind: word(MESSAGE_KINDS).optional(),
	/** Epoch ms, inclusive: when the message was queued. */
	since: QueryTime.optional(),
	until: QueryTime.optional(),
};
/** Every notification and its outcome. */
export const deliveryCalls = {
	deliveries: endpoint({
		method: 'GET',
		path: '/api/deliveries',
		auth: { role: 'client' },
		description:
			'Deliveries, newest first: a client sees those of a guild that they manage, an admin sees all. Edits of a message are in its row; those that are open, failed or expired are also rows of their own under that status. `webhook` needs `announcement`, `event` or `message`. `channel`, `sku`, `brand`, `region`, `kind`, `since` and `until` need `guildId`, and search a bounded part of the log: edits are rows of their own then, and a page can have fewer rows, or none, although more pages follow.',
		query: z.object({
			...Facets,
			/** Only the deliveries of one announcement, to show its progress. */
			announcement: Id.optional(),
			/** Only the deliveries of one event's message, with those that edit an earlier message. */
			event: Id.optional(),
			/** The same for a message, as `deliverygroups` lists them. */
			message: Id.optional(),
			cursor: Id.optional(),
		}),
		output: z.object({ data: z.array(LoggedDelivery), nextCursor: NextCursor }),
		errors: ['forbidden'],
	}),
	deliveryGroups: endpoint({
		method: 'GET',
		path: '/api/deliverygroups',
		auth: { role: 'client' },
		description: `Deliveries by message, newest first: one row for each event, announcement, notice and test message, with the number of its deliveries by status. A call searches a bounded part of the log, so that a page can have fewer rows, or none, although more pages follow. With \`status\`, \`guildId\` or \`webhook\`, a message that is still being queued can be on two pages. 400 if \`webhook\` matches more than ${LIMITS.webhooksPerSearch} webhooks.`,
		query: z.object({ ...Facets, cursor: Id.optional() }),
		output: z.object({ data: z.array(Group), nextCursor: NextCursor }),
		errors: ['forbidden'],
	}),
	deliveriesExport: endpoint({
		method: 'GET',
		path: '/api/export/deliveries',
		auth: { role: 'client' },
		limits: { rate: 'exports' },
		description: `The deliveries of the messages that \`deliverygroups\` finds, as CSV for a spreadsheet: the newest ${LIMITS.deliveriesExported.toLocaleString('en')} at most.`,
		query: z.object(Facets),
		output: 'csv',
		errors: ['forbidden'],
	}),
	redeliver: endpoint({
		method: 'POST',
		path: '/api/deliveries/:id/redeliver',
		auth: { role: 'client' },
		description:
			'Sends a delivery that expired or failed once more. 409 for an edit whose message has a newer edit, which it would overwrite.',
		params: z.object({ id: Id }),
		output: z.object({ data: Delivery }),
		errors: ['forbidden', 'conflict'],
	}),
	webhookTest: endpoint({
		method: 'POST',
		path: '/api/webhooktest',
		auth: { role: 'client' },
		effects: 'none',
		limits: { rate: 'tests' },
		description:
			'Sends a test message the way that every message goes, and answers with what Discord said. With the `id` of a subscription its thread, name and avatar apply, never its mentions.',
		body: z
			.object({ url: WebhookUrl.optional(), id: Id.optional() })
			.refine(({ url, id }) => (url === undefined) !== (id === undefined), {
				path: ['url'],
				error: 'must be given, unless the id of a subscription is',
			}),
		output: z.object({ data: Delivery }),
		errors: ['forbidden', 'not_found', 'conflict'],
	}),
};
