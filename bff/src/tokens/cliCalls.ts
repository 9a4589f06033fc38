import { createHash } from 'node:crypto';
import { ApiToken, type Vault } from '@dropwire/db';
import type { TokenScope } from '@dropwire/db/topics';
import type { Handlers } from '../http/call.ts';
import { invalidInput } from '../http/errors.ts';
import { mintToken } from './mint.ts';

const SCOPES: TokenScope[] = ['read', 'write'];
/** How long a code waits to be fetched. Until then the token is good for no longer than that. */
const CODE_MS = 60_000;
/** A computer that is not used any more forgets its right by itself. */
const TOKEN_MS = 90 * 86_400_000;
/** Binds the seal to its purpose, so that nothing else that we sealed opens as a code. */
const SEALED_AS = 'cli code';

interface Code {
	id: number;
	token: string;
	challenge: string;
	/** The row's expiry until the code is fetched: it is different afterwards, so a code works once. */
	until: number;
}

/** Signing in the command line: the page's yes makes a token and a code; the command line fetches one for the other. */
export const cliSigninHandlers = {
	cliGrant: async (call) => {
		const { port, state, challenge, name } = call.input;
		const until = Date.now() + CODE_MS;
		const { row, token } = await mintToken(call, { name, scopes: SCOPES, expiresAt: until });
		call.changed({ target: `token ${row.id}`, after: { name, scopes: SCOPES, for: 'command line' } });
		const code = seal(call.server.db.vault, { id: row.id, token, challenge, until });
		// The host is ours to say: whatever a link asks for, the code goes to the person's own computer.
		return { data: { location: `http://127.0.0.1:${port}/?${new URLSearchParams({ code, state })}` } };
	},

	cliToken: async (call) => {
		const { verifier } = call.input;
		const code = open(call.server.db.vault, call.input.code);
		const refused = invalidInput({ code: 'is not valid, was used already, or is older than a minute' });
		if (!code || code.until <= Date.now()) throw refused;
		if (createHash('sha256').update(verifier).digest('base64url') !== code.challenge) throw refused;
		const expiresAt = Date.now() + TOKEN_MS;
		const fetched = await ApiToken.query(call.knex).where({ id: code.id, expiresAt: code.until }).patch({ expiresAt });
		if (fetched === 0) throw refused;
		const row = await ApiToken.query(call.knex).findById(code.id).throwIfNotFound();
		call.changed({ target: `token ${row.id}`, after: { name: row.name, fetchedBy: 'command line', expiresAt } });
		const { name } = row;
		return { data: { id: String(row.id), token: code.token, name, scopes: SCOPES, expiresAt } };
	},
} satisfies Partial<Handlers>;

function seal(vault: Vault, code: Code): string {
	return vault.seal(JSON.stringify(code), SEALED_AS);
}

/** Null for what we did not seal. */
function open(vault: Vault, text: string): Code | null {
	try {
		return JSON.parse(vault.open(text, SEALED_AS)) as Code;
	} catch {
		return null;
	}
}
