import { clientsRead, guildRead, guildWrite, own, type RightsOf } from '../http/testing.ts';
import type { sharedSetupsFeature } from './feature.ts';

export const rights: RightsOf<typeof sharedSetupsFeature> = {
	sharedSetups: { path: `/api/sharedsetups?guildId=${own}`, expected: guildRead() },
	// The server has no links.
	sharedSetupCreate: { body: { guildId: own }, expected: guildWrite(409) },
	sharedSetupEnd: { path: `/api/sharedsetups?guildId=${own}&id=999999999`, expected: guildWrite(404) },
	sharedSetup: { path: '/api/sharedsetup?secret=unknown', expected: clientsRead(404) },
};
