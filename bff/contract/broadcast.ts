import { LIMITS } from '@dropwire/db/topics';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { WebhookUrl } from './fields.ts';

/** The broadcast list: its webhooks get every notification. */
export const broadcastCalls = {
	webhooks: endpoint({
		method: 'GET',
		path: '/api/webhooks',
		who: 'admin',
		description: 'The webhooks that get every notification.',
		output: z.array(z.string()),
	}),
	webhooksReplace: endpoint({
		method: 'POST',
		path: '/api/webhooks',
		who: 'admin',
		description: 'Replaces the list of webhooks that get every notification.',
		body: z.array(WebhookUrl).max(LIMITS.list, `must have at most ${LIMITS.list} webhooks`),
		output: z.object({ data: z.array(z.string()) }),
		largeBody: true,
		errors: ['conflict'],
	}),
};
