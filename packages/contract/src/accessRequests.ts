import { GIVEN_ROLES, LIMITS, PERSONAS } from '@dropwire/domain';
import { z } from 'zod';
import { GivenRoles, OneUser, Terms } from './access.ts';
import { endpoint } from './endpoint.ts';
import { lowerWord, Snowflake, text } from './fields.ts';

const OwnRequest = z.object({
	status: z.enum(['open', 'declined']),
	note: z.string(),
	/** Null if the person did not say. */
	persona: z.enum(PERSONAS).nullable(),
	/** The plan that the person wants, one of those in the settings; null if they chose none. */
	plan: z.string().nullable(),
	/** The role that the person asks for; null for access without a role. */
	role: z.enum(GIVEN_ROLES).nullable(),
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
	/** Whether the person is on the access list already, and asks for a role only. */
	listed: z.boolean(),
});
export type AccessRequest = z.infer<typeof AccessRequest>;

/** Requests of signed-in people for access, and of clients for a role. */
export const accessRequestCalls = {
	accessRequest: endpoint({
		method: 'GET',
		path: '/api/accessrequest',
		auth: { role: 'member', via: 'session' },
		description:
			"The caller's latest request, if it is open or was declined, whether they have access, and how long answers took.",
		output: z.object({
			data: OwnRequest.nullable(),
			/** Whether the caller is on the access list. */
			listed: z.boolean(),
			/** How long half of the latest answers took at most, ms; null until there were enough to say. */
			answeredWithinMs: z.number().int().nullable(),
		}),
	}),
	accessRequestCreate: endpoint({
		method: 'POST',
		path: '/api/accessrequest',
		auth: { role: 'member', via: 'session' },
		limits: { rate: 'accessRequests' },
		description:
			'Requests access for the caller, or for a client a role that they do not have. A person has one open request (409 for a second one), and can ask again after one was declined.',
		body: z.object({
			/** For the operators. */
			note: z.string().trim().max(LIMITS.note, `must have at most ${LIMITS.note} characters`).default(''),
			persona: lowerWord(PERSONAS).nullable().default(null),
			/** One of the plans in the settings. */
			plan: text(LIMITS.plan).nullable().default(null),
			/** Required from clients. */
			role: lowerWord(GIVEN_ROLES).nullable().default(null),
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
		description:
			'Adds the person of an open request to the access list as a client, or gives a client the roles. The bot sends them a message. Without `expiresAt`, the access of a person with a paid grant ends with that grant.',
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
