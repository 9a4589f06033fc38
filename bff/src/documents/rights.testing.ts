import { everyone, type RightsOf } from '../http/testing.ts';
import type { documentsFeature } from './feature.ts';

export const rights: RightsOf<typeof documentsFeature> = {
	openapi: { expected: everyone(200) },
	eventSchema: { expected: everyone(200) },
	docs: { expected: everyone(200) },
};
