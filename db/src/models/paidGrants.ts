import type { PaidGrant } from '@dropwire/domain';
import type { Knex } from 'knex';
import type { StoredRow } from './tables.ts';

/**
 * A column for statements that read one row per person: those of the person's own grants whose end was not carried out,
 * and of the others the latest that had begun. `readOwnGrants` reads it.
 * @param id the SQL of the person's Discord id
 */
export function ownGrants(id: string): string {
	const own = `from grants g where g.subject = 'user' and g.subjectId = ${id}`;
	const terms = "concat(g.plan, ' ', g.startsAt, ' ', coalesce(g.endsAt, ''))";
	return `concat_ws(',', (select group_concat(${terms}) ${own} and g.endedAt is null),
		(select ${terms} ${own} and g.endedAt is not null and g.endsAt > g.startsAt order by g.endsAt desc limit 1))`;
}

/** Reads the column `ownGrants`. */
export function readOwnGrants(column: string | null): PaidGrant[] {
	if (!column) return [];
	return column.split(',').map((text) => {
		const [plan = '', startsAt, endsAt] = text.split(' ');
		return { plan, startsAt: Number(startsAt), endsAt: endsAt ? Number(endsAt) : null };
	});
}

/** Those of servers' grants whose end was not carried out, and of each server's others the latest that had begun. */
export async function readServerGrants(
	knex: Knex,
	guildIds: readonly string[],
): Promise<Pick<StoredRow<'grants'>, 'subjectId' | 'plan' | 'startsAt' | 'endsAt'>[]> {
	if (guildIds.length === 0) return [];
	const ofServers = () => knex('grants').where({ subject: 'guild' }).whereIn('subjectId', guildIds);
	const over = ofServers().whereNotNull('endedAt').where('endsAt', '>', knex.ref('startsAt'));
	const latest = over.groupBy('subjectId').select('subjectId').max('endsAt');
	return ofServers()
		.where((some) => void some.whereNull('endedAt').orWhereIn(['subjectId', 'endsAt'], latest))
		.select('subjectId', 'plan', 'startsAt', 'endsAt');
}

/** The servers that a person managed when that was last read, and that have or had a grant. */
export async function paidServersOf(knex: Knex, discordId: string): Promise<string[]> {
	return knex('guild_managers')
		.where({ discordId })
		.whereExists((some) => {
			void some.from('grants').where({ subject: 'guild' }).whereRaw('subjectId = guild_managers.guildId');
		})
		.pluck('guildId');
}
