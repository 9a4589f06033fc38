import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const LinkedRoles = z.object({
	/** Whether this Dropwire has the bot's token, without which Discord knows no linked roles of it. */
	available: z.boolean(),
	/** Where a browser connects, and where it disconnects: addresses of this server. */
	connectUrl: z.string(),
	accountUrl: z.string(),
	/** Epoch ms; null without a connection. */
	connectedAt: z.number().nullable(),
	/** What Discord knows of the person; null before the first time, and until Discord has confirmed a change. */
	known: z.object({ client: z.boolean(), premium: z.boolean(), watches: z.number().int() }).nullable(),
	/** When Discord last confirmed it. */
	knownAt: z.number().nullable(),
	/** When Discord ended the connection, epoch ms; null if it did not. */
	endedAt: z.number().nullable(),
	/** Why it has ended, or why the last attempt failed; null without a problem. */
	problem: z.string().nullable(),
});
export type LinkedRoles = z.infer<typeof LinkedRoles>;

/** Roles that servers give by what a person has here (Discord: "Linked Roles"). */
export const linkedRoleCalls = {
	linkedRoles: endpoint({
		method: 'GET',
		path: '/api/linkedroles',
		auth: { role: 'member', bot: true },
		description:
			'Whether the caller has connected linked roles, what Discord knows of them, and why the connection has ended.',
		output: z.object({ data: LinkedRoles }),
	}),
	linkedRolesConnect: endpoint({
		method: 'GET',
		path: '/auth/roles',
		auth: { role: 'anyone', identify: true },
		limits: { rate: 'signin' },
		description:
			"Redirects to Discord's consent page for linked roles, which also signs in, and then back to `next`, a path of this server. The address for Discord's _Linked Roles Verification URL_.",
		query: z.object({ next: z.string().max(2048).optional() }),
		output: 'redirect',
		errors: ['not_found'],
	}),
	linkedRolesEnd: endpoint({
		method: 'DELETE',
		path: '/api/linkedroles',
		auth: { role: 'member' },
		description: 'Disconnects the caller: Discord forgets what it knows of them, and their token is deleted.',
		output: z.object({ data: z.object({ connectedAt: z.null() }) }),
	}),
};
