import { clientsRead, type RightsOf } from '../http/testing.ts';
import type { historyFeature } from './feature.ts';

const product = 'brand=NIKE&sku=CK9246-101';

export const rights: RightsOf<typeof historyFeature> = {
	history: {
		path: `/api/history?${product}&region=US`,
		expected: [401, 403, 404, 404, 404, 404, 404, 401, 404, 404, 404],
	},
	historyPicture: {
		path: `/api/historypicture?${product}&region=US`,
		expected: [401, 403, 403, 403, 403, 403, 403, 401, 404, 404, 404],
	},
	historyExport: { path: `/api/export/history?${product}`, expected: clientsRead(404) },
};
