import { type Knex, openDeliveries } from '@dropwire/db';

/** The oldest ids of which the time is read: ids are in the order of queueing, but for those that are sent again. */
const OLDEST = 100;

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
