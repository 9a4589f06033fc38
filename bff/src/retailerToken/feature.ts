import { RetailerToken } from '@dropwire/db';
import { invalidInput, notFound } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { readJwt } from './jwt.ts';

/** How long a token without an expiry is kept (contract: "POST /nike/accesstoken"). */
const KEPT_MS = 24 * 3_600_000;

const NO_TOKEN =
	'is not an access token: a token has three parts with dots between them and begins with “eyJ”. Copy all of the text after “Bearer”';

/** The associated data of a person's retailer token. */
export const sealedFor = (discordId: string) => `retailer token of ${discordId}`;

/** The retailer token that a member submits. No source uses it: no known format of a shop needs an account. */
export const retailerTokenFeature = {
	handlers: {
		retailerToken: async (call) => {
			const { accesstoken } = call.input;
			const { discordId } = call.caller;
			const savedAt = Date.now();
			const claims = readJwt(accesstoken);
			if (!claims) throw invalidInput({ accesstoken: NO_TOKEN });
			const expiresAt = claims.expiresAt ?? savedAt + KEPT_MS;
			if (expiresAt <= savedAt)
				throw invalidInput({ accesstoken: 'has expired; sign in at the retailer and copy a new one' });
			// The seal is bound to the owner: moved to another row, the token does not open.
			const sealed = call.server.db.vault.seal(accesstoken, sealedFor(discordId));
			await call
				.knex('retailer_tokens')
				.insert({ discordId, sealed, savedAt, expiresAt })
				.onConflict('discordId')
				.merge();
			const stored = await RetailerToken.query(call.knex).findById(discordId).throwIfNotFound();
			call.audit({ target: `retailer token of ${discordId}`, after: { expiresAt } });
			return { data: datesOf(stored) };
		},

		retailerTokenState: async (call) => {
			const stored = await RetailerToken.query(call.knex)
				.findById(call.caller.discordId)
				.where('expiresAt', '>', Date.now());
			return { data: stored ? datesOf(stored) : null };
		},

		retailerTokenDelete: async (call) => {
			const { discordId } = call.caller;
			const stored = await RetailerToken.query(call.knex).findById(discordId);
			if (!stored) throw notFound('This token');
			await RetailerToken.query(call.knex).deleteById(discordId);
			call.audit({ target: `retailer token of ${discordId}`, before: { expiresAt: stored.expiresAt } });
			return { data: datesOf(stored) };
		},
	},
} satisfies Feature;

const datesOf = ({ savedAt, expiresAt }: RetailerToken) => ({ savedAt, expiresAt });
