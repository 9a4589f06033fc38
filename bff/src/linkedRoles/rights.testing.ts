import { everyone, type RightsOf } from '../http/testing.ts';
import type { linkedRolesFeature } from './feature.ts';

export const rights: RightsOf<typeof linkedRolesFeature> = {
	linkedRoles: { expected: [401, 200, 200, 200, 200, 200, 200, 401, 200, 200, 200] },
	linkedRolesConnect: { path: '/auth/roles?next=/', expected: everyone(302) },
	linkedRolesEnd: { expected: [401, 200, 200, 200, 200, 200, 200, 401, 403, 200, 403] },
};
