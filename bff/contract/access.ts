import { GIVEN_ROLES } from '@dropwire/db/topics';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Snowflake, word } from './fields.ts';

const Role = z
	.string()
	.trim()
	.toLowerCase()
	.pipe(z.enum(GIVEN_ROLES, { error: `must be one of ${GIVEN_ROLES.join(', ')}` }));

/** A person on the access list; `username` is null until that account has signed in once. */
const ManagedUser = z.object({
	avatar: z.string().nullable(),
	client: z.enum(['true', 'false']),
	discordId: z.string(),
	discriminator: z.string(),
	roles: z.array(z.enum([...GIVEN_ROLES, 'admin'])),
	username: z.string().nullable(),
});
export type ManagedUser = z.infer<typeof ManagedUser>;
const One = z.object({ data: ManagedUser });

/** Who may use the product, and in which role. */
export const accessCalls = {
	users: endpoint({
		method: 'GET',
		path: '/api/usersdb',
		who: 'admin',
		description: 'Everyone on the access list.',
		output: z.array(ManagedUser),
	}),
	usersChange: endpoint({
		method: 'POST',
		path: '/api/usersdb',
		who: 'admin',
		description: 'Takes a person off the access list, or gives or takes a role.',
		body: z.object({
			action: word(['DELETE', 'INSERT-ROLE', 'DELETE-ROLE']),
			discordId: Snowflake,
			/** Needed for the roles' actions. */
			role: Role.optional(),
		}),
		output: One,
		errors: ['not_found', 'conflict'],
	}),
	userAdd: endpoint({
		method: 'POST',
		path: '/api/adduser',
		who: 'admin',
		description: 'Puts a person on the access list, as a client or as an admin.',
		body: z.object({
			discordId: Snowflake,
			client: z
				.string()
				.trim()
				.toLowerCase()
				.pipe(z.enum(['true', 'false'], { error: "must be 'true' (client) or 'false' (admin)" })),
		}),
		output: One,
		status: 201,
		errors: ['conflict'],
	}),
};
