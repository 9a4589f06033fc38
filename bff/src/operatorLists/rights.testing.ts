import { operatorsRead, type RightsOf } from '../http/testing.ts';
import type { operatorListsFeature } from './feature.ts';

export const rights: RightsOf<typeof operatorListsFeature> = {
	operatorWebhooks: { path: '/api/operatorwebhooks?brand=NIKE&category=SHOES', expected: operatorsRead() },
	operatorCounts: { expected: operatorsRead() },
};
