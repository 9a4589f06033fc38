import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Label } from './fields.ts';

/** 32 random bytes as base64url. The state, challenge and verifier of RFC 7636 (section 4) all have this form. */
const Random = z
	.string()
	.trim()
	.regex(/^[\w-]{43}$/, 'must be 43 characters of base64url');
/** A port on the caller's computer. Lower ports are reserved. The caller cannot choose the host. */
const LoopbackPort = z
	.number({ error: 'must be a number' })
	.int('must be a whole number')
	.min(1024, 'must be at least 1024')
	.max(65_535, 'must be at most 65535');

/** How a program calls itself on the page on which a person approves it: it must not look like anything else there. */
const ProgramName = Label.refine(
	(name) => !/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800<>]/u.test(name),
	{
		error: 'must not contain control characters, invisible characters or < and >',
	},
);

/** Letters and digits that are not easily confused. */
const PAIRING_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * The code that the terminal and the page show, such as `K7QX-M2PA`, so that a person can compare them.
 * @param random text of at least 8 base64url characters; each of them yields one of 32 letters
 */
export function pairingCode(random: string): string {
	const letters = Array.from(random.slice(0, 8), (one) => PAIRING_LETTERS[BASE64URL.indexOf(one) % 32] ?? '?');
	return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
}

/** The code that a person confirms on the page /signin/device, in any letter case, with or without the dash. */
const DeviceCode = z
	.string()
	.trim()
	.toUpperCase()
	.transform((code) => code.replace(/[\s-]/g, ''))
	.pipe(z.string().regex(new RegExp(`^[${PAIRING_LETTERS}]{8}$`), 'must be a code such as K7QX-M2PA'));
/** How often the command line asks whether its code was confirmed. */
const DEVICE_POLL_MS = 5000;

/** A token of the command line, shown once. */
const CliToken = z.object({
	id: z.string(),
	token: z.string(),
	name: z.string(),
	scopes: z.array(z.string()),
	expiresAt: z.number(),
});

/**
 * Signs in the command line with the approval of a signed-in person: on the same computer by a redirect (RFC 8252 with
 * PKCE), or on any device by a code (RFC 8628).
 */
export const cliSigninCalls = {
	cliGrant: endpoint({
		method: 'POST',
		path: '/api/cli/grant',
		auth: { role: 'client', via: 'session' },
		description:
			"Approves a sign-in of the command line, from the page /signin/cli: responds with a URL on the person's computer to redirect to, with a code that is valid for a minute.",
		body: z.object({ port: LoopbackPort, state: Random, challenge: Random, name: ProgramName }),
		output: z.object({ data: z.object({ location: z.string() }) }),
		status: 201,
		errors: ['conflict'],
	}),
	cliToken: endpoint({
		method: 'POST',
		path: '/api/cli/token',
		auth: { role: 'anyone', signsIn: true },
		limits: { rate: 'signin' },
		description:
			'Exchanges a code for its API token, once, with the verifier of the challenge that the command line sent.',
		body: z.object({ code: z.string().trim().min(1, 'must not be empty').max(2048), verifier: Random }),
		output: z.object({ data: CliToken }),
	}),
	deviceStart: endpoint({
		method: 'POST',
		path: '/api/cli/device',
		auth: { role: 'anyone' },
		limits: { rate: 'signin' },
		description:
			'Begins a sign-in of the command line that is confirmed in any browser: `userCode` is shown to the person, and `deviceCode` stays with the program.',
		body: z.object({ name: ProgramName }),
		output: z.object({
			data: z.object({
				deviceCode: z.string(),
				/** Such as `K7QX-M2PA`. */
				userCode: z.string(),
				/** The page on which the code is confirmed, with the code. */
				url: z.string(),
				expiresAt: z.number(),
				pollMs: z.literal(DEVICE_POLL_MS),
			}),
		}),
		status: 201,
		errors: ['rate_limited'],
	}),
	deviceRequest: endpoint({
		method: 'GET',
		path: '/api/cli/device',
		auth: { role: 'client', via: 'session' },
		limits: { rate: 'signin' },
		description: 'The sign-in of the command line that waits with this code.',
		query: z.object({ code: DeviceCode }),
		output: z.object({ data: z.object({ name: z.string(), createdAt: z.number(), expiresAt: z.number() }) }),
		errors: ['not_found'],
	}),
	deviceDecide: endpoint({
		method: 'POST',
		path: '/api/cli/device/decision',
		auth: { role: 'client', via: 'session' },
		limits: { rate: 'signin' },
		description: 'Allows or denies the command line with this code to act as the caller, once.',
		body: z.object({ code: DeviceCode, allow: z.boolean() }),
		output: z.object({ data: z.object({ name: z.string(), allowed: z.boolean() }) }),
		errors: ['not_found'],
	}),
	deviceToken: endpoint({
		method: 'POST',
		path: '/api/cli/device/token',
		auth: { role: 'anyone', signsIn: true },
		limits: { rate: 'signin' },
		description: 'Asks whether the code was confirmed. Once it was, the answer has the API token, once.',
		body: z.object({ deviceCode: Random }),
		output: z.object({
			data: z.object({ state: z.enum(['pending', 'denied', 'allowed']), token: CliToken.nullable() }),
		}),
		errors: ['conflict'],
	}),
};
