import { operatorsRead, operatorsWrite, type RightsOf } from '../http/testing.ts';
import type { broadcastFeature } from './feature.ts';

export const rights: RightsOf<typeof broadcastFeature> = {
	webhooks: { expected: operatorsRead() },
	broadcastList: { path: '/api/broadcastwebhooks', expected: operatorsRead() },
	webhooksReplace: { body: [], expected: operatorsWrite(200) },
};
