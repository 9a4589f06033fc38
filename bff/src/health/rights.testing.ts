import { everyone, type RightsOf } from '../http/testing.ts';
import type { healthFeature } from './feature.ts';

export const rights: RightsOf<typeof healthFeature> = {
	pulse: { expected: [401, 403, 200, 200, 200, 200, 200, 401, 200, 200, 200] },
	version: { expected: everyone(200) },
	healthz: { expected: everyone(200) },
	readyz: { expected: everyone(200) },
};
