import { everyone, type RightsOf } from '../http/testing.ts';
import type { siteFeature } from './feature.ts';

export const rights: RightsOf<typeof siteFeature> = {
	invite: { path: '/invite', expected: everyone(404) },
	site: { expected: everyone(200) },
	robotsTxt: { expected: everyone(200) },
	sitemap: { expected: everyone(200) },
	securityTxt: { expected: everyone(404) },
};
