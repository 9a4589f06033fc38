import { LIMITS } from '@dropwire/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** When the caller's token was stored and when it is deleted, epoch ms. The token itself is in no answer. */
const Stored = z.object({ savedAt: z.number(), expiresAt: z.number() });

/** The retailer token that a member submits. */
export const retailerTokenCalls = {
	retailerToken: endpoint({
		method: 'POST',
		path: '/nike/accesstoken',
		auth: { role: 'member' },
		description:
			"Keeps the member's retailer token (a JWT), encrypted, until its own expiry or for 24 hours; it is never read back.",
		body: z.object({
			accesstoken: z
				.string()
				.trim()
				// People copy the header's name and scheme with it.
				.transform((text) => text.replace(/^(authorization:\s*)?bearer\s+/i, ''))
				.pipe(
					z
						.string()
						.min(1, 'must not be empty')
						.refine(
							(token) => new TextEncoder().encode(token).length <= LIMITS.retailerTokenBytes,
							'must have at most 8 KiB',
						),
				),
		}),
		output: z.object({ data: Stored }),
		status: 201,
	}),
	retailerTokenState: endpoint({
		method: 'GET',
		path: '/nike/accesstoken',
		auth: { role: 'member' },
		description: "When the caller's retailer token was stored and when it is deleted; null if none is stored.",
		output: z.object({ data: Stored.nullable() }),
	}),
	retailerTokenDelete: endpoint({
		method: 'DELETE',
		path: '/nike/accesstoken',
		auth: { role: 'member' },
		description: "Deletes the caller's retailer token.",
		output: z.object({ data: Stored }),
		errors: ['not_found'],
	}),
};
