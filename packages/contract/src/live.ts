import { DELIVERY_STATUSES, EVENT_KINDS } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** The deliveries of one message, counted; the live stream's `deliveries`. */
const DeliverySummary = z.object({
	/** The message's id. */
	id: z.string(),
	/** The guild whose deliveries are counted; null for all, which only operators see. */
	guildId: z.string().nullable(),
	eventId: z.string().nullable(),
	kind: z.enum([...EVENT_KINDS, 'ANNOUNCEMENT', 'TEST', 'NOTICE', 'REMINDER', 'DIGEST']),
	title: z.string(),
	sku: z.string().nullable(),
	region: z.string().nullable(),
	queuedAt: z.number(),
	/** Whether it edits an earlier message, at the webhooks that got that one. */
	edit: z.boolean(),
	counts: z.record(z.enum(DELIVERY_STATUSES), z.number().int()),
});
export type DeliverySummary = z.infer<typeof DeliverySummary>;

/** The stream of current changes. */
export const liveCalls = {
	live: endpoint({
		method: 'GET',
		path: '/api/live',
		auth: { role: 'client' },
		description:
			'Server-sent events that the caller can see. `event`: a product event. `delivery`: a delivery. `deliveries`: the counts of a message with more than ten of them, at most twice a second. `guild`: the subscriptions of a guild changed, also by the bot. `reset`: more was missed than is sent. Continues after Last-Event-ID. Rights are checked again every 30 s; ten streams per person.',
		query: z.object({
			/** `all`: every delivery as a `delivery`, also those of large messages. */
			deliveries: z.literal('all').optional(),
		}),
		output: 'stream',
		errors: ['rate_limited'],
	}),
};
