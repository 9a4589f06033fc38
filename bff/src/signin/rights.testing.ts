import { everyone, guard, type RightsOf } from '../http/testing.ts';
import type { signinFeature } from './feature.ts';

export const rights: RightsOf<typeof signinFeature> = {
	signIn: { path: '/auth?next=/', expected: everyone(302) },
	portalUser: { expected: [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 403] },
	currentUser: { expected: guard },
	clientUser: { expected: guard },
	logout: { expected: everyone(200) },
};
