import { type Knex, paidServersOf, readServerGrants } from '@dropwire/db';
import { type Access, accessOf, type GivenRole, watchLimit } from '@dropwire/domain';
import type { Plan } from '@dropwire/domain/plans';

/** What limits the watches of a person, from the settings: a watch beyond the limit gets no notices. */
export interface WatchRights {
	/** WATCHES_PER_MEMBER. */
	watchesPerMember: number;
	admins: readonly string[];
	plans: readonly Plan[];
}

/** Of a person's watches, those that want their notices now, and why others do not; those that were deleted are in neither. */
export interface WantedWatches {
	wanted: ReadonlySet<number>;
	unwanted: ReadonlyMap<number, 'muted' | 'snoozed' | 'over_limit'>;
}

/** @param ids watches, of which those of other people count as deleted */
export async function readWanted(
	knex: Knex,
	discordId: string,
	ids: readonly number[],
	options: WatchRights,
	now: number,
): Promise<WantedWatches> {
	const rights = await rightsOf(knex, discordId, options, now);
	const limit = watchLimit(rights, options.watchesPerMember, now);
	const beyond = await knex('watches').where({ discordId }).orderBy('id').offset(limit).first('id');
	const watches: { id: number; muted: boolean; snoozedUntil: number | null }[] = await knex('watches')
		.whereIn('id', [...ids])
		.where({ discordId })
		.select('id', 'muted', 'snoozedUntil');
	const wanted = new Set<number>();
	const unwanted = new Map<number, 'muted' | 'snoozed' | 'over_limit'>();
	for (const { id, muted, snoozedUntil } of watches) {
		if (muted) unwanted.set(id, 'muted');
		else if ((snoozedUntil ?? 0) > now) unwanted.set(id, 'snoozed');
		else if (beyond && id >= beyond.id) unwanted.set(id, 'over_limit');
		else wanted.add(id);
	}
	return { wanted, unwanted };
}

/** What the person has by all of their grants; null for a person without one. */
async function rightsOf(
	knex: Knex,
	discordId: string,
	{ admins, plans }: WatchRights,
	now: number,
): Promise<Access | null> {
	const [user, roles, own, servers] = await Promise.all([
		knex('users').where({ discordId }).first('admin', 'expiresAt'),
		knex('user_roles').where({ discordId }).pluck('role') as Promise<GivenRole[]>,
		knex('grants').where({ subject: 'user', subjectId: discordId }).whereNull('endedAt'),
		paidServersOf(knex, discordId),
	]);
	const admin = Boolean(user?.admin) || admins.includes(discordId);
	const listed =
		user || admin ? { admin, roles, plan: null, expiresAt: admin ? null : (user?.expiresAt ?? null) } : null;
	return accessOf(listed, [...own, ...(await readServerGrants(knex, servers))], plans, now);
}
