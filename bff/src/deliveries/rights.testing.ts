import { own, clientsRead, guildClientsRead, type RightsOf } from '../http/testing.ts';
import type { deliveriesFeature } from './feature.ts';

export const rights: RightsOf<typeof deliveriesFeature> = {
	deliveries: { expected: clientsRead() },
	deliveryGroups: { expected: clientsRead() },
	deliveriesExport: { path: `/api/export/deliveries?guildId=${own}`, expected: guildClientsRead },
	redeliver: {
		path: '/api/deliveries/999/redeliver',
		body: {},
		expected: [401, 403, 403, 403, 403, 403, 404, 401, 403, 404, 403],
	},
	webhookTest: {
		body: { url: 'https://x.example' },
		expected: [401, 403, 400, 400, 400, 400, 400, 401, 403, 400, 403],
	},
};
