import { type RightsOf } from '../http/testing.ts';
import type { retailerTokenFeature } from './feature.ts';

export const rights: RightsOf<typeof retailerTokenFeature> = {
	retailerToken: { body: {}, expected: [401, 400, 400, 400, 400, 400, 400, 401, 403, 400, 403] },
	retailerTokenState: { expected: [401, 200, 200, 200, 200, 200, 200, 401, 200, 200, 403] },
	retailerTokenDelete: { expected: [401, 404, 404, 404, 404, 404, 404, 401, 403, 404, 403] },
};
