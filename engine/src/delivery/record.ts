import type { Database, Knex } from '@dropwire/db';
import { type DeliveryStatus, OPEN_STATUSES } from '@dropwire/db/topics';
import { REASON_LENGTH, switchOff } from './switchOff.ts';

/** What is to be written about one delivery and its webhook. */
export interface Finished {
	deliveryId: number;
	webhookId: number;
	status: DeliveryStatus;
	attempts: number;
	reason: string | null;
	sentAt: number | null;
	discordMessageId: string | null;
}

export interface Batch {
	/** The process that writes; it lets go only of what is still its own. */
	worker: string;
	finished: readonly Finished[];
	/** Webhooks that this process lets go, and until when nobody may send to them. */
	released: readonly { webhookId: number; pausedUntil: number }[];
	/** Webhooks that Discord will never take anything for again. */
	dead: readonly { webhookId: number; reason: string }[];
}

/** Rows that one statement tells apart: its cost grows with the square. */
const CHUNK = 256;

/** Writes what became of a batch of deliveries, in one transaction and a few statements whatever their number. */
export async function record(db: Database, { worker, finished, released, dead }: Batch): Promise<void> {
	const now = Date.now();
	const letGo = new Set(released.filter(({ pausedUntil }) => pausedUntil === 0).map(({ webhookId }) => webhookId));
	const sent = finished.filter(({ status }) => status === 'sent');
	await db.transaction(async (trx) => {
		for (const rows of chunks(sent)) await recordSent(trx, rows);
		for (const rows of chunks(finished.filter(({ status }) => status !== 'sent'))) await recordOthers(trx, rows, now);
		// Most webhooks have one message at a time: it was sent, and they are let go, in one statement.
		const healthy = { lastStatus: 'sent', lastReason: null, lastAt: now };
		const free = { claimedBy: null, leaseUntil: 0, pausedUntil: 0 };
		const done = sent.map(({ webhookId }) => webhookId);
		const both = done.filter((id) => letGo.has(id));
		await updateWebhooks(trx, both, { ...healthy, ...free }, worker);
		await updateWebhooks(
			trx,
			done.filter((id) => !letGo.has(id)),
			healthy,
			null,
		);
		for (const id of both) letGo.delete(id);
		await updateWebhooks(trx, [...letGo], free, worker);
		for (const rows of chunks(released.filter(({ pausedUntil }) => pausedUntil > 0))) await pause(trx, worker, rows);
		for (const { webhookId, reason } of dead) await switchOff(trx, [webhookId], reason, now);
	});
}

/** Sent is sent: only the time and Discord's id differ from row to row. */
async function recordSent(trx: Knex.Transaction, rows: readonly Finished[]): Promise<void> {
	for (const [attempts, same] of Map.groupBy(rows, (row) => row.attempts)) {
		const id = (row: Finished) => row.deliveryId;
		await trx('deliveries')
			.whereIn('id', same.map(id))
			.update({
				status: 'sent',
				reason: null,
				attempts,
				sentAt: byId(trx, same, id, (row) => row.sentAt),
				discordMessageId: byId(trx, same, id, (row) => row.discordMessageId),
			});
	}
}

async function recordOthers(trx: Knex.Transaction, rows: readonly Finished[], now: number): Promise<void> {
	const deliveryId = (row: Finished) => row.deliveryId;
	const webhookId = (row: Finished) => row.webhookId;
	const reason = (row: Finished) => row.reason?.slice(0, REASON_LENGTH) ?? null;
	await trx('deliveries')
		.whereIn('id', rows.map(deliveryId))
		// Another process that took the webhook over may have sent it: what is sent stays sent.
		.whereIn('status', [...OPEN_STATUSES])
		.update({
			status: byId(trx, rows, deliveryId, (row) => row.status),
			attempts: byId(trx, rows, deliveryId, (row) => row.attempts),
			reason: byId(trx, rows, deliveryId, reason),
		});
	// A webhook has one delivery under way at a time, so at most one of a batch is its newest.
	await trx('webhooks')
		.whereIn('id', rows.map(webhookId))
		.update({
			lastStatus: byId(trx, rows, webhookId, (row) => row.status),
			lastReason: byId(trx, rows, webhookId, reason),
			lastAt: now,
		});
}

/** @param worker lets the change happen only where the webhook is still this process's; null everywhere */
async function updateWebhooks(
	trx: Knex.Transaction,
	ids: readonly number[],
	change: object,
	worker: string | null,
): Promise<void> {
	if (ids.length === 0) return;
	const query = trx('webhooks').whereIn('id', ids);
	if (worker !== null) void query.where({ claimedBy: worker });
	await query.update(change);
}

async function pause(trx: Knex.Transaction, worker: string, rows: Batch['released']): Promise<void> {
	const id = (row: Batch['released'][number]) => row.webhookId;
	await trx('webhooks')
		.whereIn('id', rows.map(id))
		.where({ claimedBy: worker })
		.update({ claimedBy: null, leaseUntil: 0, pausedUntil: byId(trx, rows, id, (row) => Math.ceil(row.pausedUntil)) });
}

/**
 * `case id when 1 then … end`: another value for each row in one statement, understood by both databases. Whole numbers
 * and ids of digits stand in the statement itself, since binding thousands of them costs more than the statement.
 */
function byId<Row>(
	trx: Knex.Transaction,
	rows: readonly Row[],
	id: (row: Row) => number,
	pick: (row: Row) => string | number | null,
): Knex.Raw {
	const bindings: string[] = [];
	const literal = (value: string | number | null) => {
		if (value === null) return 'null';
		if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
		if (typeof value === 'string' && /^\d{1,20}$/.test(value)) return `'${value}'`;
		bindings.push(String(value));
		return '?';
	};
	const cases = rows.map((row) => `when ${id(row)} then ${literal(pick(row))}`);
	return trx.raw(`case id ${cases.join(' ')} end`, bindings);
}

function* chunks<T>(items: readonly T[]): Generator<readonly T[]> {
	for (let at = 0; at < items.length; at += CHUNK) yield items.slice(at, at + CHUNK);
}
