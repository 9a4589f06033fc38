import type { Database, Knex } from '@dropwire/db';
import { type DeliveryStatus, OPEN_STATUSES } from '@dropwire/db/topics';

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

const CHUNK = 200;
const REASON_LENGTH = 255;

/** Writes what became of a batch of deliveries, in one transaction and a few statements whatever their number. */
export async function record(db: Database, { worker, finished, released, dead }: Batch): Promise<void> {
	const now = Date.now();
	await db.transaction(async (trx) => {
		for (const rows of chunks(finished)) {
			await recordDeliveries(trx, rows);
			await recordHealth(trx, rows, now);
		}
		for (const rows of chunks(released)) await release(trx, worker, rows);
		for (const { webhookId, reason } of dead) await switchOff(trx, webhookId, reason, now);
	});
}

async function recordDeliveries(trx: Knex.Transaction, rows: readonly Finished[]): Promise<void> {
	const ids = rows.map((row) => row.deliveryId);
	const column = (pick: (row: Finished) => string | number | null) =>
		byId(trx, 'id', rows, (row) => row.deliveryId, pick);
	await trx('deliveries')
		.whereIn('id', ids)
		.update({
			status: column((row) => row.status),
			attempts: column((row) => row.attempts),
			reason: column((row) => row.reason?.slice(0, REASON_LENGTH) ?? null),
			sentAt: column((row) => row.sentAt),
			discordMessageId: column((row) => row.discordMessageId),
		});
}

/** A webhook has one delivery under way at a time, so at most one of a batch is its newest. */
async function recordHealth(trx: Knex.Transaction, rows: readonly Finished[], now: number): Promise<void> {
	const fine = rows.filter((row) => row.status === 'sent');
	const rest = rows.filter((row) => row.status !== 'sent');
	if (fine.length > 0) {
		await trx('webhooks')
			.whereIn(
				'id',
				fine.map((row) => row.webhookId),
			)
			.update({ lastStatus: 'sent', lastReason: null, lastAt: now });
	}
	if (rest.length > 0) {
		const column = (pick: (row: Finished) => string | null) => byId(trx, 'id', rest, (row) => row.webhookId, pick);
		await trx('webhooks')
			.whereIn(
				'id',
				rest.map((row) => row.webhookId),
			)
			.update({
				lastStatus: column((row) => row.status),
				lastReason: column((row) => row.reason?.slice(0, REASON_LENGTH) ?? null),
				lastAt: now,
			});
	}
}

async function release(trx: Knex.Transaction, worker: string, rows: Batch['released']): Promise<void> {
	const ids = rows.map((row) => row.webhookId);
	const paused = rows.some((row) => row.pausedUntil > 0);
	await trx('webhooks')
		.whereIn('id', ids)
		.where({ claimedBy: worker })
		.update({
			claimedBy: null,
			leaseUntil: 0,
			pausedUntil: paused
				? byId(
						trx,
						'id',
						rows,
						(row) => row.webhookId,
						(row) => row.pausedUntil,
					)
				: 0,
		});
}

/** From here on it is not called again, and what waited for it says why it was not sent. */
async function switchOff(trx: Knex.Transaction, webhookId: number, reason: string, now: number): Promise<void> {
	const offReason = reason.slice(0, REASON_LENGTH);
	await trx('webhooks')
		.where({ id: webhookId })
		.update({ active: false, offReason, offAt: now, claimedBy: null, leaseUntil: 0 });
	await trx('deliveries')
		.where({ webhookId })
		.whereIn('status', [...OPEN_STATUSES])
		.update({ status: 'failed', reason: offReason });
}

/** `case id when 1 then … end`: another value for each row in one statement, understood by both databases. */
function byId<Row>(
	trx: Knex.Transaction,
	column: string,
	rows: readonly Row[],
	id: (row: Row) => number,
	pick: (row: Row) => string | number | null,
): Knex.Raw {
	const bindings = rows.flatMap((row) => [id(row), pick(row)]);
	return trx.raw(`case ?? ${'when ? then ? '.repeat(rows.length)}end`, [column, ...bindings] as Knex.RawBinding[]);
}

function* chunks<T>(items: readonly T[]): Generator<readonly T[]> {
	for (let at = 0; at < items.length; at += CHUNK) yield items.slice(at, at + CHUNK);
}
