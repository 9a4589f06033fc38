import type { ManagedUser } from '@dropwire/contract';
import type { Work } from '../command.ts';
import { Failure } from '../failure.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { type RemovalOptions, removeConfirmed } from '../terminal/removal.ts';
import { writeUser, userText } from './present.ts';

export const run: Work<RemovalOptions> = async ({ args: [id], options, globals }) => {
	const api = openClient(openSession(globals));
	const discordId = String(id);
	await removeConfirmed<ManagedUser>(
		{
			async preview() {
				const user = (await api.users()).find((one) => one.discordId === discordId);
				if (!user) throw new Failure(`${discordId} is not on the access list.`);
				return user;
			},
			remove: async () => (await api.usersChange({ action: 'DELETE', discordId })).data,
			lines: (user) => [`- ${userText(user)}`],
			report: (user) => writeUser(user, 'removed', globals.json),
		},
		options,
	);
};
