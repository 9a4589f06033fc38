import { DELIVERY_STATUSES, LIMITS } from '@dropwire/db/topics';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, text, WebhookUrl, WebUrl } from './fields.ts';

/** Stock number announcements: what an operator writes to many webhooks. */
export const announcementCalls = {
	stockNumberSend: endpoint({
		method: 'POST',
		path: '/api/stocknumbersend',
		who: 'admin',
		description:
			'Queues an announcement for webhooks of the saved list; 202 once every delivery is stored. The header Idempotency-Key makes a repeat answer the first one and send nothing.',
		body: z.object({
			title: text(LIMITS.title),
			imageURL: WebUrl,
			description: text(LIMITS.description),
			webhooks: z
				.array(WebhookUrl)
				.min(1, 'must name a webhook')
				.max(LIMITS.list, `must have at most ${LIMITS.list} webhooks`),
		}),
		output: z.object({ data: z.object({ id: z.string(), deliveries: z.number().int() }) }),
		status: 202,
		largeBody: true,
		limit: 'announcements',
		idempotent: true,
		errors: ['conflict'],
	}),
	announcementTally: endpoint({
		method: 'GET',
		path: '/api/announcements/:id',
		who: 'admin',
		description: 'How far an announcement got: its deliveries, counted by what became of them.',
		params: z.object({ id: Id }),
		output: z.object({
			data: z.object({
				id: z.string(),
				title: z.string(),
				createdAt: z.number(),
				counts: z.record(z.enum(DELIVERY_STATUSES), z.number().int()),
			}),
		}),
		errors: ['not_found'],
	}),
};
