import { type RightsOf } from '../http/testing.ts';
import type { subscriptionsFeature } from './feature.ts';

export const rights: RightsOf<typeof subscriptionsFeature> = {
	subscription: {
		path: '/api/subscription?id=999999',
		expected: [401, 403, 403, 403, 403, 403, 404, 401, 404, 404, 403],
	},
	subscriptionEdit: {
		body: { id: '999999', options: {} },
		expected: [401, 403, 403, 403, 403, 403, 404, 401, 403, 404, 403],
	},
	subscriptionTry: {
		body: { id: '999999', options: {} },
		expected: [401, 403, 403, 403, 403, 403, 404, 401, 403, 404, 403],
	},
	subscriptionPreview: {
		body: { id: '999999', options: {} },
		expected: [401, 403, 403, 403, 403, 403, 404, 401, 403, 404, 403],
	},
	subscriptionSizes: {
		path: '/api/subscriptionsizes?id=999999',
		expected: [401, 403, 403, 403, 403, 403, 404, 401, 404, 404, 403],
	},
	why: {
		path: '/api/why?event=1&subscription=999999',
		expected: [401, 403, 403, 403, 403, 403, 404, 401, 404, 404, 403],
	},
};
