import { own, guildRead, guildWrite, type RightsOf } from '../http/testing.ts';
import type { linksFeature } from './feature.ts';

export const rights: RightsOf<typeof linksFeature> = {
	linkList: { path: `/api/linklist?guildId=${own}`, expected: guildRead() },
	linkMessages: {
		path: `/api/linkmessages?guildId=${own}&ids=999`,
		expected: [401, 403, 403, 403, 403, 403, 403, 401, 403, 403, 403],
	},
	linkInsert: {
		body: {
			guildId: own,
			guildName: 'Own',
			region: 'US',
			toolsName: 'Nope',
			channelId: own,
			channelName: 'drops',
			webHook: 'https://x.example',
		},
		expected: guildWrite(400),
	},
	linkCancel: { body: { guildId: own, key: 'none' }, expected: guildWrite(200) },
	linkDelete: {
		body: { guildId: own, id: '999' },
		expected: [401, 403, 403, 403, 403, 403, 403, 401, 403, 403, 403],
	},
	linkTest: {
		body: { guildId: own, id: '999' },
		expected: [401, 403, 403, 403, 403, 403, 403, 401, 403, 403, 403],
	},
};
