import { own, guildRead, guildWrite, type RightsOf } from '../http/testing.ts';
import type { channelsFeature } from './feature.ts';

export const rights: RightsOf<typeof channelsFeature> = {
	channelList: { path: `/api/channellist?guildId=${own}`, expected: guildRead() },
	toolsNameList: { path: `/api/toolsnamelist?guildId=${own}&region=US`, expected: guildRead() },
	channelInsert: { body: { guildId: own, region: 'US', toolsName: 'Nope' }, expected: guildWrite(400) },
	channelDelete: { body: { id: '999' }, expected: [401, 403, 403, 403, 403, 403, 403, 401, 403, 403, 403] },
	channelsDelete: { body: { guildId: own, ids: ['999'] }, expected: guildWrite(200) },
};
