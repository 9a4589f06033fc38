import { type Knex, openDeliveries } from '@dropwire/db';

/** The oldest ids of which the time is read: ids are in the order of queueing, but for those that are sent again. */
const OLDEST = 100;

/** An edit is due since the end of its pause; everything else since it was queued. */
const DUE_SINCE = ['d.notBefore', 'd.queuedAt', 'd.status', 'pending', 'd.notBefore', 'd.queuedAt'];

interface Open {
	count: number;
	retrying: number;
	oldestAt: number | null;
}

/**
 * The numbers of open deliveries and of those that have been tried, and since when the oldest of them has been due, epoch ms. Edits that are held back on
 * purpose do not count: they have not been tried and have a time.
 */
export async function readOpen(knex: Knex, now: number): Promise<Open> {
	const open = () =>
		openDeliveries(knex).whereNot((held) => void held.where('status', 'pending').where('notBefore', '>', now));
	const counts: { status: string; count: number }[] = await open()
		.groupBy('status')
		.select('status')
		.count({ count: '*' });
	const count = counts.reduce((sum, one) => sum + one.count, 0);
	const retrying = counts.find(({ status }) => status === 'retrying')?.count ?? 0;
	if (count === 0) return { count, retrying, oldestAt: null };
	const oldest = await knex
		.from(open().orderBy('id').limit(OLDEST).select('id').as('o'))
		.join('deliveries as d', 'd.id', 'o.id')
		.min({ at: knex.raw('case when ?? > ?? and ?? = ? then ?? else ?? end', DUE_SINCE) })
		.first();
	const at: unknown = oldest?.['at'];
	return { count, retrying, oldestAt: typeof at === 'number' ? at : null };
}
