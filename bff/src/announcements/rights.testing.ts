import { operatorsRead, operatorsWrite, type RightsOf } from '../http/testing.ts';
import type { announcementsFeature } from './feature.ts';

export const rights: RightsOf<typeof announcementsFeature> = {
	stockNumberSend: {
		body: { title: 'T', imageURL: 'https://x.example/i.png', description: 'D', webhooks: ['https://x.example'] },
		expected: operatorsWrite(400),
	},
	announcementServers: { expected: operatorsRead() },
	announcementServerList: { expected: operatorsRead() },
	announcementsSent: { expected: operatorsRead() },
	announcementTally: { path: '/api/announcements/999', expected: operatorsRead(404) },
};
