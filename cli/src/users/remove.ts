import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { tellUser } from './present.ts';

export const run: Work = async ({ args: [discordId], globals }) => {
	const { data } = await openClient(openSession(globals)).usersChange({
		action: 'DELETE',
		discordId: String(discordId),
	});
	return tellUser(data, 'removed', globals.json);
};
