import { everyone, type RightsOf } from '../http/testing.ts';
import type { cliSigninFeature } from './feature.ts';

export const rights: RightsOf<typeof cliSigninFeature> = {
	cliGrant: { body: {}, expected: [401, 403, 400, 400, 400, 400, 400, 401, 403, 403, 403] },
	cliToken: { body: {}, expected: everyone(400) },
	deviceStart: { body: {}, expected: everyone(400) },
	deviceRequest: { expected: [401, 403, 400, 400, 400, 400, 400, 401, 403, 403, 403] },
	deviceDecide: { body: {}, expected: [401, 403, 400, 400, 400, 400, 400, 401, 403, 403, 403] },
	deviceToken: { body: {}, expected: everyone(400) },
};
