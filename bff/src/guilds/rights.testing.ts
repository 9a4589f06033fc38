import { own, guildRead, guildWrite, clientsRead, type RightsOf } from '../http/testing.ts';
import type { guildsFeature } from './feature.ts';

export const rights: RightsOf<typeof guildsFeature> = {
	guildList: { expected: clientsRead() },
	guildStatistics: { path: `/api/guildstatistics?guildId=${own}`, expected: guildRead() },
	guildActivity: { path: `/api/guildactivity?guildId=${own}`, expected: guildRead() },
	guildChanges: { path: `/api/guildchanges?guildId=${own}`, expected: guildRead() },
	guildStates: { expected: clientsRead() },
	guildSettings: { path: `/api/guildsettings?guildId=${own}`, expected: guildRead() },
	dropEventsSet: { body: { guildId: own, on: false }, expected: guildWrite(200) },
	guildSettingsEdit: { body: { guildId: own, sourceNotices: false }, expected: guildWrite(200) },
};
