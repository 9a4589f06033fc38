import { type Knex, LinkRequest } from '@dropwire/db';

/** The state of a request. The row stays locked until the transaction ends. */
interface RequestState {
	id: number;
	subscriptionId: number | null;
	canceledAt: number | null;
	createdAt: number;
}

/**
 * Finds or records the request with this Idempotency-Key. Requests and cancels with the same key run one after the
 * other.
 * @param trx a transaction; it does not need to lock the guild
 */
export async function lockRequest(
	trx: Knex,
	{ guildId, key }: { guildId: string; key: string },
): Promise<RequestState> {
	await LinkRequest.query(trx)
		.insert({ guildId, idempotencyKey: key, createdAt: Date.now() })
		.onConflict(['guildId', 'idempotencyKey'])
		.ignore();
	return LinkRequest.query(trx).findOne({ guildId, idempotencyKey: key }).forUpdate().throwIfNotFound();
}

/**
 * Records which link a request created or turned on again; null for a request that found it on. Earlier requests can no
 * longer cancel that link.
 */
export async function claimLink(trx: Knex, subscriptionId: number, requestId: number | null): Promise<void> {
	await LinkRequest.query(trx).where({ subscriptionId }).patch({ subscriptionId: null });
	if (requestId !== null) await LinkRequest.query(trx).findById(requestId).patch({ subscriptionId });
}

/** Marks the request as canceled: if it arrives later, it is rejected. */
export async function markCanceled(trx: Knex, requestId: number): Promise<void> {
	await LinkRequest.query(trx).findById(requestId).patch({ subscriptionId: null, canceledAt: Date.now() });
}
