import { operatorsRead, type RightsOf } from '../http/testing.ts';
import type { auditFeature } from './feature.ts';

export const rights: RightsOf<typeof auditFeature> = {
	audit: { expected: operatorsRead() },
};
