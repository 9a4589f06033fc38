import { operatorsRead, operatorsWrite, type RightsOf } from '../http/testing.ts';
import type { bulkFeature } from './feature.ts';

export const rights: RightsOf<typeof bulkFeature> = {
	bulkWebhooks: { body: { dryRun: true, rows: [{ action: 'SET' }] }, expected: operatorsWrite(200) },
	bulkSkus: { body: { dryRun: true, rows: [{ action: 'SET' }] }, expected: operatorsWrite(200) },
	exportWebhooks: { expected: [401, 403, 403, 403, 403, 403, 200, 401, 403, 200, 403] },
	exportSkus: { expected: operatorsRead() },
};
