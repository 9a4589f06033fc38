import type { RightsOf } from '../http/testing.ts';
import type { resaleFeature } from './feature.ts';

export const rights: RightsOf<typeof resaleFeature> = {
	resale: {
		path: '/api/resale?brand=NIKE&sku=NONE-000',
		expected: [401, 403, 403, 403, 403, 200, 200, 401, 200, 200, 200],
	},
	marketPrices: { body: { prices: [] }, expected: [401, 403, 403, 403, 403, 403, 403, 401, 403, 400, 403] },
};
