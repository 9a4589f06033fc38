import type { Overview } from '@dropwire/contract';
import type { Knex } from '@dropwire/db';

/** How many members watch products, how many watches there are, and how many members the bot cannot reach: numbers only. */
export async function countWatches(knex: Knex): Promise<Overview['watching']> {
	const [[watches], [members], [unreachable]] = await Promise.all([
		knex('watches').count<Count[]>({ count: '*' }),
		knex('watches').countDistinct<Count[]>({ count: 'discordId' }),
		knex('watch_places').where('unreachableUntil', '>', 0).count<Count[]>({ count: '*' }),
	]);
	return {
		members: members?.count ?? 0,
		watches: watches?.count ?? 0,
		unreachable: unreachable?.count ?? 0,
	};
}

interface Count {
	count: number;
}
