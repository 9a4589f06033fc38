import { LIMITS } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Snowflake } from './fields.ts';
import { SavedOptions } from './subscriptionOptions.ts';

const DAYS = 7;
/** How long a share link works, ms. */
export const SHARED_SETUP_MS = DAYS * 86_400_000;

const SharedSetup = z.object({
	id: z.string(),
	/** The name of the person who shared it; null if unknown, or an operator whom the caller does not see. */
	by: z.string().nullable(),
	/** The number of links of the setup. */
	links: z.number().int(),
	createdAt: z.number(),
	expiresAt: z.number(),
});
export type SharedSetup = z.infer<typeof SharedSetup>;

/** Setups of Discord servers that other people load by a share link. */
export const sharedSetupCalls = {
	sharedSetups: endpoint({
		method: 'GET',
		path: '/api/sharedsetups',
		auth: { role: 'client', guild: true },
		description: "The share links of a server's setup that work, newest first; never their secrets.",
		query: z.object({ guildId: Snowflake }),
		output: z.object({ data: z.array(SharedSetup) }),
	}),
	sharedSetupCreate: endpoint({
		method: 'POST',
		path: '/api/sharedsetups',
		auth: { role: 'client', guild: true },
		description: `Shares a server's setup as it is now: topics, regions, names of channels and options, without webhooks, ids and mentioned roles. The link works for ${DAYS} days for everybody with access, is in this answer only, and a server can have ${LIMITS.sharedSetups}.`,
		body: z.object({ guildId: Snowflake }),
		output: z.object({ data: SharedSetup.extend({ url: z.string() }) }),
		status: 201,
		errors: ['conflict'],
	}),
	sharedSetupEnd: endpoint({
		method: 'DELETE',
		path: '/api/sharedsetups',
		auth: { role: 'client', guild: true },
		description: 'Ends a share link at once.',
		query: z.object({ guildId: Snowflake, id: Id }),
		output: z.object({ data: z.object({ id: z.string() }) }),
		errors: ['not_found'],
	}),
	sharedSetup: endpoint({
		method: 'GET',
		path: '/api/sharedsetup',
		auth: { role: 'client' },
		description:
			'The setup of a share link. 404 if the link has ended, or never existed. `serversetup` adds its links to a server of the caller.',
		query: z.object({
			/** The last part of the share link. */
			secret: z.string().trim().max(100, 'must have at most 100 characters'),
		}),
		output: z.object({
			data: z.object({
				guildName: z.string(),
				createdAt: z.number(),
				expiresAt: z.number(),
				links: z.array(z.object({ region: z.string(), topic: z.string(), channel: z.string(), options: SavedOptions })),
			}),
		}),
		errors: ['not_found'],
	}),
};
