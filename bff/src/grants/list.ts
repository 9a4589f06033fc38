import { Grant, type Knex, tableByIndex, User } from '@dropwire/db';
import { GRANT_SUBJECTS, GRANTS_PAGE } from '@dropwire/domain';
import type { Plan } from '@dropwire/domain/plans';
import type { Grant as Presented } from '@dropwire/contract';
import { personIn, presentGrant, presentManual, withNames } from './present.ts';

/** Whose grants are listed; null for everybody's. */
export type Subjects = readonly string[] | null;

/**
 * A page of grants, newest first: rows of the access list and of `grants`. Of those that began in the same millisecond,
 * those of the access list come first.
 */
export async function listGrants(
	knex: Knex,
	{ subjects, cursor, plans }: { subjects: Subjects; cursor: string | undefined; plans: readonly Plan[] },
	now: number,
): Promise<{ data: Presented[]; nextCursor: string | null }> {
	const [startsAt = 0, last = ''] = cursor === undefined ? [] : [Number(cursor.split('-')[0]), cursor.split('-')[1]];
	// Ids of Discord have more digits than ours.
	const isPerson = last.length > 15;
	const people = User.query(knex)
		.withGraphFetched('roles')
		.orderBy([
			{ column: 'createdAt', order: 'desc' },
			{ column: 'discordId', order: 'desc' },
		])
		.limit(GRANTS_PAGE + 1);
	const bought = Grant.query(knex)
		.from(tableByIndex(knex, 'grants', subjects ? 'grants_subject_index' : 'grants_newest_index'))
		.orderBy([
			{ column: 'startsAt', order: 'desc' },
			{ column: 'id', order: 'desc' },
		])
		.limit(GRANTS_PAGE + 1);
	if (subjects) {
		void people.whereIn('discordId', [...subjects]);
		void bought.whereIn('subject', GRANT_SUBJECTS).whereIn('subjectId', [...subjects]);
	}
	if (cursor !== undefined) {
		void people.where('createdAt', isPerson ? '<=' : '<', startsAt);
		if (isPerson) void people.where((is) => void is.where('createdAt', '<', startsAt).orWhere('discordId', '<', last));
		void bought.where('startsAt', '<=', startsAt);
		if (!isPerson) void bought.where((is) => void is.where('startsAt', '<', startsAt).orWhere('id', '<', Number(last)));
	}
	const [listed, paid] = await Promise.all([people, bought]);
	const all = [
		...listed.map((user) => presentManual(user, plans, now)),
		...paid.map((grant) => presentGrant(grant, plans, now)),
	].sort((a, b) => b.startsAt - a.startsAt);
	const page = all.slice(0, GRANTS_PAGE);
	const end = page.at(-1);
	const nextCursor = end && all.length > page.length ? `${end.startsAt}-${personIn(end.id) ?? end.id}` : null;
	return { data: await withNames(knex, page), nextCursor };
}
