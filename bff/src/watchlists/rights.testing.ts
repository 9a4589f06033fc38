import { operatorsRead, operatorsWrite, type RightsOf } from '../http/testing.ts';
import type { watchlistsFeature } from './feature.ts';

export const rights: RightsOf<typeof watchlistsFeature> = {
	skus: { path: '/api/skus?type=MONITOR1', expected: operatorsRead() },
	skuStates: { path: '/api/skustates?type=MONITOR1', expected: operatorsRead() },
	skusChange: {
		path: '/api/skus?action=REMOVE',
		body: { sku: ['NONE'], type: 'MONITOR1' },
		expected: operatorsWrite(200),
	},
	skuPin: {
		path: '/api/skupin',
		body: { sku: 'NONE', type: 'MONITOR1', intervalMs: null },
		expected: operatorsWrite(404),
	},
	adidasSkusChange: {
		path: '/api/adidasskus?action=REMOVE',
		body: { sku: ['NONE'], type: 'ADIDASHOT1' },
		expected: operatorsWrite(200),
	},
	hotSkus: { path: '/api/hotskus?type=monitor4', expected: operatorsRead() },
	hotSkuCreate: { path: '/api/hotskucreate?type=monitor6', body: { sku: 'X' }, expected: operatorsWrite(400) },
	hotSkuDelete: { path: '/api/hotskudelete?type=monitor4', body: { sku: 'NONE' }, expected: operatorsWrite(404) },
};
