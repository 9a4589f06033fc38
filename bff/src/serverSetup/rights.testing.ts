import { own, guildRead, guildWrite, type RightsOf } from '../http/testing.ts';
import type { serverSetupFeature } from './feature.ts';

export const rights: RightsOf<typeof serverSetupFeature> = {
	discordChannels: { path: `/api/discordchannels?guildId=${own}`, expected: guildRead() },
	serverSetup: {
		body: { guildId: own, changes: [{ action: 'REMOVE', id: '999' }] },
		expected: guildWrite(400),
	},
};
