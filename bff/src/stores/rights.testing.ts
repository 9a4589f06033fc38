import { operatorsWrite, type RightsOf } from '../http/testing.ts';
import type { storesFeature } from './feature.ts';

export const rights: RightsOf<typeof storesFeature> = {
	storeStock: {
		path: '/api/storestock?brand=NIKE&sku=NONE-000&near=New%20York',
		expected: [401, 403, 403, 403, 403, 200, 200, 401, 200, 200, 200],
	},
	bulkStores: { body: { rows: [] }, expected: operatorsWrite(200) },
};
