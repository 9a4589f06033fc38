import { GIVEN_ROLES, LIMITS } from '@dropwire/domain';
import { z } from 'zod';
import { OUTCOMES } from './bulk.ts';
import { endpoint } from './endpoint.ts';
import { deletedIds, Snowflake, text, word } from './fields.ts';

const Role = z
	.string()
	.trim()
	.toLowerCase()
	.pipe(z.enum(GIVEN_ROLES, { error: `must be one of ${GIVEN_ROLES.join(', ')}` }));

/** The earliest and the latest time that is accepted: values in seconds or microseconds lie outside. */
const [EARLIEST, LATEST] = [Date.UTC(2020, 0), Date.UTC(2100, 0)];
const EXPIRY_RULE = 'must be a time in milliseconds since 1970, from 2020 to 2100, or null for never';

/** What a client has booked. An absent field is not changed; null clears it. */
export const Terms = z.object({
	/** The plan's name: free text, or the name of one of the plans in the settings. */
	plan: text(LIMITS.plan).nullable().optional(),
	/** When access becomes read-only; null for never. */
	expiresAt: z.int(EXPIRY_RULE).min(EARLIEST, EXPIRY_RULE).max(LATEST, EXPIRY_RULE).nullable().optional(),
	/** For operators only. */
	note: text(LIMITS.note).nullable().optional(),
});
export type Terms = z.output<typeof Terms>;

/** The roles of a client, at most one of each. */
export const GivenRoles = z.array(Role).max(GIVEN_ROLES.length, `must have at most ${GIVEN_ROLES.length} roles`);

/** A person on the access list. `username` is null until the account has signed in once. */
const ManagedUser = z.object({
	avatar: z.string().nullable(),
	client: z.enum(['true', 'false']),
	discordId: z.string(),
	discriminator: z.string(),
	roles: z.array(z.enum([...GIVEN_ROLES, 'admin'])),
	username: z.string().nullable(),
	plan: z.string().nullable(),
	/** When access becomes, or became, read-only; null for never. */
	expiresAt: z.number().nullable(),
	note: z.string().nullable(),
	/**
	 * The person's latest request, accurate to the hour; null if there was none, or if none is known: of an admin who is
	 * only in the settings, only current sessions and API tokens are.
	 */
	lastSeenAt: z.number().nullable(),
});
export type ManagedUser = z.infer<typeof ManagedUser>;
export const OneUser = z.object({ data: ManagedUser });

/** The access list: the people who can use Dropwire, and their roles. */
export const accessCalls = {
	users: endpoint({
		method: 'GET',
		path: '/api/usersdb',
		auth: { role: 'admin' },
		description: 'Everyone on the access list.',
		output: z.array(ManagedUser),
	}),
	usersChange: endpoint({
		method: 'POST',
		path: '/api/usersdb',
		auth: { role: 'admin' },
		description:
			'Removes a person from the access list and pauses the guilds that no other user on it manages; or adds or removes a role.',
		body: z.object({
			action: word(['DELETE', 'INSERT-ROLE', 'DELETE-ROLE']),
			discordId: Snowflake,
			/** Required for the actions on roles. */
			role: Role.optional(),
		}),
		output: OneUser,
		errors: ['not_found', 'conflict'],
	}),
	usersDelete: endpoint({
		method: 'POST',
		path: '/api/usersdelete',
		auth: { role: 'admin' },
		description:
			'Removes several people from the access list in one transaction: all of them, or none if one cannot be removed.',
		body: z.object({ discordIds: deletedIds(Snowflake) }),
		output: z.object({ data: z.object({ discordIds: z.array(z.string()) }) }),
		errors: ['conflict'],
	}),
	userAdd: endpoint({
		method: 'POST',
		path: '/api/adduser',
		auth: { role: 'admin' },
		description: 'Adds a person to the access list, as a client or as an admin. A request of theirs is then approved.',
		body: Terms.extend({
			discordId: Snowflake,
			client: z
				.string()
				.trim()
				.toLowerCase()
				.pipe(z.enum(['true', 'false'], { error: "must be 'true' (client) or 'false' (admin)" })),
		}),
		output: OneUser,
		status: 201,
		errors: ['conflict'],
	}),
	userEdit: endpoint({
		method: 'POST',
		path: '/api/useredit',
		auth: { role: 'admin' },
		description:
			'Changes the plan, the expiry and the note of a person on the access list. From `expiresAt` on, a client can read everything and change nothing, and the guilds that no other user with current access manages are paused. A later `expiresAt` resumes them. Admins do not expire (400).',
		body: Terms.extend({ discordId: Snowflake }),
		output: OneUser,
		errors: ['not_found'],
	}),
	bulkUsers: endpoint({
		method: 'POST',
		path: '/api/bulk/users',
		auth: { role: 'admin' },
		description: `Adds up to ${LIMITS.usersPerCall} clients with the same plan, expiry, note and roles in one transaction: all of them, or none if one id is refused. A dry run answers with the outcome of each id and changes nothing.`,
		body: Terms.extend({
			dryRun: z.boolean().default(false),
			/** Each is checked separately, so that the response can name every invalid id. */
			discordIds: z
				.array(z.string().trim().max(64, 'must have at most 64 characters'))
				.min(1, 'must have at least one id')
				.max(LIMITS.usersPerCall, `must have at most ${LIMITS.usersPerCall} ids`),
			roles: GivenRoles.default([]),
			/** What happens to clients who are already on the list: they stay as they are, or get the given terms and roles. */
			existing: z.enum(['keep', 'update'], { error: 'must be keep or update' }).default('keep'),
		}),
		output: z.object({
			/** False for a dry run, and when an id is refused. */
			applied: z.boolean(),
			/** In the order of the request. */
			data: z.array(z.object({ discordId: z.string(), outcome: z.enum(OUTCOMES), problem: z.string().nullable() })),
			counts: z.record(z.enum(OUTCOMES), z.number().int()),
		}),
		errors: ['conflict'],
	}),
};
