import { operatorsRead, operatorsWrite, type RightsOf } from '../http/testing.ts';
import type { webhookPageFeature } from './feature.ts';

export const rights: RightsOf<typeof webhookPageFeature> = {
	allWebhooks: { expected: operatorsRead() },
	webhook: { path: '/api/webhook?id=999999', expected: operatorsRead(404) },
	webhookChange: { body: { id: '999999', paused: true }, expected: operatorsWrite(404) },
	webhookRemove: { path: '/api/webhook?id=999999', expected: operatorsWrite(404) },
	webhookReplace: {
		body: {
			from: 'https://discord.com/api/webhooks/440000000000000001/token-1',
			to: 'https://discord.com/api/webhooks/440000000000000002/token-2',
		},
		expected: operatorsWrite(404),
	},
	webhookMessages: { path: '/api/webhookmessages?id=999999', expected: operatorsRead(404) },
	webhookHistory: { path: '/api/webhookhistory?id=999999', expected: operatorsRead(404) },
};
