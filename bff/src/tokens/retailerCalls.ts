import { RetailerToken } from '@dropwire/db';
import { callerOf, type Handlers } from '../http/call.ts';
import { invalidInput } from '../http/errors.ts';

/** How long a token is kept that does not say itself when it ends (contract: "POST /nike/accesstoken"). */
const KEPT_MS = 24 * 3_600_000;

/** The retailer's token that a member hands over. */
export const retailerTokenHandlers = {
	retailerToken: async (call) => {
		const { accesstoken } = call.input;
		const { discordId } = callerOf(call);
		const savedAt = Date.now();
		const expiresAt = expiryOf(accesstoken) ?? savedAt + KEPT_MS;
		if (expiresAt <= savedAt)
			throw invalidInput({ accesstoken: 'has expired; sign in at the retailer and copy a new one' });
		// The owner is bound to it: moved to another row, it does not open.
		const sealed = call.server.db.vault.seal(accesstoken, `retailer token of ${discordId}`);
		await call
			.knex('retailer_tokens')
			.insert({ discordId, sealed, savedAt, expiresAt })
			.onConflict('discordId')
			.merge();
		const standing = await RetailerToken.query(call.knex).findById(discordId).throwIfNotFound();
		call.changed({ target: `retailer token of ${discordId}`, after: { expiresAt } });
		return { data: { savedAt: standing.savedAt, expiresAt: standing.expiresAt } };
	},
} satisfies Partial<Handlers>;

/** When a JWT says that it ends (RFC 7519, `exp` in seconds), epoch ms; null for anything else. Its signature is the retailer's business. */
function expiryOf(token: string): number | null {
	try {
		const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as {
			exp?: unknown;
		};
		const ms = Number(payload.exp) * 1000;
		return typeof payload.exp === 'number' && Number.isSafeInteger(Math.round(ms)) ? Math.round(ms) : null;
	} catch {
		return null;
	}
}
