import type { Grant as Presented } from '@dropwire/contract';
import { Account, type Grant, Guild, type Knex, type User } from '@dropwire/db';
import { type GrantSubject, grantState } from '@dropwire/domain';
import type { Plan } from '@dropwire/domain/plans';

/** The grant that a row of the access list is. */
const MANUAL = 'manual-';

/** Whose row of the access list an id of a grant names; null for another grant. */
export function personIn(id: string): string | null {
	return id.startsWith(MANUAL) ? id.slice(MANUAL.length) : null;
}

/** A grant, before the name of its subject is known. */
type Unnamed = Omit<Presented, 'subjectName'>;

export function presentGrant(grant: Grant, plans: readonly Plan[], now: number): Unnamed {
	const { id, provider, externalId, subject, subjectId, plan, startsAt, endsAt } = grant;
	const { name = plan, rights = [] } = plans.find((one) => one.id === plan) ?? {};
	const state = grantState(grant, now);
	return {
		id: String(id),
		provider,
		externalId,
		subject,
		subjectId,
		plan,
		planName: name,
		rights,
		startsAt,
		endsAt,
		state,
	};
}

/** @param user with roles */
export function presentManual(user: User, plans: readonly Plan[], now: number): Unnamed {
	const { discordId, admin, plan: name, createdAt: startsAt, expiresAt: endsAt, roles = [] } = user;
	const isPremium = admin || roles.some(({ role }) => role === 'premium');
	return {
		id: MANUAL + discordId,
		provider: 'manual',
		externalId: discordId,
		subject: 'user',
		subjectId: discordId,
		plan: plans.find((plan) => plan.name === name)?.id ?? name,
		planName: name,
		rights: isPremium ? ['client', 'premium'] : ['client'],
		startsAt,
		endsAt,
		state: grantState({ startsAt, endsAt }, now),
	};
}

/** Adds the names of people and servers. */
export async function withNames(knex: Knex, grants: readonly Unnamed[]): Promise<Presented[]> {
	const ids = (kind: GrantSubject) => [
		...new Set(grants.flatMap(({ subject, subjectId }) => (subject === kind ? [subjectId] : []))),
	];
	const [accounts, guilds] = await Promise.all([
		Account.query(knex).findByIds(ids('user')).select('discordId', 'username'),
		Guild.query(knex).findByIds(ids('guild')).select('guildId', 'name'),
	]);
	const names = new Map([
		...accounts.map(({ discordId, username }) => [`user ${discordId}`, username] as const),
		...guilds.map(({ guildId, name }) => [`guild ${guildId}`, name] as const),
	]);
	return grants.map((grant) => ({ ...grant, subjectName: names.get(`${grant.subject} ${grant.subjectId}`) || null }));
}
