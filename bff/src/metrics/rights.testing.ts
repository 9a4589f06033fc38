import { everyone, type RightsOf } from '../http/testing.ts';
import type { metricsFeature } from './feature.ts';

export const rights: RightsOf<typeof metricsFeature> = {
	metrics: { expected: everyone(200) },
};
