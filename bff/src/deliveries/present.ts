import { type Delivery, EventRow, type Knex } from '@dropwire/db';
import type { ProductSnapshot } from '@dropwire/engine';
import type { HandlerOutput } from '../../contract/endpoint.ts';
import type { Contract } from '../../contract/index.ts';

type Row = HandlerOutput<Contract['deliveries']>['data'][number];

/** Deliveries with what they were about: everything they need in one go. They come with message and topic fetched. */
export async function presentDeliveries(knex: Knex, deliveries: readonly Delivery[]): Promise<Row[]> {
	const ids = [...new Set(deliveries.flatMap((row) => row.message?.eventId ?? []))];
	const events = new Map((await EventRow.query(knex).whereIn('id', ids)).map((event) => [event.id, event]));
	return deliveries.map((row) => {
		const { message } = row;
		const event = message?.eventId ? events.get(message.eventId) : undefined;
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
			title: product?.title ?? (message?.kind === 'TEST' ? 'Test message' : 'Announcement'),
			image: product?.image ?? null,
			kind: event?.kind ?? (message?.kind === 'TEST' ? 'TEST' : 'ANNOUNCEMENT'),
			sku: event?.sku ?? null,
			region: event?.region ?? null,
		};
	});
}
