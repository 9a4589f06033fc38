import type { Database } from '@dropwire/db';
import { OPEN_STATUSES } from '@dropwire/db/topics';

const DAY = 86_400_000;
/** Rows deleted by one statement: small, so that nobody waits for it. */
const BATCH = 500;

/**
 * Deletes what is older than `days`: finished messages with their deliveries, events, and sessions past their end.
 * @returns how many rows went
 */
export async function prune(db: Database, days: number, now = Date.now()): Promise<number> {
	const before = now - days * DAY;
	const { knex } = db;
	const oldMessages = () =>
		knex('messages')
			.where('queuedAt', '<', before)
			.whereNotExists(
				knex('deliveries')
					.whereRaw('?? = ??', ['deliveries.messageId', 'messages.id'])
					.whereIn('status', [...OPEN_STATUSES]),
			)
			.limit(BATCH)
			.pluck('id');
	const oldEvents = () => knex('events').where('at', '<', before).limit(BATCH).pluck('id');
	const oldSessions = () => knex('sessions').where('expiresAt', '<', now).limit(BATCH).pluck('idHash');
	return (
		(await inBatches(oldMessages, (ids) => knex('messages').whereIn('id', ids).delete())) +
		(await inBatches(oldEvents, (ids) => knex('events').whereIn('id', ids).delete())) +
		(await inBatches(oldSessions, (ids) => knex('sessions').whereIn('idHash', ids).delete()))
	);
}

/** Drops the retailer tokens that have expired. */
export async function forgetExpired(db: Database, now = Date.now()): Promise<void> {
	await db.knex('retailer_tokens').where('expiresAt', '<=', now).delete();
}

async function inBatches<T>(find: () => PromiseLike<T[]>, remove: (ids: T[]) => PromiseLike<number>): Promise<number> {
	let gone = 0;
	for (;;) {
		const ids = await find();
		if (ids.length > 0) gone += await remove(ids);
		if (ids.length < BATCH) return gone;
	}
}
