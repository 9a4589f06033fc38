import { GIVEN_ROLES } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const Profile = z.object({
	discordId: z.string(),
	username: z.string(),
	discriminator: z.string(),
	avatar: z.string().nullable(),
});
const CurrentUser = Profile.extend({
	/** `'true'` for a client, `'false'` for an admin (spec 1, section 3). */
	client: z.enum(['true', 'false']),
	roles: z.array(z.enum([...GIVEN_ROLES, 'admin'])),
	plan: z.string().nullable(),
	/** When access becomes, or became, read-only; null for never. */
	expiresAt: z.number().nullable(),
	/** When `plan` ends, or ended, which can be before `expiresAt`; `expiresAt` without a plan. */
	planEndsAt: z.number().nullable(),
});
export type CurrentUser = z.infer<typeof CurrentUser>;

export const signinCalls = {
	signIn: endpoint({
		method: 'GET',
		path: '/auth',
		auth: { role: 'anyone', identify: true },
		limits: { rate: 'signin' },
		description: "Redirects to Discord's consent page and then back to `next`, a path of this server.",
		query: z.object({ next: z.string().max(2048).optional() }),
		output: 'redirect',
	}),
	portalUser: endpoint({
		method: 'GET',
		path: '/api/userportal/user',
		auth: { role: 'member', visitor: 'unauthorized' },
		description: 'The signed-in account, or the text `unauthorized`.',
		output: Profile,
	}),
	currentUser: endpoint({
		method: 'GET',
		path: '/api/user',
		auth: { role: 'client', visitor: 'unauthorized' },
		description: 'The signed-in client with roles, or the text `unauthorized`.',
		output: CurrentUser,
	}),
	clientUser: endpoint({
		method: 'GET',
		path: '/api/client/user',
		auth: { role: 'client', visitor: 'unauthorized' },
		description: 'As /api/user, for the client area.',
		output: CurrentUser,
	}),
	logout: endpoint({
		method: 'GET',
		path: '/api/logout',
		auth: { role: 'anyone', identify: true },
		description: 'Ends the session, on the server too. 403 for a link or a form on another site.',
		output: z.object({ data: z.literal('signed out') }),
		errors: ['forbidden'],
	}),
};
