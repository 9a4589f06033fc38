import type { Database, Knex } from '@dropwire/db';
import { OPEN_STATUSES, WHY_LIMITS } from '@dropwire/domain';
import { dayOf } from '../why/spans.ts';
import { DeletionPacer } from './deletionPacer.ts';

const DAY = 86_400_000;
/** How long the Idempotency-Keys of links are kept, ms. Clients repeat or cancel a request within minutes. */
const LINK_REQUESTS_MS = DAY;
/** How long the times of a batch are kept that has no products any more, ms. A new one has none for a moment. */
const EMPTY_BATCH_MS = DAY;
/** Messages whose deliveries are deleted together. */
const MESSAGES = 100;

const NEVER = new AbortController().signal;

/**
 * Deletes data older than `days`: finished deliveries, then messages without deliveries, then events without messages.
 * Deletes audit log rows older than `auditDays`, expired sessions and share links, the Idempotency-Keys of links after a day, check
 * times without products, what checks found and held back, finished notices of watches, and resale prices that were last reported before then. No statement
 * deletes more than 1,000 rows or cascades to more. It can end after any statement, and several processes can prune at
 * the same time.
 * @param signal stops it after the current statement
 * @returns the number of deleted rows
 */
export async function prune(
	db: Pick<Database, 'knex' | 'dialect'>,
	days: number,
	{ auditDays, now = Date.now(), signal = NEVER }: { auditDays: number; now?: number; signal?: AbortSignal },
): Promise<number> {
	const { knex } = db;
	const before = now - days * DAY;
	const asked = Math.max(before, now - WHY_LIMITS.backMs);
	const pace = new DeletionPacer(db, signal);
	await knex('outcome_minutes').where('minute', '<', before).delete();
	return (
		(await pruneMessages(knex, pace, before)) +
		(await pruneEvents(knex, pace, before)) +
		(await pruneHolds(knex, pace, asked)) +
		(await pruneRows(pace, knex('check_spans').where('day', '<', dayOf(asked)), 'id')) +
		(await pruneRows(pace, knex('audit').where('at', '<', now - auditDays * DAY), 'id')) +
		(await pruneRows(pace, knex('sessions').where('expiresAt', '<', now), 'idHash')) +
		(await pruneRows(pace, knex('shared_setups').where('expiresAt', '<', now), 'id')) +
		(await pruneRows(pace, knex('link_requests').where('createdAt', '<', now - LINK_REQUESTS_MS), 'id')) +
		(await pruneRows(pace, emptyBatches(knex, now - EMPTY_BATCH_MS), 'id')) +
		(await pruneRows(pace, knex('watch_notices').where('queuedAt', '<', before).whereNot({ status: 'queued' }), 'id')) +
		(await pruneMarketPrices(knex, pace, before)) +
		(await pruneReminders(knex, pace, before))
	);
}

/** Deletes expired retailer tokens. */
export async function forgetExpired(
	db: Pick<Database, 'knex' | 'dialect'>,
	now = Date.now(),
	signal = NEVER,
): Promise<void> {
	const expired = db.knex('retailer_tokens').where('expiresAt', '<=', now);
	await pruneRows(new DeletionPacer(db, signal), expired, 'discordId');
}

async function pruneMessages(knex: Knex, pace: DeletionPacer, before: number): Promise<number> {
	const find = pager(knex('messages'), 'queuedAt', before);
	let deleted = 0;
	for (let ids = await pace.find(() => find(MESSAGES)); ids.length > 0; ids = await pace.find(() => find(MESSAGES))) {
		const finished = knex('deliveries')
			.whereIn('messageId', ids)
			.whereNotIn('status', [...OPEN_STATUSES]);
		deleted += await pruneRows(pace, finished, 'id');
		const empty = knex('messages')
			.whereIn('id', ids)
			.whereNotExists(knex('deliveries').whereRaw('?? = ??', ['deliveries.messageId', 'messages.id']));
		if (pace.stopped) return deleted;
		deleted += await pace.delete(ids.length, () => empty.delete());
	}
	return deleted;
}

async function pruneEvents(knex: Knex, pace: DeletionPacer, before: number): Promise<number> {
	const find = pager(knex('events'), 'at', before);
	let deleted = 0;
	for (let ids = await pace.find(() => find(pace.rows)); ids.length > 0; ids = await pace.find(() => find(pace.rows))) {
		if (pace.stopped) return deleted;
		// An event with a message stays, because deleting it would delete the message and its deliveries, too.
		const empty = knex('events')
			.whereIn('id', ids)
			.whereNotExists(knex('messages').whereRaw('?? = ??', ['messages.eventId', 'events.id']));
		deleted += await pace.delete(ids.length, () => empty.delete());
	}
	return deleted;
}

/** What held events back that are too old to be asked about. */
async function pruneHolds(knex: Knex, pace: DeletionPacer, before: number): Promise<number> {
	const first = await knex('events').where('at', '>=', before).orderBy('at').first('id');
	return first ? pruneRows(pace, knex('event_holds').where('eventId', '<', first.id), 'eventId') : 0;
}

/** Deletes all rows of a query. The deleting statement checks the query's condition again. */
async function pruneRows(pace: DeletionPacer, query: Knex.QueryBuilder, key: string): Promise<number> {
	let deleted = 0;
	while (!pace.stopped) {
		const limit = pace.rows;
		const keys: (string | number)[] = await pace.find(() => query.clone().limit(limit).pluck(key));
		if (keys.length === 0 || pace.stopped) return deleted;
		deleted += await pace.delete(keys.length, () => query.clone().whereIn(key, keys).delete());
		if (keys.length < limit) return deleted;
	}
	return deleted;
}

/** Prices that no monitor has reported again. A product has those of a few markets for each of its sizes. */
async function pruneMarketPrices(knex: Knex, pace: DeletionPacer, before: number): Promise<number> {
	let deleted = 0;
	while (!pace.stopped) {
		const old = knex('market_prices').where('observedAt', '<', before);
		const row = await pace.find(() => old.clone().orderBy('observedAt').first('brand', 'sku'));
		if (!row || pace.stopped) return deleted;
		deleted += await pace.delete(1, () => old.clone().where(row).delete());
	}
	return deleted;
}

/** What reminders were sent for; a minute has those of the releases that began together. */
async function pruneReminders(knex: Knex, pace: DeletionPacer, before: number): Promise<number> {
	let deleted = 0;
	while (!pace.stopped) {
		const old = knex('release_reminders').where('dueAt', '<', before);
		const row = await pace.find(() => old.clone().orderBy('dueAt').first('messageId'));
		if (!row || pace.stopped) return deleted;
		deleted += await pace.delete(1, () => old.clone().where(row).delete());
	}
	return deleted;
}

function emptyBatches(knex: Knex, before: number): Knex.QueryBuilder {
	return knex('check_batches')
		.where('checkedAt', '<', before)
		.whereNotExists(knex('product_batches').whereRaw('?? = ??', ['product_batches.batchId', 'check_batches.id']));
}

/** Returns the IDs of old rows, oldest first, each once: rows that are kept are not found again. */
function pager(table: Knex.QueryBuilder, time: string, before: number): (limit: number) => Promise<number[]> {
	let last = { id: 0, at: 0 };
	return async (limit) => {
		const rows: (typeof last)[] = await table
			.clone()
			.whereBetween(time, [last.at, before - 1])
			.whereNot((done) => void done.where(time, last.at).where('id', '<=', last.id))
			.orderBy([time, 'id'])
			.limit(limit)
			.select('id', `${time} as at`);
		last = rows.at(-1) ?? last;
		return rows.map(({ id }) => id);
	};
}
