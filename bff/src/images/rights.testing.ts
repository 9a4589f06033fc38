import { everyone, type RightsOf } from '../http/testing.ts';
import type { imagesFeature } from './feature.ts';

export const rights: RightsOf<typeof imagesFeature> = {
	skuImage: {
		path: '/api/skuimage?sku=NONE-000&color=%23ffffff&transparent=false&type=admin',
		body: {},
		expected: [401, 403, 403, 403, 403, 403, 200, 401, 403, 200, 403],
	},
	skuImageFree: {
		path: '/api/skuimagefree?sku=NONE-000&color=%23ffffff&transparent=false&brand=puma',
		body: {},
		expected: everyone(200),
	},
	getImage: { body: { url: 'https://x.example/i.png' }, expected: everyone(400) },
};
