import { clientsRead, type RightsOf } from '../http/testing.ts';
import type { liveFeature } from './feature.ts';

export const rights: RightsOf<typeof liveFeature> = {
	live: { expected: clientsRead() },
};
