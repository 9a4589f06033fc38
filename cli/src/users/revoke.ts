import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { writeUser } from './present.ts';

export const run: Work = async ({ args: [discordId, role], globals }) => {
	const { data } = await openClient(openSession(globals)).usersChange({
		action: 'DELETE-ROLE',
		discordId: String(discordId),
		role: String(role),
	});
	return writeUser(data, 'revoked', globals.json);
};
