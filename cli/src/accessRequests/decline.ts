import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { decideEach } from './decideEach.ts';

export const run: Work<{ reason?: string }> = async ({ args: [ids], options, globals }) => {
	const reason = options.reason?.trim() || null;
	const api = openClient(openSession(globals));
	return decideEach(ids as string[], 'declined', globals, async (discordId) => {
		await api.accessRequestDecline({ discordId, reason });
		return `declined: ${discordId}`;
	});
};
