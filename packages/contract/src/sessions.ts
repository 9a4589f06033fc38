import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Token } from './tokens.ts';

/** A signed-in browser. */
const OwnSession = z.object({
	/** Identifies the session. It is not a secret: the browser's cookie cannot be derived from it. */
	id: z.string(),
	/** Such as `Firefox on Windows`; null if the browser did not identify itself. */
	browser: z.string().nullable(),
	createdAt: z.number(),
	/** Accurate to the minute. */
	usedAt: z.number(),
	expiresAt: z.number(),
	/** Whether this is the session that makes the call. */
	current: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

/** Lists and ends a person's sessions. A token can neither see nor end sessions. */
export const sessionCalls = {
	sessions: endpoint({
		method: 'GET',
		path: '/api/sessions',
		auth: { role: 'member', via: 'session' },
		description: "The caller's sessions, the last used first, and their API tokens that have not expired.",
		output: z.object({ data: z.array(OwnSession), tokens: z.array(Token) }),
	}),
	sessionEnd: endpoint({
		method: 'DELETE',
		path: '/api/sessions',
		auth: { role: 'member', via: 'session' },
		description: 'Signs one session of the caller out. Its live streams end.',
		query: z.object({
			id: z
				.string()
				.trim()
				.regex(/^[0-9a-f]{16}$/, 'must be the id of a session'),
		}),
		output: z.object({ data: z.object({ id: z.string() }) }),
		errors: ['not_found'],
	}),
	sessionsEnd: endpoint({
		method: 'POST',
		path: '/api/sessions/end',
		auth: { role: 'member', via: 'session' },
		description: 'Signs all other sessions of the caller out, and on request this one and all API tokens, too.',
		body: z.object({
			/** Also ends the session that makes the call. */
			current: z.boolean().default(false),
			/** Also deletes every API token, including the command line's tokens. */
			tokens: z.boolean().default(false),
		}),
		output: z.object({ data: z.object({ sessions: z.number().int(), tokens: z.number().int() }) }),
	}),
};
