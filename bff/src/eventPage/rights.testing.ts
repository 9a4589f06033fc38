import { clientsRead, type RightsOf } from '../http/testing.ts';
import type { eventPageFeature } from './feature.ts';

export const rights: RightsOf<typeof eventPageFeature> = {
	event: { path: '/api/event?id=999', expected: clientsRead(404) },
	eventSubscriptions: { path: '/api/eventsubscriptions?id=999', expected: clientsRead(404) },
};
