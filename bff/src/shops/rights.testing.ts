import { operatorsWrite, type RightsOf } from '../http/testing.ts';
import type { shopsFeature } from './feature.ts';

export const rights: RightsOf<typeof shopsFeature> = {
	shopTest: { body: { url: 'http://localhost/x' }, expected: operatorsWrite(400) },
};
