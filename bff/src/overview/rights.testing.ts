import { operatorsRead, type RightsOf } from '../http/testing.ts';
import type { overviewFeature } from './feature.ts';

export const rights: RightsOf<typeof overviewFeature> = {
	overview: { expected: operatorsRead() },
	trends: { expected: operatorsRead() },
};
