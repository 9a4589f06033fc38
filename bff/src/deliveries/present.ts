import { type Delivery, EventRow, type Knex } from '@dropwire/db';
import type { ProductSnapshot } from '@dropwire/retailers';
import type { HandlerOutput } from '@dropwire/contract';
import type { Contract } from '@dropwire/contract';
import { editsOf } from './edits.ts';

type Row = HandlerOutput<Contract['redeliver']>['data'];

/** The titles of messages that are not about a product. */
export const TITLES = {
	ANNOUNCEMENT: 'Announcement',
	TEST: 'Test message',
	NOTICE: 'Shop notice',
	REMINDER: 'Release reminder',
	DIGEST: 'Weekly digest',
} as const;

/** The columns of a delivery's message that are presented. Its body is the largest by far. */
export function withoutBody(message: { select(...columns: string[]): unknown }): void {
	message.select('id', 'kind', 'eventId', 'seenAt', 'continues');
}

/** Presents deliveries with their events, which one query reads, and the edits of their messages. `message` and `topic` must be fetched. */
export async function presentDeliveries(knex: Knex, deliveries: readonly Delivery[]): Promise<Row[]> {
	const ids = [...new Set(deliveries.flatMap((row) => row.message?.eventId ?? []))];
	const events = new Map((await EventRow.query(knex).whereIn('id', ids)).map((event) => [event.id, event]));
	const edits = await editsOf(knex, deliveries);
	return deliveries.map((row) => {
		const { message } = row;
		const event = message?.eventId ? events.get(message.eventId) : undefined;
		const kind = message && message.kind !== 'EVENT' ? message.kind : 'ANNOUNCEMENT';
		const product = event && (JSON.parse(event.after ?? event.before ?? 'null') as ProductSnapshot | null);
		return {
			id: String(row.id),
			status: row.status,
			eventId: event ? String(event.id) : null,
			topic: row.topic ? `${row.topic.toolsName} · ${row.topic.region}` : null,
			target: row.target,
			attempts: row.attempts,
			reason: row.reason,
			seenAt: message?.seenAt ?? row.queuedAt,
			queuedAt: row.queuedAt,
			sentAt: row.sentAt,
			messageId: row.discordMessageId,
			title: product?.title ?? TITLES[kind],
			image: product?.image ?? null,
			kind: event?.kind ?? kind,
			sku: event?.sku ?? null,
			region: event?.region ?? null,
			editOf: row.editOf === null ? null : String(row.editOf),
			edits: edits.get(row.id) ?? [],
		};
	});
}
