import { DELIVERY_INDEXES, type Knex, openDeliveries, tableByIndex } from '@dropwire/db';
import type { DeliveryStatus } from '@dropwire/domain';
import { seenAt } from '../health/seenAt.ts';

/** The newest sent deliveries of which latency is computed, and the newest of each kind of failure that count. */
const SAMPLE = { sent: 1000, failed: 1000 };
const MAX_FAILING = 20;

export interface Sent {
	brand: string | null;
	/** Null after the webhook was removed. */
	webhookId: number | null;
	target: string;
	/** See `seenAt`. */
	seenAt: number;
	queuedAt: number;
	sentAt: number;
}

/** The newest messages sent since `since`, epoch ms, newest first; the older ones are left out (`sampleOf`). */
export async function newestSent(knex: Knex, since: number): Promise<Sent[]> {
	const newest = knex
		.from(tableByIndex(knex, 'deliveries', DELIVERY_INDEXES.failure))
		// Passes only deliveries that are open; the index has no failed ones in between.
		.where({ failure: '', status: 'sent' })
		// Edits wait on purpose, so their times say nothing about latency.
		.whereNull('editOf')
		.orderBy('id', 'desc')
		.limit(SAMPLE.sent)
		.select('id', 'messageId', 'topicId', 'webhookId', 'target', 'queuedAt', 'sentAt');
	return knex
		.from(newest.as('d'))
		.join('messages as m', 'm.id', 'd.messageId')
		.leftJoin('topics as t', 't.id', 'd.topicId')
		.where('d.sentAt', '>', since)
		.orderBy('d.id', 'desc')
		.select('t.brand', 'd.webhookId', 'd.target', seenAt(knex), 'd.queuedAt', 'd.sentAt');
}

/** The number of messages if they are only the newest of those that were sent; null if they are all. */
export function sampleOf(sent: readonly Sent[]): number | null {
	return sent.length < SAMPLE.sent ? null : SAMPLE.sent;
}

export interface Failing {
	webhookId: number;
	target: string;
	failed: number;
	retrying: number;
	reason: string | null;
}

/** The webhooks that are switched on and have the most failures queued since `since`, epoch ms. */
export async function failingWebhooks(knex: Knex, since: number): Promise<Failing[]> {
	const columns = ['webhookId', 'target', 'status', 'reason', 'queuedAt'];
	const failed = (failure: DeliveryStatus) =>
		knex
			.from(tableByIndex(knex, 'deliveries', DELIVERY_INDEXES.failure))
			.where({ failure })
			.orderBy('id', 'desc')
			.limit(SAMPLE.failed)
			.select(columns);
	const retrying = openDeliveries(knex).where({ status: 'retrying' }).limit(SAMPLE.failed).select(columns);
	// SQLite takes a limit only in a query of its own.
	const parts = [failed('failed'), failed('expired'), retrying].map((part) =>
		knex.from(part.as('part')).select(columns),
	);
	const [first, ...others] = parts as [Knex.QueryBuilder, ...Knex.QueryBuilder[]];
	const rows: { webhookId: number; target: string; status: string; reason: string | null; count: number }[] = await knex
		.from(first.unionAll(others).as('d'))
		.join('webhooks as w', 'w.id', 'd.webhookId')
		.where('d.queuedAt', '>', since)
		.where('w.active', true)
		.groupBy('d.webhookId', 'd.target', 'd.status')
		.orderBy('count', 'desc')
		.limit(2 * MAX_FAILING)
		.select('d.webhookId', 'd.target', 'd.status')
		.max({ reason: 'd.reason' })
		.count({ count: '*' });
	const found = new Map<number, Failing>();
	for (const { webhookId, target, status, reason, count } of rows) {
		const one = found.get(webhookId) ?? { webhookId, target, failed: 0, retrying: 0, reason: null };
		one[status === 'retrying' ? 'retrying' : 'failed'] += count;
		one.reason ??= reason;
		found.set(webhookId, one);
	}
	return [...found.values()].slice(0, MAX_FAILING);
}

/** The median and the 99th percentile of durations, in their unit; 0 without any. */
export function percentiles(durations: readonly number[]): { p50: number; p99: number } {
	const sorted = durations.toSorted((a, b) => a - b);
	const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.trunc(sorted.length * share))] ?? 0;
	return { p50: at(0.5), p99: at(0.99) };
}
