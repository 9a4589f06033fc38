import { LIMITS, TOKEN_SCOPES } from '@dropwire/db/topics';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Label } from './fields.ts';

const Scope = z
	.string()
	.trim()
	.toLowerCase()
	.pipe(z.enum(TOKEN_SCOPES, { error: `must be one of ${TOKEN_SCOPES.join(', ')}` }));
const Token = z.object({
	id: z.string(),
	name: z.string(),
	scopes: z.array(z.string()),
	createdAt: z.number(),
	expiresAt: z.number().nullable(),
	lastUsedAt: z.number().nullable(),
});

/** Keys for programs, and the retailer's token that a member hands over. */
export const tokenCalls = {
	tokens: endpoint({
		method: 'GET',
		path: '/api/tokens',
		who: 'client',
		description: "The caller's API tokens; never the tokens themselves.",
		output: z.object({ data: z.array(Token) }),
	}),
	tokenCreate: endpoint({
		method: 'POST',
		path: '/api/tokens',
		who: 'client',
		description: 'Makes an API token. It is shown in this answer and never again.',
		body: z.object({
			name: Label,
			scopes: z.array(Scope).min(1, 'must name a scope').max(TOKEN_SCOPES.length),
			/** Epoch ms; without it, the token does not expire. */
			expiresAt: z.number().int().positive().nullable().default(null),
		}),
		output: z.object({ data: Token.extend({ token: z.string() }) }),
		status: 201,
		sessionOnly: true,
		errors: ['forbidden', 'conflict'],
	}),
	tokenDelete: endpoint({
		method: 'DELETE',
		path: '/api/tokens',
		who: 'client',
		description: 'Ends an API token at once.',
		query: z.object({ id: Id }),
		output: z.object({ data: z.object({ id: z.string() }) }),
		errors: ['not_found'],
	}),
	retailerToken: endpoint({
		method: 'POST',
		path: '/nike/accesstoken',
		who: 'member',
		description:
			"Keeps the member's retailer token, encrypted, until its own expiry or for 24 hours; it is never read back.",
		body: z.object({
			accesstoken: z
				.string()
				.trim()
				.min(1, 'must not be empty')
				.refine(
					(token) => new TextEncoder().encode(token).length <= LIMITS.retailerTokenBytes,
					'must have at most 8 KiB',
				),
		}),
		output: z.object({ data: z.object({ savedAt: z.number(), expiresAt: z.number() }) }),
		status: 201,
	}),
};
