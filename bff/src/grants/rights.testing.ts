import { botWrite, everyone, operatorsRead, operatorsWrite, type RightsOf } from '../http/testing.ts';
import type { grantsFeature } from './feature.ts';

export const rights: RightsOf<typeof grantsFeature> = {
	grants: { expected: [401, 200, 200, 200, 200, 200, 200, 401, 200, 200, 200] },
	grantSummary: { expected: operatorsRead() },
	grantAdd: { body: {}, expected: operatorsWrite(400) },
	grantEnd: { body: { id: '999999' }, expected: operatorsWrite(404) },
	botEntitlements: { expected: botWrite(200) },
	billingEvents: { body: {}, expected: everyone(404) },
	discordEvents: { body: {}, expected: everyone(404) },
};
