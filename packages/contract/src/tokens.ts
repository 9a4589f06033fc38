import { TIME_LIMITS, TOKEN_SCOPES } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, Label } from './fields.ts';

const EXPIRY_RULE = 'must be a time in milliseconds since 1970, before the year 2100, or null for never';

const Scope = z
	.string()
	.trim()
	.toLowerCase()
	.pipe(z.enum(TOKEN_SCOPES, { error: `must be one of ${TOKEN_SCOPES.join(', ')}` }));
/** An API token, without the token itself. */
export const Token = z.object({
	id: z.string(),
	name: z.string(),
	scopes: z.array(z.string()),
	createdAt: z.number(),
	expiresAt: z.number().nullable(),
	lastUsedAt: z.number().nullable(),
});

/** API tokens. */
export const tokenCalls = {
	tokens: endpoint({
		method: 'GET',
		path: '/api/tokens',
		auth: { role: 'client' },
		description: "The caller's API tokens; never the tokens themselves.",
		output: z.object({ data: z.array(Token) }),
	}),
	tokenCreate: endpoint({
		method: 'POST',
		path: '/api/tokens',
		auth: { role: 'client', via: 'session' },
		description: 'Makes an API token. It is shown in this answer and never again.',
		body: z.object({
			name: Label,
			scopes: z
				.array(Scope)
				.min(1, 'must name a scope')
				.max(TOKEN_SCOPES.length)
				.refine((scopes) => !scopes.includes('bot') || new Set(scopes).size === 1, {
					error: 'cannot have bot together with other scopes: make one token for the bot and another one for programs',
				}),
			/** Epoch ms; if omitted, the token does not expire. */
			expiresAt: z.int(EXPIRY_RULE).positive(EXPIRY_RULE).lt(TIME_LIMITS.until, EXPIRY_RULE).nullable().default(null),
		}),
		output: z.object({ data: Token.extend({ token: z.string() }) }),
		status: 201,
		errors: ['forbidden', 'conflict'],
	}),
	tokenDelete: endpoint({
		method: 'DELETE',
		path: '/api/tokens',
		auth: { role: 'client' },
		description: 'Ends an API token at once.',
		query: z.object({ id: Id }),
		output: z.object({ data: z.object({ id: z.string() }) }),
		errors: ['not_found'],
	}),
};
