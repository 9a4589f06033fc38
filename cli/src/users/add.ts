import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { tellUser } from './present.ts';

export const run: Work<{ admin?: true }> = async ({ args: [discordId], globals, options }) => {
	const { data } = await openClient(openSession(globals)).userAdd({
		discordId: String(discordId),
		client: options.admin ? 'false' : 'true',
	});
	return tellUser(data, 'added', globals.json);
};
