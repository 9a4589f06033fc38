import { LIMITS } from '@dropwire/domain';
import { z } from 'zod';
import { GivenRoles, OneUser, Terms } from './access.ts';
import { endpoint } from './endpoint.ts';
import { Snowflake, text } from './fields.ts';

const OwnRequest = z.object({
	status: z.enum(['open', 'declined']),
	note: z.string(),
	/** Why it was declined; null without a reason. */
	reason: z.string().nullable(),
	createdAt: z.number(),
	decidedAt: z.number().nullable(),
});
export type OwnAccessRequest = z.infer<typeof OwnRequest>;

const AccessRequest = OwnRequest.extend({
	discordId: z.string(),
	username: z.string(),
	discriminator: z.string(),
	avatar: z.string().nullable(),
});
export type AccessRequest = z.infer<typeof AccessRequest>;

/** Requests of signed-in people who are not on the access list. */
export const accessRequestCalls = {
	accessRequest: endpoint({
		method: 'GET',
		path: '/api/accessrequest',
		auth: { role: 'member', via: 'session' },
		description: "The caller's latest request for access, if it is open or was declined, and whether they have access.",
		output: z.object({
			data: OwnRequest.nullable(),
			/** Whether the caller is on the access list. */
			listed: z.boolean(),
		}),
	}),
	accessRequestCreate: endpoint({
		method: 'POST',
		path: '/api/accessrequest',
		auth: { role: 'member', via: 'session' },
		limits: { rate: 'accessRequests' },
		description:
			'Requests access for the caller. A person has one open request (409 for a second one), and can ask again after one was declined.',
		body: z.object({
			/** For the operators. */
			note: z.string().trim().max(LIMITS.note, `must have at most ${LIMITS.note} characters`).default(''),
		}),
		output: z.object({ data: OwnRequest }),
		status: 201,
		errors: ['conflict'],
	}),
	accessRequests: endpoint({
		method: 'GET',
		path: '/api/accessrequests',
		auth: { role: 'admin' },
		description: 'The open requests for access, the oldest first: the first 100, and their number.',
		output: z.object({ data: z.array(AccessRequest), count: z.number().int() }),
	}),
	accessRequestApprove: endpoint({
		method: 'POST',
		path: '/api/accessrequests/approve',
		auth: { role: 'admin' },
		description: 'Adds the person of an open request to the access list as a client. The bot sends them a message.',
		body: Terms.extend({ discordId: Snowflake, roles: GivenRoles.default([]) }),
		output: OneUser,
		errors: ['not_found', 'conflict'],
	}),
	accessRequestDecline: endpoint({
		method: 'POST',
		path: '/api/accessrequests/decline',
		auth: { role: 'admin' },
		description: 'Declines an open request. The bot sends the person a message with the reason.',
		body: z.object({
			discordId: Snowflake,
			/** The person sees it. */
			reason: text(LIMITS.decision).nullable().default(null),
		}),
		output: z.object({ data: OwnRequest }),
		errors: ['not_found'],
	}),
};
