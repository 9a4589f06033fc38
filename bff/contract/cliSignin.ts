import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Label } from './fields.ts';

/** 32 random bytes as base64url: state, challenge and verifier of RFC 7636 (section 4) are all of this form. */
const Random = z
	.string()
	.trim()
	.regex(/^[\w-]{43}$/, 'must be 43 characters of base64url');
/** A port of the caller's own computer; lower ones belong to the system. Where it stands is not the caller's choice. */
const LoopbackPort = z
	.number({ error: 'must be a number' })
	.int('must be a whole number')
	.min(1024, 'must be at least 1024')
	.max(65_535, 'must be at most 65535');

/** Letters and digits that nobody mistakes for one another. */
const PAIRING_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** What the terminal and the page both show, `K7QX-M2PA`, so that a person sees that they belong together. */
export function pairingCode(challenge: string): string {
	const letters = Array.from(challenge.slice(0, 8), (one) => PAIRING_LETTERS[BASE64URL.indexOf(one) % 32] ?? '?');
	return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
}

/** How a signed-in person lets the command line of their own computer act for them (RFC 8252 with PKCE). */
export const cliSigninCalls = {
	cliGrant: endpoint({
		method: 'POST',
		path: '/api/cli/grant',
		who: 'client',
		sessionOnly: true,
		description:
			'What the page /signin/cli does when a person says yes: answers with the address on their own computer that the browser goes to, with a code that is good for a minute.',
		body: z.object({ port: LoopbackPort, state: Random, challenge: Random, name: Label }),
		output: z.object({ data: z.object({ location: z.string() }) }),
		status: 201,
		errors: ['conflict'],
	}),
	cliToken: endpoint({
		method: 'POST',
		path: '/api/cli/token',
		who: 'anyone',
		limit: 'signin',
		description:
			'Gives the API token for a code, once, to whoever knows the verifier of its challenge: the command line that asked.',
		body: z.object({ code: z.string().trim().min(1, 'must not be empty').max(2048), verifier: Random }),
		output: z.object({
			data: z.object({
				id: z.string(),
				token: z.string(),
				name: z.string(),
				scopes: z.array(z.string()),
				expiresAt: z.number(),
			}),
		}),
	}),
};
