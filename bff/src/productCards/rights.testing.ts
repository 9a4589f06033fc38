import type { RightsOf } from '../http/testing.ts';
import type { productCardsFeature } from './feature.ts';

export const rights: RightsOf<typeof productCardsFeature> = {
	product: {
		path: '/api/product?sku=NONE-000',
		expected: [401, 403, 403, 403, 403, 200, 200, 401, 200, 200, 403],
	},
	productCard: {
		path: '/api/productcard?sku=NONE-000',
		expected: [401, 403, 403, 403, 403, 403, 403, 401, 404, 404, 404],
	},
	exchangeRates: { expected: [401, 403, 403, 403, 403, 200, 200, 401, 200, 200, 403] },
};
