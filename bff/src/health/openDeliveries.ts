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

/**
 * The longest waits of messages that were not tried yet, and of those that were, ms. Those of webhooks that wait alone, as
 * Discord ordered, do not count.
 */
export async function readLongestWait(knex: Knex, now: number): Promise<{ untriedMs: number; triedMs: number }> {
	const rows: { status: string; queuedAt: number; notBefore: number }[] = await openDeliveries(knex, 'd')
		.join('webhooks as w', 'w.id', 'd.webhookId')
		.whereNot((held) => void held.where('d.status', 'pending').where('d.notBefore', '>', now))
		.where('w.pausedUntil', '<=', now)
		.where((sendable) => void sendable.whereNull('d.editOf').orWhere('w.editsPausedUntil', '<=', now))
		.orderBy('d.id')
		.limit(OLDEST)
		.select('d.status', 'd.queuedAt', 'd.notBefore');
	const longest = (own: typeof rows) => Math.max(0, ...own.map((row) => now - Math.max(row.queuedAt, dueAt(row))));
	return {
		untriedMs: longest(rows.filter(({ status }) => status === 'pending')),
		triedMs: longest(rows.filter(({ status }) => status !== 'pending')),
	};
}

/** An edit that was not tried yet is due at the end of its pause. */
function dueAt({ status, notBefore }: { status: string; notBefore: number }): number {
	return status === 'pending' ? notBefore : 0;
}
