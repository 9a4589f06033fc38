import type { GivenRole } from '@dropwire/domain';
import type { Work } from '../command.ts';
import { openClient } from '../server/client.ts';
import { openSession } from '../server/session.ts';
import { userText } from '../users/present.ts';
import { type TermsOptions, termsOf } from '../users/terms.ts';
import { decideEach } from './decideEach.ts';

interface Options extends TermsOptions {
	role?: readonly GivenRole[];
}

export const run: Work<Options> = async ({ args: [ids], options, globals }) => {
	const roles = [...new Set(options.role)];
	const api = openClient(openSession(globals));
	return decideEach(ids as string[], 'approved', globals, async (discordId) => {
		const { data } = await api.accessRequestApprove({ discordId, roles, ...termsOf(options) });
		return `approved: ${userText(data)}`;
	});
};
