import { operatorsRead, type RightsOf } from '../http/testing.ts';
import type { findFeature } from './feature.ts';

export const rights: RightsOf<typeof findFeature> = {
	find: { path: '/api/find?q=a', expected: operatorsRead() },
};
