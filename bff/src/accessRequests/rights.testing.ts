import { operatorsRead, operatorsWrite, type RightsOf } from '../http/testing.ts';
import type { accessRequestsFeature } from './feature.ts';

export const rights: RightsOf<typeof accessRequestsFeature> = {
	accessRequest: { expected: [401, 200, 200, 200, 200, 200, 200, 401, 403, 403, 403] },
	// A second one of the same person, and of people with access, is a conflict.
	accessRequestCreate: { body: {}, expected: [401, 201, 409, 409, 409, 409, 409, 401, 403, 403, 403] },
	accessRequests: { expected: operatorsRead() },
	accessRequestApprove: { body: { discordId: '199999999999999999' }, expected: operatorsWrite(404) },
	accessRequestDecline: { body: { discordId: '199999999999999999' }, expected: operatorsWrite(404) },
};
