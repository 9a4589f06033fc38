import { operatorsRead, operatorsWrite, type RightsOf } from '../http/testing.ts';
import type { socialFeature } from './feature.ts';

export const rights: RightsOf<typeof socialFeature> = {
	social: { expected: operatorsRead() },
	promoInsert: { body: {}, expected: operatorsWrite(400) },
	promoEdit: { body: { id: '999', promocode: 'X', description: 'Y' }, expected: operatorsWrite(404) },
	promoDelete: { body: { id: '999' }, expected: operatorsWrite(404) },
	blacklistInsert: { body: {}, expected: operatorsWrite(400) },
	blacklistEdit: { body: { id: '999', blacklist: 'X' }, expected: operatorsWrite(404) },
	blacklistDelete: { body: { id: '999' }, expected: operatorsWrite(404) },
	keywordInsert: { body: {}, expected: operatorsWrite(400) },
	keywordUpdate: {
		body: { id: '1', keywordId: '999', keywords: 'X', changeType: 'state', cooldown: 0 },
		expected: operatorsWrite(404),
	},
	keywordDelete: { body: { id: '1', keywordId: '999' }, expected: operatorsWrite(404) },
	keywordsSwitch: { body: { id: '999', istweetingon: true }, expected: operatorsWrite(404) },
	socialPosts: { expected: operatorsRead() },
};
