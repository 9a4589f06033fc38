import { GIVEN_ROLES, PERSONAL_DATA_GROUPS, type PersonalDataGroupName } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const Group = z.enum(Object.keys(PERSONAL_DATA_GROUPS) as [PersonalDataGroupName, ...PersonalDataGroupName[]]);

const Account = z.object({
	discordId: z.string(),
	/** Null before the first sign-in with a browser. */
	username: z.string().nullable(),
	signedInAt: z.number().nullable(),
	/** Null for a person without access. */
	access: z
		.object({
			admin: z.boolean(),
			roles: z.array(z.enum(GIVEN_ROLES)),
			plan: z.string().nullable(),
			/** When it becomes, or became, read-only; null for never. */
			expiresAt: z.number().nullable(),
			/** When `plan` ends, or ended, which can be before `expiresAt`; `expiresAt` without a plan. */
			planEndsAt: z.number().nullable(),
		})
		.nullable(),
	/** How many rows about the person each group has. */
	stored: z.array(z.object({ group: Group, rows: z.number().int() })),
});
export type Account = z.infer<typeof Account>;

/** By a browser, or by the bot for the person of a command. A token can neither read nor delete what is stored about a person. */
const auth = { role: 'member', via: 'session', bot: true } as const;

/** What is stored about the caller. */
export const accountCalls = {
	account: endpoint({
		method: 'GET',
		path: '/api/account',
		auth,
		description: 'Who the caller is, what they have access to, and how much is stored about them.',
		output: z.object({ data: Account }),
	}),
	accountExport: endpoint({
		method: 'GET',
		path: '/api/account/export',
		auth,
		limits: { rate: 'exports' },
		streamed: true,
		description:
			'Everything that is stored about the caller, as a JSON file: lists of rows by name, with the columns of the database. Secrets, and what concerns other people, are left out.',
		output: z.object({ data: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))) }),
	}),
	accountDelete: endpoint({
		method: 'DELETE',
		path: '/api/account',
		auth,
		description:
			'Deletes what is stored about the caller, and ends their sessions, tokens, watches and access; servers without another manager are paused. Shared work and the audit log stay. The last operator cannot delete their data.',
		body: z.object({ confirm: z.literal(true, { error: 'must be confirmed, because it cannot be undone' }) }),
		output: z.object({
			data: z.object({
				/** The number of rows that were deleted. */
				deleted: z.number().int(),
			}),
		}),
		errors: ['conflict'],
	}),
};
