import { operatorsWrite, type RightsOf } from '../http/testing.ts';
import type { sourceCheckFeature } from './feature.ts';

export const rights: RightsOf<typeof sourceCheckFeature> = {
	sourceCheck: { body: { source: 'NONE' }, expected: operatorsWrite(400) },
};
