import { operatorsRead, operatorsWrite, operatorsOrBot, type RightsOf } from '../http/testing.ts';
import type { keywordsFeature } from './feature.ts';

export const rights: RightsOf<typeof keywordsFeature> = {
	keywordWatches: { expected: operatorsRead() },
	keywordWatchCreate: {
		path: '/api/keywords',
		body: { source: 'NONE', include: ['dunk'] },
		expected: operatorsWrite(400),
	},
	keywordWatchEdit: {
		body: { id: '999999', source: 'NONE', include: ['dunk'] },
		expected: operatorsWrite(400),
	},
	keywordsImport: {
		body: { rows: [{ source: 'NONE', include: ['dunk'] }] },
		expected: operatorsWrite(400),
	},
	keywordWatchDelete: { path: '/api/keywords?id=999999', expected: operatorsWrite(404) },
	keywordTry: { body: { source: 'NONE', include: ['dunk'] }, expected: operatorsWrite(400) },
	foundProducts: { expected: operatorsOrBot() },
	foundWatch: { body: { id: '999999' }, expected: [401, 403, 403, 403, 403, 403, 404, 401, 403, 404, 404] },
};
