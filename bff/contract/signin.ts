import { GIVEN_ROLES } from '@dropwire/db/topics';
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
});
export type CurrentUser = z.infer<typeof CurrentUser>;

export const signinCalls = {
	signIn: endpoint({
		method: 'GET',
		path: '/auth',
		who: 'anyone',
		description: "Sends the browser to Discord's consent page and in the end back to `next`, a path of ours.",
		query: z.object({ next: z.string().max(2048).optional() }),
		limit: 'signin',
		knowsCaller: true,
		output: 'redirect',
	}),
	portalUser: endpoint({
		method: 'GET',
		path: '/api/userportal/user',
		who: 'member',
		guard: true,
		description: 'The signed-in account, or the text `unauthorized`.',
		output: Profile,
	}),
	currentUser: endpoint({
		method: 'GET',
		path: '/api/user',
		who: 'client',
		guard: true,
		description: 'The signed-in client with roles, or the text `unauthorized`.',
		output: CurrentUser,
	}),
	clientUser: endpoint({
		method: 'GET',
		path: '/api/client/user',
		who: 'client',
		guard: true,
		description: 'As /api/user, for the client area.',
		output: CurrentUser,
	}),
	logout: endpoint({
		method: 'GET',
		path: '/api/logout',
		who: 'anyone',
		knowsCaller: true,
		description: 'Ends the session, on the server too.',
		output: z.object({ data: z.literal('signed out') }),
	}),
};
