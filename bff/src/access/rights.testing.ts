import { operatorsRead, operatorsWrite, type RightsOf } from '../http/testing.ts';
import type { accessFeature } from './feature.ts';

export const rights: RightsOf<typeof accessFeature> = {
	users: { expected: operatorsRead() },
	usersChange: { body: { action: 'DELETE', discordId: '199999999999999999' }, expected: operatorsWrite(404) },
	usersDelete: { body: { discordIds: ['199999999999999999'] }, expected: operatorsWrite(200) },
	userAdd: { body: {}, expected: operatorsWrite(400) },
	userEdit: { body: { discordId: '199999999999999999' }, expected: operatorsWrite(404) },
	bulkUsers: { body: { discordIds: ['199999999999999999'], dryRun: true }, expected: operatorsWrite(200) },
};
