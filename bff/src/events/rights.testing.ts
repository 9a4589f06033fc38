import { clientsRead, type RightsOf } from '../http/testing.ts';
import type { eventsFeature } from './feature.ts';

export const rights: RightsOf<typeof eventsFeature> = {
	events: { expected: clientsRead() },
	eventsIngest: { body: { events: [] }, expected: [401, 403, 403, 403, 403, 403, 403, 401, 403, 400, 403] },
};
