import type { Terms } from '@dropwire/contract';
import { AccessRequest, type Knex, User, UserRole } from '@dropwire/db';
import { type GivenRole, LIMITS } from '@dropwire/domain';
import { type Givers, resumeManaged } from '../guilds/pausing.ts';
import { linkedRolesChanged } from '../linkedRoles/connections.ts';
import type { AuditEntry } from '../http/audit.ts';
import type { Caller } from '../http/auth.ts';
import { CallError, invalidInput } from '../http/errors.ts';
import { endAccess } from './expiry.ts';

interface Change {
	caller: Caller;
	requestId: string;
	givers: Givers;
}

/** The terms as the audit log shows them. */
export const termsOf = ({ plan, expiresAt, note }: Pick<User, 'plan' | 'expiresAt' | 'note'>) => ({
	plan,
	expiresAt,
	note,
});

/**
 * Adds a person to the access list and resumes their guilds. An open request of theirs is settled.
 * @returns further rows for the audit log
 * @throws CallError 400 for the expiry of an admin
 */
export async function admit(
	trx: Knex,
	change: Change,
	{
		discordId,
		admin = false,
		roles = [],
		...terms
	}: Terms & { discordId: string; admin?: boolean; roles?: GivenRole[] },
): Promise<AuditEntry[]> {
	const { plan = null, expiresAt = null, note = null } = terms;
	if (admin) mustNotExpire(expiresAt);
	const createdAt = Date.now();
	const row = { discordId, admin, createdAt, createdBy: change.caller.discordId, plan, expiresAt, note };
	await User.query(trx).insert(row);
	await grant(trx, discordId, roles);
	await settleRequest(trx, discordId);
	return settle(trx, change, { discordId, expiresAt });
}

/**
 * Changes the terms of a person on the access list. A changed expiry takes effect at once. Admins do not expire, since
 * somebody must be able to extend the others.
 * @returns further rows for the audit log
 * @throws CallError 400 for the expiry of an admin
 */
export async function changeTerms(trx: Knex, change: Change, user: User, terms: Terms): Promise<AuditEntry[]> {
	const { plan = user.plan, expiresAt = user.expiresAt, note = user.note } = terms;
	if (user.admin || change.givers.admins.includes(user.discordId)) mustNotExpire(expiresAt);
	if (expiresAt === user.expiresAt) {
		await User.query(trx).findById(user.discordId).patch({ plan, note });
		return [];
	}
	await User.query(trx).findById(user.discordId).patch({ plan, note, expiresAt, warnedAt: null, expiredAt: null });
	return settle(trx, change, { discordId: user.discordId, expiresAt });
}

/** Adds roles; those that the person has are kept. */
export async function grant(trx: Knex, discordId: string, roles: readonly GivenRole[]): Promise<void> {
	if (roles.length === 0) return;
	const rows = [...new Set(roles)].map((role) => ({ discordId, role }));
	await trx(UserRole.tableName).insert(rows).onConflict(['discordId', 'role']).ignore();
	await linkedRolesChanged(trx, [discordId]);
}

/** @throws CallError 409 */
export async function mustHavePlaces(trx: Knex, wanted: number): Promise<void> {
	const count = await User.query(trx).resultSize();
	if (count + wanted <= LIMITS.users) return;
	throw new CallError('conflict', `The access list has ${count} of at most ${LIMITS.users} users. Remove some first.`);
}

/** @throws CallError 400 */
function mustNotExpire(expiresAt: number | null): void {
	if (expiresAt !== null) throw invalidInput({ expiresAt: 'must be null: the access of an admin does not expire' });
}

/** Keeps of an open request when it was answered, and not what the person wrote. */
export async function settleRequest(trx: Knex, discordId: string): Promise<void> {
	await AccessRequest.query(trx).where({ discordId, status: 'declined' }).delete();
	await AccessRequest.query(trx)
		.where({ discordId, status: 'open' })
		.patch({ status: 'approved', note: '', decidedAt: Date.now() });
}

async function settle(
	trx: Knex,
	{ caller, requestId, givers }: Change,
	{ discordId, expiresAt }: { discordId: string; expiresAt: number | null },
): Promise<AuditEntry[]> {
	await linkedRolesChanged(trx, [discordId]);
	if (expiresAt !== null && expiresAt <= Date.now()) return endAccess(trx, discordId, givers);
	await resumeManaged(trx, { caller, requestId }, discordId);
	return [];
}
