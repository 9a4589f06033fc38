import { type Database, databaseClock, type Knex } from '@dropwire/db';
import { chunks, type DeliveryStatus, MAX_REASON_LENGTH, OPEN_STATUSES } from '@dropwire/domain';
import { countOutcomes, type Outcomes } from '../webhooks/countOutcomes.ts';
import { type DeliveryKey, ownRows, type StoredKey } from '../webhooks/deliveryKey.ts';
import { switchOff, uncountFailed } from '../webhooks/switchOff.ts';
import { replaceOriginals } from './edits.ts';
import { recordPosts } from './forumPosts.ts';

/** The result of one delivery, stored with the delivery and its webhook. */
export interface Finished extends DeliveryKey {
	status: DeliveryStatus;
	attempts: number;
	reason: string | null;
	sentAt: number | null;
	discordMessageId: string | null;
	/** When the first attempt failed, epoch ms. */
	failingSince: number | null;
	/** The delay before the next attempt, ms. Set when later messages can be sent before this one. */
	retryInMs: number | null;
	/** The forum post that a new message is in; null for messages elsewhere. */
	post: { product: string; postId: string } | null;
	/** Whether a message in Discord was, or was to be, edited. */
	edit: boolean;
	/** Whether an edit was sent as a new message. */
	replaces: boolean;
}

/** A webhook to release, and the time during which no process can send to it, ms. */
export interface Release {
	webhookId: number;
	waitMs: number;
	/** Why it waits; null if Discord did not order it. */
	reason: string | null;
}

export interface Batch {
	/** The process that writes the batch. It releases only webhooks that it still holds. */
	worker: string;
	finished: readonly Finished[];
	/** Webhooks that this process releases. */
	released: readonly Release[];
	/** Webhooks whose edits wait. */
	editsWait: readonly Release[];
	/** Webhooks for which Discord will never accept a message again. */
	dead: readonly { webhookId: number; reason: string }[];
}

/** Rows per statement. The cost of a statement grows with the square of its rows. */
const CHUNK = 256;

/** Writes the results of a batch in one transaction, with only a few statements even for large batches. */
export async function record(db: Database, { worker, finished, released, editsWait, dead }: Batch): Promise<void> {
	const now = Date.now();
	const letGo = new Set(released.filter(({ waitMs }) => waitMs <= 0).map(({ webhookId }) => webhookId));
	const sent = finished.filter(({ status }) => status === 'sent');
	await db.transaction(async (trx) => {
		if (sent.length > 0) await recordSent(db, trx, sent);
		const posted = sent.flatMap(({ deliveryId, queuedAt, webhookId, post }) =>
			post ? [{ deliveryId, queuedAt, webhookId, ...post }] : [],
		);
		await recordPosts(trx, posted);
		const expired = await replaceOriginals(
			trx,
			sent.filter(({ replaces }) => replaces),
		);
		const ended = [...sent];
		for (const rows of chunks(
			finished.filter(({ status }) => status !== 'sent'),
			CHUNK,
		))
			ended.push(...(await recordOthers(db, trx, rows, now)));
		// Most webhooks have one message at a time: one statement records it as sent and releases the webhook.
		const healthy = { lastStatus: 'sent', lastReason: null, lastAt: now };
		const free = { claimedBy: null, leaseUntil: 0, pausedUntil: 0, pausedAt: 0 };
		for (const rows of chunks(editsWait, CHUNK)) await pauseEdits(db, trx, worker, rows);
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
		for (const rows of chunks(
			released.filter(({ waitMs }) => waitMs > 0),
			CHUNK,
		))
			await pause(db, trx, worker, rows);
		for (const { webhookId, reason } of dead) await switchOff(trx, [webhookId], reason, now);
		await countOutcomes(trx, outcomesOf(ended, expired), worker);
	});
}

/** An edit of a message is not another sent message, but one that fails is a failure. */
function outcomesOf(finished: readonly Finished[], replaced: number): Outcomes {
	const count = (status: DeliveryStatus) => finished.filter((row) => row.status === status).length;
	const edited = finished.filter(({ status, edit }) => status === 'sent' && edit).length;
	return { sent: count('sent') - edited, edited, failed: count('failed'), expired: count('expired') + replaced };
}

/**
 * Sets the values of sent deliveries from a list of rows in JSON: unlike a `case` with a branch for each row, its text is always
 * the same, and its time grows with the rows instead of their square. MariaDB has `json_table` since 10.6;
 * the order of its join is fixed, because the other one would read and lock all deliveries.
 */
const RECORD_SENT = {
	sqlite: `
		update deliveries
		set status = 'sent', reason = null, attempts = sent.attempts, sentAt = sent.at, discordMessageId = sent.messageId
		from (
			select value ->> 0 as id, value ->> 1 as queuedAt, value ->> 2 as webhookId,
				value ->> 3 as attempts, value ->> 4 as at, value ->> 5 as messageId
			from json_each(?)
		) as sent
		where deliveries.id = sent.id and deliveries.queuedAt = sent.queuedAt
			and coalesce(deliveries.webhookId, sent.webhookId) = sent.webhookId`,
	mysql: `
		update json_table(?, '$[*]' columns (
			id bigint path '$[0]', queuedAt bigint path '$[1]', webhookId bigint path '$[2]',
			attempts int path '$[3]', at bigint path '$[4]', messageId varchar(20) path '$[5]'
		)) as sent
		straight_join deliveries on deliveries.id = sent.id and deliveries.queuedAt = sent.queuedAt
			and coalesce(deliveries.webhookId, sent.webhookId) = sent.webhookId
		set deliveries.status = 'sent', deliveries.reason = null, deliveries.attempts = sent.attempts,
			deliveries.sentAt = sent.at, deliveries.discordMessageId = sent.messageId`,
} satisfies Record<Database['dialect'], string>;

async function recordSent(db: Database, trx: Knex.Transaction, sent: readonly Finished[]): Promise<void> {
	await uncountFailed(trx, sent);
	const rows = sent.map((row) => [
		row.deliveryId,
		row.queuedAt,
		row.webhookId,
		row.attempts,
		row.sentAt,
		row.discordMessageId,
	]);
	await trx.raw(RECORD_SENT[db.dialect], [JSON.stringify(rows)]);
}

/** @returns the rows whose deliveries were still open: others were sent by another process, or failed with their webhook */
async function recordOthers(
	db: Database,
	trx: Knex.Transaction,
	rows: readonly Finished[],
	now: number,
): Promise<readonly Finished[]> {
	const deliveryId = (row: Finished) => row.deliveryId;
	const webhookId = (row: Finished) => row.webhookId;
	const reason = (row: Finished) => row.reason?.slice(0, MAX_REASON_LENGTH) ?? null;
	const stored: StoredKey[] = await trx('deliveries')
		.whereIn('id', rows.map(deliveryId))
		.whereIn('status', [...OPEN_STATUSES])
		.forUpdate()
		.select('id', 'queuedAt', 'webhookId');
	// Others are of deliveries that the database has lost, and can have the same IDs.
	const open = ownRows(rows, stored);
	if (open.length > 0) {
		await trx('deliveries')
			.whereIn('id', open.map(deliveryId))
			.update({
				status: byId(trx, open, deliveryId, (row) => row.status),
				attempts: byId(trx, open, deliveryId, (row) => row.attempts),
				reason: byId(trx, open, deliveryId, reason),
				failingSince: byId(trx, open, deliveryId, (row) => row.failingSince),
				notBefore: open.some((row) => row.retryInMs !== null)
					? afterNow(db, trx, open, deliveryId, (row) => row.retryInMs)
					: 0,
			});
	}
	// A webhook has one request in progress at a time, so a batch contains at most one result per webhook.
	await trx('webhooks')
		.whereIn('id', rows.map(webhookId))
		.update({
			lastStatus: byId(trx, rows, webhookId, (row) => row.status),
			lastReason: byId(trx, rows, webhookId, reason),
			lastAt: now,
		});
	return open;
}

/** @param worker limits the change to webhooks that this process still holds; null changes all of them */
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

async function pause(db: Database, trx: Knex.Transaction, worker: string, rows: readonly Release[]): Promise<void> {
	const id = (row: Release) => row.webhookId;
	await trx('webhooks')
		.whereIn('id', rows.map(id))
		.where({ claimedBy: worker })
		.update({
			claimedBy: null,
			leaseUntil: 0,
			pausedUntil: afterNow(db, trx, rows, id, (row) => row.waitMs),
			pausedAt: databaseClock(db),
			pauseReason: byId(trx, rows, id, reasonOf),
		});
}

async function pauseEdits(
	db: Database,
	trx: Knex.Transaction,
	worker: string,
	rows: readonly Release[],
): Promise<void> {
	const id = (row: Release) => row.webhookId;
	await trx('webhooks')
		.whereIn('id', rows.map(id))
		.where({ claimedBy: worker })
		.update({
			editsPausedUntil: afterNow(db, trx, rows, id, (row) => row.waitMs),
			pauseReason: byId(trx, rows, id, reasonOf),
		});
}

const reasonOf = ({ reason }: Release) => reason?.slice(0, MAX_REASON_LENGTH) ?? null;

/** The database's current time plus the row's wait; 0 for rows without a wait. */
function afterNow<Row>(
	db: Database,
	trx: Knex.Transaction,
	rows: readonly Row[],
	id: (row: Row) => number,
	waitMs: (row: Row) => number | null,
): Knex.Raw {
	const wait = byId(trx, rows, id, (row) => {
		const ms = waitMs(row);
		return ms === null ? null : Math.ceil(ms);
	});
	return trx.raw('coalesce(? + ?, 0)', [databaseClock(db), wait]);
}

/**
 * `case id when 1 then … end`: sets a different value for each row in one statement that both databases support.
 * Integers and IDs are inlined, because binding thousands of them costs more than the statement itself.
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
