import type { Database, Knex } from '@dropwire/db';
import { chunks, OPEN_STATUSES } from '@dropwire/domain';
import { type DeliveryKey, ownRows, type StoredKey } from '../webhooks/deliveryKey.ts';
import type { EncodedBody, Job, Outgoing } from './lane.ts';

/** IDs per statement, within the limits of both databases. */
const CHUNK = 5000;
const REPLACED = 'A newer state was sent before it';

/** Finds the Discord messages that edits change. Reads nothing when there are no edits. */
export async function findTargets(db: Database, jobs: readonly Job[]): Promise<void> {
	const edits = jobs.filter(({ editOf }) => editOf !== null);
	for (const some of chunks([...new Set(edits.map(({ editOf }) => editOf as number))], CHUNK)) {
		const rows: { id: number; messageId: number; discordMessageId: string | null; threadId: string | null }[] = await db
			.knex('deliveries')
			.whereIn('id', some)
			.select('id', 'messageId', 'discordMessageId', 'threadId');
		const targets = new Map(rows.map((row) => [row.id, row]));
		for (const job of edits) {
			const original = targets.get(job.editOf as number);
			job.target = original?.discordMessageId ?? job.target;
			job.postId = original?.threadId ?? job.postId;
			job.edited = original?.messageId ?? null;
			job.repeats = original?.discordMessageId != null;
		}
	}
}

/** The body to send: an edit shows what changed since the message that it edits began. */
export function bodyOf({ editOf, edited }: Job, { body, edits, continues }: Outgoing): EncodedBody {
	if (editOf === null) return body;
	return edits.get(edited ?? 0) ?? edits.get(continues ?? 0) ?? body;
}

/**
 * After Discord accepted a message, gives it to the webhook's later edits: those of its delivery, and those of the
 * delivery whose message it replaces.
 */
export function assignTarget(jobs: readonly Job[], sent: Job, discordMessageId: string, postId: string | null): void {
	for (const job of jobs) {
		if (job === sent || job.editOf === null) continue;
		if (job.editOf === sent.id || job.editOf === sent.editOf) {
			job.editOf = sent.id;
			job.target = discordMessageId;
			job.repeats = true;
			job.postId = postId;
		}
	}
}

/**
 * Records that edits were sent as new messages, because their originals were deleted in Discord or never sent: later
 * edits change the new messages. An original that still waits expires, so that it does not follow its newer state.
 * @returns the number of originals that expired
 */
export async function replaceOriginals(trx: Knex.Transaction, sent: readonly DeliveryKey[]): Promise<number> {
	if (sent.length === 0) return 0;
	const rows: (StoredKey & { editOf: number })[] = await trx('deliveries')
		.whereIn(
			'id',
			sent.map(({ deliveryId }) => deliveryId),
		)
		.whereNotNull('editOf')
		.select('id', 'queuedAt', 'webhookId', 'editOf');
	const own = new Set(ownRows(sent, rows).map(({ deliveryId }) => deliveryId));
	let expired = 0;
	for (const { id, webhookId, editOf } of rows.filter((row) => own.has(row.id))) {
		await trx('deliveries').where({ id }).update({ editOf: null });
		await trx('deliveries')
			.where({ webhookId, editOf })
			.whereIn('status', [...OPEN_STATUSES])
			.update({ editOf: id });
		expired += await trx('deliveries')
			.where({ id: editOf })
			.whereIn('status', [...OPEN_STATUSES])
			.update({ status: 'expired', reason: REPLACED });
	}
	return expired;
}
