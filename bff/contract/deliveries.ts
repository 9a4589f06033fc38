import { DELIVERY_STATUSES, EVENT_KINDS } from '@dropwire/db/topics';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, NextCursor, Snowflake, WebhookUrl } from './fields.ts';

const Delivery = z.object({
	id: z.string(),
	status: z.enum(DELIVERY_STATUSES),
	eventId: z.string().nullable(),
	/** `Nike Shoes Active · US`; null for what belongs to no topic. */
	topic: z.string().nullable(),
	target: z.string(),
	attempts: z.number().int(),
	reason: z.string().nullable(),
	seenAt: z.number(),
	queuedAt: z.number(),
	sentAt: z.number().nullable(),
	messageId: z.string().nullable(),
	/** What the message is about, for the log's reader. */
	title: z.string(),
	image: z.string().nullable(),
	kind: z.enum([...EVENT_KINDS, 'ANNOUNCEMENT', 'TEST']),
	sku: z.string().nullable(),
	region: z.string().nullable(),
});
export type Delivery = z.infer<typeof Delivery>;

/** Every notification and what became of it. */
export const deliveryCalls = {
	deliveries: endpoint({
		method: 'GET',
		path: '/api/deliveries',
		who: 'client',
		description: 'Deliveries, newest first: a client sees those of a guild that they manage, an admin sees all.',
		query: z.object({
			status: z.string().trim().toLowerCase().pipe(z.enum(DELIVERY_STATUSES)).optional(),
			/** The topic's id, or its toolsName. */
			topic: z.string().trim().max(64).optional(),
			guildId: Snowflake.optional(),
			/** Of one announcement: how far it got. */
			announcement: Id.optional(),
			cursor: Id.optional(),
		}),
		output: z.object({ data: z.array(Delivery), nextCursor: NextCursor }),
		errors: ['forbidden'],
	}),
	redeliver: endpoint({
		method: 'POST',
		path: '/api/deliveries/:id/redeliver',
		who: 'client',
		description: 'Sends a delivery that expired or failed once more.',
		params: z.object({ id: Id }),
		output: z.object({ data: Delivery }),
		errors: ['forbidden', 'conflict'],
	}),
	webhookTest: endpoint({
		method: 'POST',
		path: '/api/webhooktest',
		who: 'client',
		reads: true,
		description: 'Sends a test message the way that every message goes, and answers with what Discord said.',
		body: z.object({ url: WebhookUrl }),
		output: z.object({ data: Delivery }),
		errors: ['forbidden', 'not_found'],
	}),
};
