import { operatorsRead, type RightsOf } from '../http/testing.ts';
import type { productsFeature } from './feature.ts';

export const rights: RightsOf<typeof productsFeature> = {
	productQueryPremium: {
		path: '/api/productquerypremium?sku=NONE-000',
		expected: [401, 403, 403, 403, 403, 200, 200, 401, 200, 200, 403],
	},
	productQuery: { path: '/api/productquery?sku=NONE-000', expected: operatorsRead() },
};
