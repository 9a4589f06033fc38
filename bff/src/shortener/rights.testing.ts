import { everyone, operatorsRead, operatorsWrite, type RightsOf } from '../http/testing.ts';
import type { shortenerFeature } from './feature.ts';

export const rights: RightsOf<typeof shortenerFeature> = {
	urlShorten: { body: { originalUrl: 'http://localhost/x' }, expected: operatorsWrite(400) },
	shortUrls: { expected: operatorsRead() },
	shortUrl: { path: '/s/nothing', expected: everyone(404) },
};
