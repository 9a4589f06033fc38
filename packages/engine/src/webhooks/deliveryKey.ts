import type { StoredRow } from '@dropwire/db';
/**
 * Identifies a delivery. Its ID alone does not: a database that lost its newest rows in a failover gives their IDs to
 * other deliveries.
 */
export interface DeliveryKey {
	deliveryId: number;
	/** Epoch ms. */
	queuedAt: number;
	webhookId: number;
}

/** The key of a delivery as it is stored. */
export type StoredKey = Pick<StoredRow<'deliveries'>, 'id' | 'queuedAt' | 'webhookId'>;

/** Those whose delivery is the stored one with its ID. */
export function ownRows<Row extends DeliveryKey>(rows: readonly Row[], stored: readonly StoredKey[]): Row[] {
	const byId = new Map(stored.map((row) => [row.id, row]));
	return rows.filter(({ deliveryId, queuedAt, webhookId }) => {
		const row = byId.get(deliveryId);
		return row?.queuedAt === queuedAt && (row.webhookId ?? webhookId) === webhookId;
	});
}
