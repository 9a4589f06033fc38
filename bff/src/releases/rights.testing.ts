import { everyone, type RightsOf } from '../http/testing.ts';
import type { releasesFeature } from './feature.ts';

export const rights: RightsOf<typeof releasesFeature> = {
	releases: { expected: everyone(200) },
};
