import type { Knex } from '@dropwire/db';
import { OPEN_STATUSES } from '@dropwire/db/topics';

/** As long as the columns are that say why. */
export const REASON_LENGTH = 255;

/** From here on these webhooks are not called again, and what waited for them says why it was not sent. */
export async function switchOff(
	trx: Knex.Transaction,
	webhookIds: readonly number[],
	reason: string,
	now = Date.now(),
): Promise<void> {
	if (webhookIds.length === 0) return;
	const offReason = reason.slice(0, REASON_LENGTH);
	await trx('webhooks')
		.whereIn('id', webhookIds)
		.update({ active: false, offReason, offAt: now, claimedBy: null, leaseUntil: 0 });
	await trx('deliveries')
		.whereIn('webhookId', webhookIds)
		.whereIn('status', [...OPEN_STATUSES])
		.update({ status: 'failed', reason: offReason });
}
