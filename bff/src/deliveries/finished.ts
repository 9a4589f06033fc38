import type { Database } from '@dropwire/db';
import { OPEN_STATUSES } from '@dropwire/domain';
import { every } from '@dropwire/domain/jobs';
import { DeliveryWaiters, type Engine } from '@dropwire/engine';

/** Waits until deliveries are sent, failed or expired. */
export interface FinishedDeliveries {
	/** Resolves when the delivery is finished or `timeoutMs` has passed. Never rejects. */
	wait(deliveryId: number, timeoutMs: number): Promise<void>;
	close(): Promise<void>;
}

/** Interval of the query for deliveries that another engine process sends, ms. */
const POLL_MS = 500;

/**
 * This process's engine reports finished deliveries at once. Deliveries of other processes are polled from the
 * database.
 */
export function createFinishedDeliveries(
	db: Database,
	engine: Pick<Engine, 'whenFinished'> | null,
): FinishedDeliveries {
	const waiters = new DeliveryWaiters();
	async function poll(): Promise<void> {
		const over: number[] = await db
			.knex('deliveries')
			.whereIn('id', waiters.ids)
			.whereNotIn('status', [...OPEN_STATUSES])
			.pluck('id');
		for (const id of over) waiters.finish(id);
	}
	// If the query fails, the engine or the timeout ends the wait.
	const job = every(POLL_MS, poll, { only: () => waiters.ids.length > 0, onError: () => {} });

	return {
		wait(deliveryId, timeoutMs) {
			const over = waiters.wait(deliveryId, timeoutMs);
			void engine?.whenFinished(deliveryId, timeoutMs).then(() => waiters.finish(deliveryId));
			return over;
		},
		close: () => job.stop(),
	};
}
