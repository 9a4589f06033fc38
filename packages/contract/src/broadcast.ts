import { LIMITS } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Health, Place, WebhookUrl } from './fields.ts';

const BroadcastWebhook = z.object({ id: z.string(), webhook: z.string(), health: Health, place: Place });
export type BroadcastWebhook = z.infer<typeof BroadcastWebhook>;

/** The broadcast list: its webhooks get every notification. */
export const broadcastCalls = {
	webhooks: endpoint({
		method: 'GET',
		path: '/api/webhooks',
		auth: { role: 'admin' },
		description: 'The webhooks that get every notification.',
		output: z.array(z.string()),
	}),
	broadcastList: endpoint({
		method: 'GET',
		path: '/api/broadcastwebhooks',
		auth: { role: 'admin' },
		description:
			'The same webhooks, with their health and where they are at Discord. `version` identifies the URLs of the list.',
		output: z.object({ data: z.array(BroadcastWebhook), version: z.string() }),
	}),
	webhooksReplace: endpoint({
		method: 'POST',
		path: '/api/webhooks',
		auth: { role: 'admin' },
		limits: { body: '16mb' },
		description:
			'Replaces the list of webhooks that get every notification. With the `version` that the caller has read: 409 if somebody has changed the list since.',
		query: z.object({ version: z.string().max(64).optional() }),
		body: z.array(WebhookUrl).max(LIMITS.list, `must have at most ${LIMITS.list} webhooks`),
		output: z.object({ data: z.array(z.string()) }),
		errors: ['conflict'],
	}),
};
