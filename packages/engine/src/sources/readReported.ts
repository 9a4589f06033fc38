import type { Knex } from '@dropwire/db';
import type { SourceState } from '../watch/freshness/freshness.ts';

export type Place = Pick<SourceState, 'source' | 'region'>;
export const placeOf = ({ source, region }: Place) => `${source} ${region}`;
type Reported = Blocked & { reportedAt: number };

/**
 * What external monitors last reported about these sources, by place: one seek in an index for the latest
 * report of each, and a read of the products that are blocked now.
 */
export async function readReported(knex: Knex, places: readonly Place[]): Promise<Map<string, Reported>> {
	const reported = new Map<string, Reported>();
	if (places.length === 0) return reported;
	const latest = places.map(({ source, region }) =>
		knex
			.from(
				knex('products')
					.where('source', source)
					.where('region', region)
					.whereNull('blockedSince')
					.orderBy('checkedAt', 'desc')
					.limit(1)
					.select('source', 'region', 'checkedAt')
					.as('latest'),
			)
			.select('source', 'region', 'checkedAt'),
	);
	const [first, ...others] = latest as [Knex.QueryBuilder, ...Knex.QueryBuilder[]];
	const reports: (Place & { checkedAt: number })[] = await first.unionAll(others);
	const none = { blocked: 0, blockedSince: null, blockedReason: null };
	for (const row of reports) reported.set(placeOf(row), { reportedAt: row.checkedAt, ...none });
	for (const [place, { checkedAt, ...blocked }] of await readBlocked(knex, places)) {
		const reportedAt = Math.max(reported.get(place)?.reportedAt ?? 0, checkedAt, blocked.blockedSince ?? 0);
		reported.set(place, { reportedAt, ...blocked });
	}
	return reported;
}

type Blocked = Pick<SourceState, 'blocked' | 'blockedSince' | 'blockedReason'>;

/** The products that are blocked now in these places, by place, with the time of the latest check or report of one. */
export async function readBlocked(
	knex: Knex,
	places: readonly Place[],
): Promise<Map<string, Blocked & { checkedAt: number }>> {
	if (places.length === 0) return new Map();
	const blocked: (Place & { count: number; since: number; checkedAt: number; reason: string })[] = await knex(
		'products',
	)
		.whereIn('source', [...new Set(places.map(({ source }) => source))])
		.whereIn('region', [...new Set(places.map(({ region }) => region))])
		.whereNotNull('blockedSince')
		.groupBy('source', 'region')
		.select('source', 'region')
		.count({ count: '*' })
		.min({ since: 'blockedSince' })
		.max({ checkedAt: 'checkedAt', reason: 'blockedReason' });
	return new Map(
		blocked.map(({ count, since, checkedAt, reason, ...place }) => [
			placeOf(place),
			{ blocked: count, blockedSince: since, blockedReason: reason, checkedAt },
		]),
	);
}
