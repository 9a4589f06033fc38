import { everyone, type RightsOf } from '../http/testing.ts';
import type { statusFeature } from './feature.ts';

export const rights: RightsOf<typeof statusFeature> = {
	status: { expected: everyone(200) },
};
