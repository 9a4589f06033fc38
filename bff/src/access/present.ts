import type { ManagedUser } from '@dropwire/contract';
import type { Account, User } from '@dropwire/db';
import type { GivenRole } from '@dropwire/domain';

/** A person on the access list, for operators. @param bySettings ids of the admins from the settings */
export function presentUser(user: User, bySettings: readonly string[]): ManagedUser {
	const { discordId, plan, expiresAt, note, lastSeenAt } = user;
	const admin = user.admin || bySettings.includes(discordId);
	return { ...presentPerson(discordId, admin, rolesOf(user), user.account), plan, expiresAt, note, lastSeenAt };
}

/** An admin who is only in the settings. @param lastSeenAt null if not known */
export function presentAdmin(discordId: string, account: Account | undefined, lastSeenAt: number | null): ManagedUser {
	const person = presentPerson(discordId, true, [], account);
	return { ...person, plan: null, expiresAt: null, note: null, lastSeenAt };
}

export function rolesOf(user: User): GivenRole[] {
	return user.roles?.map(({ role }) => role) ?? [];
}

function presentPerson(
	discordId: string,
	admin: boolean,
	roles: readonly GivenRole[],
	account: Account | null | undefined,
) {
	return {
		discordId,
		client: admin ? ('false' as const) : ('true' as const),
		roles: [...roles, ...(admin ? (['admin'] as const) : [])],
		// Empty before the first sign-in: the bot knows ids only.
		username: account?.username || null,
		discriminator: account?.discriminator ?? '0',
		avatar: account?.avatar ?? null,
	};
}
