import { clientsRead, type RightsOf } from '../http/testing.ts';
import type { tokensFeature } from './feature.ts';

export const rights: RightsOf<typeof tokensFeature> = {
	tokens: { expected: clientsRead() },
	tokenCreate: { body: {}, expected: [401, 403, 400, 400, 400, 400, 400, 401, 403, 403, 403] },
	tokenDelete: {
		path: '/api/tokens?id=999999',
		expected: [401, 403, 404, 404, 404, 404, 404, 401, 403, 404, 403],
	},
};
