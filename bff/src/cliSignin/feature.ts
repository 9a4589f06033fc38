import { createHash } from 'node:crypto';
import { ApiToken, type Vault } from '@dropwire/db';
import { invalidInput } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { mintToken } from '../tokens/mint.ts';
import { deviceHandlers, SCOPES, TOKEN_MS } from './device.ts';

/** Lifetime of a code. Until the code is redeemed, its token expires at the same time. */
const CODE_MS = 60_000;
/** Binds the seal to its purpose, so no other sealed value opens as a code. */
const SEALED_AS = 'cli code';

interface Code {
	id: number;
	token: string;
	challenge: string;
	/** The row's expiry before the code is redeemed. Redeeming changes it, so a code works only once. */
	until: number;
}

/** Signs in the command line. Approval on the page creates a token and a code; the command line redeems the code. */
export const cliSigninFeature = {
	handlers: {
		...deviceHandlers,

		cliGrant: async (call) => {
			const { port, state, challenge, name } = call.input;
			const until = Date.now() + CODE_MS;
			const { row, token } = await mintToken(call.knex, call.caller.discordId, {
				name,
				scopes: SCOPES,
				expiresAt: until,
			});
			call.audit({ target: `token ${row.id}`, after: { name, scopes: SCOPES, for: 'command line' } });
			const code = seal(call.server.db.vault, { id: row.id, token, challenge, until });
			// The host is fixed, so the code always goes to the person's own computer, even if a link requests another
			// host.
			return { data: { location: `http://127.0.0.1:${port}/?${new URLSearchParams({ code, state })}` } };
		},

		cliToken: async (call) => {
			const { verifier } = call.input;
			const code = open(call.server.db.vault, call.input.code);
			const refused = invalidInput({ code: 'is not valid, was used already, or is older than a minute' });
			if (!code || code.until <= Date.now()) throw refused;
			if (createHash('sha256').update(verifier).digest('base64url') !== code.challenge) throw refused;
			const expiresAt = Date.now() + TOKEN_MS;
			const fetched = await ApiToken.query(call.knex)
				.where({ id: code.id, expiresAt: code.until })
				.patch({ expiresAt });
			if (fetched === 0) throw refused;
			const row = await ApiToken.query(call.knex).findById(code.id).throwIfNotFound();
			const after = { name: row.name, fetchedBy: 'command line', expiresAt };
			call.audit({ target: `token ${row.id}`, actor: row.discordId, after });
			const { name } = row;
			return { data: { id: String(row.id), token: code.token, name, scopes: SCOPES, expiresAt } };
		},
	},
} satisfies Feature;

function seal(vault: Vault, code: Code): string {
	return vault.seal(JSON.stringify(code), SEALED_AS);
}

/** Null for text that this server has not sealed. */
function open(vault: Vault, text: string): Code | null {
	try {
		return JSON.parse(vault.open(text, SEALED_AS)) as Code;
	} catch {
		return null;
	}
}
