import { BROADCAST_LIST, databaseClock, type Knex } from '@dropwire/db';
import { chunks, OPEN_STATUSES } from '@dropwire/domain';
import { OPERATORS_OWN } from './subscriptions/choose.ts';
import type { WebhookRange } from './subscriptions/match.ts';

/** Deliveries per statement. */
const CHUNK = 500;

export interface Edits {
	/** The message with the new state. */
	messageId: number;
	/** The product's messages that can be edited. */
	earlier: readonly number[];
	/** Epoch ms. */
	queuedAt: number;
	/** See `LivingPace`. */
	gapsMs: readonly number[];
}

/**
 * Queues the edits of the product's earlier messages: one for each webhook of the range that got one of them and whose
 * delivery did not fail, whatever the webhook is subscribed to. An edit that was not begun yet is replaced. Channels of
 * a paused guild, disabled webhooks and owners who paused all their subscriptions of the webhook get none.
 */
export async function insertEdits(trx: Knex.Transaction, edits: Edits, range: WebhookRange): Promise<void> {
	await deleteReplaced(trx, edits, range);
	const { messageId, earlier, queuedAt } = edits;
	const paused = trx('guilds').whereNotNull('pausedAt').select('guildId');
	const rows = trx
		.from(newestChains(trx, edits, range).as('n'))
		.where('n.place', 1)
		.join('deliveries as o', 'o.id', 'n.original')
		.whereIn('o.messageId', earlier)
		.join('webhooks as w', 'w.id', 'n.webhookId')
		.where('w.active', 1)
		.where((served) => void served.whereNull('o.guildId').orWhereNotIn('o.guildId', paused))
		.where((held) => void held.whereNotExists(subscribed(trx, 1)).orWhereExists(subscribed(trx, 0)))
		.orderBy('n.webhookId')
		.select(
			trx.raw('?', [messageId]),
			'n.webhookId',
			'o.topicId',
			'o.guildId',
			'o.target',
			trx.raw(`'pending'`),
			trx.raw('?', [queuedAt]),
			'n.original',
			notBefore(trx, edits),
			'o.overlay',
			'o.variant',
		);
	const columns = [
		'messageId',
		'webhookId',
		'topicId',
		'guildId',
		'target',
		'status',
		'queuedAt',
		'editOf',
		'notBefore',
		'overlay',
		'variant',
	];
	await trx(trx.raw(`?? (${columns.map(() => '??').join(', ')})`, ['deliveries', ...columns])).insert(rows);
}

/**
 * The end of a slice of the webhooks that have one of the messages: between `after` and this ID are at most `size` of
 * each message.
 * @returns null if fewer are left
 */
export async function editsEnd(
	trx: Knex.Transaction,
	earlier: readonly number[],
	after: number,
	size: number,
): Promise<number | null> {
	const ends: number[] = [];
	for (const messageId of earlier) {
		const row = await trx('deliveries')
			.where({ messageId })
			.where('webhookId', '>', after)
			.orderBy('webhookId')
			.offset(size - 1)
			.first('webhookId');
		if (row?.webhookId) ends.push(row.webhookId);
	}
	return ends.length === 0 ? null : Math.min(...ends);
}

/**
 * Deletes the edits that wait, so that only the newest state is kept. An edit that a process may have in memory stays:
 * it is sent, and the new one after it. If it were deleted, it would not be counted.
 */
async function deleteReplaced(trx: Knex.Transaction, { earlier }: Edits, range: WebhookRange): Promise<void> {
	const waiting: { id: number; webhookId: number }[] = await inRange(
		trx('deliveries').whereIn('messageId', earlier),
		range,
		'webhookId',
	)
		.whereNotNull('editOf')
		.whereIn('status', [...OPEN_STATUSES])
		.orderBy('webhookId')
		.select('id', 'webhookId');
	for (const some of chunks(waiting, CHUNK)) {
		const idle = trx('webhooks')
			.whereIn('id', [...new Set(some.map(({ webhookId }) => webhookId))])
			.whereNull('claimedBy')
			.orderBy('id');
		// Locked, so that no process claims one of them before this transaction ends.
		const idleIds: number[] = await (isMysql(trx) ? idle.forUpdate() : idle).pluck('id');
		await trx('deliveries')
			.whereIn(
				'id',
				some.map(({ id }) => id),
			)
			.whereIn('status', [...OPEN_STATUSES])
			.where(
				(unclaimed) =>
					void unclaimed.whereIn('webhookId', idleIds).orWhere('notBefore', '>', databaseClock({ knex: trx })),
			)
			.delete();
	}
}

/**
 * By webhook and original delivery: the number of its edits, and when the last one was sent. `place` is 1 for the
 * webhook's newest original, for each owner whose options make it a message of its own.
 */
function newestChains(trx: Knex.Transaction, { earlier, queuedAt }: Edits, range: WebhookRange): Knex.QueryBuilder {
	const original = trx.raw('coalesce(??, ??)', ['editOf', 'id']);
	const chains = inRange(trx('deliveries').whereIn('messageId', earlier), range, 'webhookId')
		.whereNotIn('status', ['failed', 'expired'])
		.groupBy('webhookId', 'variant', original)
		.select(
			'webhookId',
			'variant',
			trx.raw('? as ??', [original, 'original']),
			trx.raw('sum(case when ?? is null then 0 else 1 end) as ??', ['editOf', 'edits']),
			// One that a process is sending counts as sent now.
			trx.raw('max(case when ?? is null then null else coalesce(??, ?) end) as ??', [
				'editOf',
				'sentAt',
				queuedAt,
				'lastAt',
			]),
		);
	return trx
		.from(chains.as('c'))
		.select('webhookId', 'original', 'edits', 'lastAt')
		.rowNumber('place', (over) => void over.partitionBy(['webhookId', 'variant']).orderBy('original', 'desc'));
}

/** The subscriptions through which the owner of the message `o` gets its product's messages at that webhook. */
function subscribed(trx: Knex.Transaction, paused: 0 | 1): Knex.QueryBuilder {
	return trx('subscriptions as s')
		.leftJoin('guild_channels as c', 'c.id', 's.guildChannelId')
		.whereRaw('?? = ??', ['s.webhookId', 'n.webhookId'])
		.whereRaw('(?? = ? or ?? = ??)', ['s.list', BROADCAST_LIST, 's.topicId', 'o.topicId'])
		.whereRaw(`(?? = '' or ?? = coalesce(??, ?))`, ['o.variant', 'o.variant', 'c.guildId', OPERATORS_OWN])
		.where('s.paused', paused)
		.select(trx.raw('1'));
}

/** When the edit can be sent, by the database's clock: at once, or after the pause that follows the last edit. */
function notBefore(trx: Knex.Transaction, { gapsMs, queuedAt }: Edits): Knex.Raw {
	const cases = gapsMs.map((gap, index) => `when ${index + 1} then ${Math.ceil(gap)}`).join(' ');
	const gap = `(case n.edits ${cases} else ${Math.ceil(gapsMs.at(-1) ?? 0)} end)`;
	const wait = `${gap} - (? - ??)`;
	return trx.raw(`case when n.edits = 0 or ${wait} <= 0 then 0 else ? + ${wait} end`, [
		queuedAt,
		'n.lastAt',
		databaseClock({ knex: trx }),
		queuedAt,
		'n.lastAt',
	]);
}

function isMysql(trx: Knex.Transaction): boolean {
	return trx.client.dialect === 'mysql';
}

function inRange(query: Knex.QueryBuilder, { after, upTo }: WebhookRange, column: string): Knex.QueryBuilder {
	void query.where(column, '>', after);
	if (upTo !== null) void query.where(column, '<=', upTo);
	return query;
}
