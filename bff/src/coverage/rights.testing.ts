import { own, operatorsRead, guildRead, type RightsOf } from '../http/testing.ts';
import type { coverageFeature } from './feature.ts';

export const rights: RightsOf<typeof coverageFeature> = {
	coverage: { expected: operatorsRead() },
	guildCoverage: { path: `/api/guildcoverage?guildId=${own}`, expected: guildRead() },
};
