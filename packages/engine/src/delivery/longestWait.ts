import { type Knex, openDeliveries } from '@dropwire/db';

/**
 * The longest waits of messages that were not tried yet, and of those that were, ms. Those of webhooks that wait alone, as
 * Discord ordered, do not count. Reads the open deliveries once.
 */
export async function readLongestWait(knex: Knex, now: number): Promise<{ untriedMs: number; triedMs: number }> {
	const isMysql = knex.client.dialect === 'mysql';
	const rows: { status: string; since: number }[] = await openDeliveries(knex, 'd')
		// Both databases keep the order of this join: webhooks are many, and open deliveries mostly few.
		.joinRaw(`${isMysql ? 'straight_join' : 'cross join'} ?? as ?? on ?? = ??`, [
			'webhooks',
			'w',
			'w.id',
			'd.webhookId',
		])
		.whereNot((held) => void held.where('d.status', 'pending').where('d.notBefore', '>', now))
		// Discord has not ordered the pause between two attempts of a message, and the messages behind it wait too.
		.where((sendable) => void sendable.where('w.pausedUntil', '<=', now).orWhereExists(retryingAt(knex, 'w.id')))
		.where((sendable) => void sendable.whereNull('d.editOf').orWhere('w.editsPausedUntil', '<=', now))
		.groupBy('d.status')
		.select('d.status')
		.min({ since: dueAt(knex) });
	const longest = (status: string) =>
		Math.max(0, ...rows.filter((row) => row.status === status).map(({ since }) => now - since));
	return { untriedMs: longest('pending'), triedMs: longest('retrying') };
}

function retryingAt(knex: Knex, webhookId: string): Knex.QueryBuilder {
	return openDeliveries(knex, 'r').where('r.status', 'retrying').whereRaw('?? = ??', ['r.webhookId', webhookId]);
}

/** When a delivery was queued. An edit that was not tried yet is due at the end of its pause. */
function dueAt(knex: Knex): Knex.Raw {
	return knex.raw(`case when ?? = 'pending' and ?? > ?? then ?? else ?? end`, [
		'd.status',
		'd.notBefore',
		'd.queuedAt',
		'd.notBefore',
		'd.queuedAt',
	]);
}
