import { randomBytes } from 'node:crypto';
import { DeviceSignin, type Knex } from '@dropwire/db';
import { pairingCode } from '@dropwire/contract';
import type { TokenScope } from '@dropwire/domain';
import { hasAccess, hashToken } from '../http/auth.ts';
import type { Handlers } from '../http/context.ts';
import { CallError, invalidInput } from '../http/errors.ts';
import { mintToken } from '../tokens/mint.ts';

/** The scopes of a command line token. */
export const SCOPES: TokenScope[] = ['read', 'write'];
/** Lifetime of a command line token. */
export const TOKEN_MS = 90 * 86_400_000;
/** How long a code can be confirmed. */
const CODE_MS = 10 * 60_000;
/** Limit of sign-ins that wait at the same time, over all addresses. */
const MAX_WAITING = 5000;

/** Signs in the command line by a code that is confirmed in any browser (RFC 8628). Both codes are stored as hashes. */
export const deviceHandlers = {
	deviceStart: async ({ knex, input, server }) => {
		const now = Date.now();
		await DeviceSignin.query(knex).where('expiresAt', '<=', now).delete();
		if ((await DeviceSignin.query(knex).resultSize()) >= MAX_WAITING) {
			throw new CallError('rate_limited', 'Too many sign-ins are waiting. Try again in a minute.', undefined, {
				retryAfter: 60,
			});
		}
		const random = () => randomBytes(32).toString('base64url');
		const [deviceCode, userCode] = [random(), pairingCode(random())];
		const expiresAt = now + CODE_MS;
		await DeviceSignin.query(knex).insert({
			deviceHash: hashToken(deviceCode),
			codeHash: codeHash(userCode),
			name: input.name,
			createdAt: now,
			expiresAt,
		});
		const url = `${server.settings.PUBLIC_URL}/signin/device?${new URLSearchParams({ code: userCode })}`;
		return { data: { deviceCode, userCode, url, expiresAt, pollMs: 5000 as const } };
	},

	deviceRequest: async ({ knex, input }) => {
		const { name, createdAt, expiresAt } = await waiting(knex, input.code);
		return { data: { name, createdAt, expiresAt } };
	},

	deviceDecide: async (call) => {
		const { code, allow } = call.input;
		const { id, name } = await waiting(call.knex, code);
		const decision = { discordId: call.caller.discordId, allowed: allow };
		const decided = await DeviceSignin.query(call.knex).where({ id }).whereNull('allowed').patch(decision);
		if (decided === 0) throw unknownCode();
		call.audit({ target: `command line sign-in ${id}`, after: { name, allowed: allow } });
		return { data: { name, allowed: allow } };
	},

	deviceToken: async (call) => {
		const row = await DeviceSignin.query(call.knex).findOne({ deviceHash: hashToken(call.input.deviceCode) });
		if (!row || row.expiresAt <= Date.now()) {
			throw invalidInput({ deviceCode: 'is not valid, was used already, or is older than 10 minutes' });
		}
		const { id, name, discordId, allowed } = row;
		if (allowed === null || discordId === null) return { data: { state: 'pending' as const, token: null } };
		// The row is the code: whoever deletes it gets the token.
		const used = await DeviceSignin.query(call.knex).deleteById(id);
		if (used === 0) throw invalidInput({ deviceCode: 'was used already' });
		// Access can have ended since the decision.
		const access = await call.server.auth.accessOf(discordId);
		if (!allowed || !hasAccess({ access })) return { data: { state: 'denied' as const, token: null } };
		const expiresAt = Date.now() + TOKEN_MS;
		const minted = await mintToken(call.knex, discordId, { name, scopes: SCOPES, expiresAt });
		const after = { name, scopes: SCOPES, for: 'command line', expiresAt };
		call.audit({ target: `token ${minted.row.id}`, actor: discordId, after });
		const token = { id: String(minted.row.id), token: minted.token, name, scopes: SCOPES, expiresAt };
		return { data: { state: 'allowed' as const, token } };
	},
} satisfies Partial<Handlers>;

/** The sign-in that waits with this code. @throws CallError 404 */
async function waiting(knex: Knex, code: string): Promise<DeviceSignin> {
	const row = await DeviceSignin.query(knex)
		.findOne({ codeHash: codeHash(code) })
		.whereNull('allowed');
	if (!row || row.expiresAt <= Date.now()) throw unknownCode();
	return row;
}

function unknownCode(): CallError {
	return new CallError('not_found', 'This code does not exist or has expired. Run dropwire login --device again.');
}

/** A code with or without its dash has one hash. */
function codeHash(code: string): string {
	return hashToken(code.replace('-', ''));
}
