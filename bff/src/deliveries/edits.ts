import type { DeliveryEdit } from '@dropwire/contract';
import type { Delivery, Knex } from '@dropwire/db';
import type { DeliveryStatus, EventKind } from '@dropwire/domain';

interface Found {
	id: number;
	editOf: number;
	status: DeliveryStatus;
	attempts: number;
	reason: string | null;
	queuedAt: number;
	sentAt: number | null;
	seenAt: number;
	eventId: number;
	kind: EventKind;
}

/** The edits of these deliveries' messages by the delivery's id, oldest first, read by one query. */
export async function editsOf(knex: Knex, deliveries: readonly Delivery[]): Promise<Map<number, DeliveryEdit[]>> {
	const ids = deliveries.filter(({ editOf }) => editOf === null).map(({ id }) => id);
	if (ids.length === 0) return new Map();
	// Also for a webhook that was removed, which is null in both.
	const same = knex.client.dialect === 'mysql' ? '?? <=> ??' : '?? is ??';
	const rows: Found[] = await knex('deliveries as o')
		.join('deliveries as e', (on) => {
			on.on(knex.raw(same, ['e.webhookId', 'o.webhookId'])).andOn('e.editOf', 'o.id');
		})
		.join('messages as m', 'm.id', 'e.messageId')
		.join('events as v', 'v.id', 'm.eventId')
		.whereIn('o.id', ids)
		.select('e.id', 'e.editOf', 'e.status', 'e.attempts', 'e.reason', 'e.queuedAt', 'e.sentAt', 'm.seenAt')
		.select('m.eventId', 'v.kind');
	rows.sort((a, b) => a.id - b.id);
	const edits = rows.map(({ id, eventId, editOf, ...row }) => {
		return [editOf, { ...row, id: String(id), eventId: String(eventId) }] as const;
	});
	return new Map(
		[...Map.groupBy(edits, ([editOf]) => editOf)].map(([editOf, own]) => [editOf, own.map(([, edit]) => edit)]),
	);
}
