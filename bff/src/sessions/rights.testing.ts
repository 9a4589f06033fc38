import { type RightsOf } from '../http/testing.ts';
import type { sessionsFeature } from './feature.ts';

export const rights: RightsOf<typeof sessionsFeature> = {
	sessions: { expected: [401, 200, 200, 200, 200, 200, 200, 401, 403, 403, 403] },
	sessionEnd: {
		path: '/api/sessions?id=0000000000000000',
		expected: [401, 404, 404, 404, 404, 404, 404, 401, 403, 403, 403],
	},
	sessionsEnd: { body: { current: 'yes' }, expected: [401, 400, 400, 400, 400, 400, 400, 401, 403, 403, 403] },
};
