import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { text, TopicKey } from './fields.ts';

/** The search of the command palette. */
export const findCalls = {
	find: endpoint({
		method: 'GET',
		path: '/api/find',
		auth: { role: 'admin' },
		description: 'Watched SKUs and labels of webhooks that contain a text, a few of each.',
		query: z.object({ q: text(64) }),
		output: z.object({
			skus: z.array(z.object({ sku: z.string(), list: z.string() })),
			labels: z.array(z.object({ ...TopicKey, label: z.string(), webhookId: z.string() })),
		}),
	}),
};
