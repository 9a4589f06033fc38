import { own, guildRead, guildWrite, type RightsOf } from '../http/testing.ts';
import type { guildWebhooksFeature } from './feature.ts';

export const rights: RightsOf<typeof guildWebhooksFeature> = {
	webhookList: { path: `/api/webhooklist?guildId=${own}&region=US&toolsName=Nope`, expected: guildRead(404) },
	webhookInsert: {
		body: { guildId: own, region: 'US', toolsName: 'Nope', webHook: 'https://x.example' },
		expected: guildWrite(400),
	},
	webhookEdit: {
		body: { guildId: own, id: '999', region: 'US', toolsName: 'Nope', webHook: 'https://x.example' },
		expected: guildWrite(400),
	},
	webhookDelete: {
		body: { guildId: own, id: '999' },
		expected: [401, 403, 403, 403, 403, 403, 403, 401, 403, 403, 403],
	},
	webhooksDelete: { body: { guildId: own, ids: ['999'] }, expected: guildWrite(200) },
};
