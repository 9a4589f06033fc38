import { ForeignKeyViolationError, type Knex, wrapError } from '@dropwire/db';

/** How often a slice is tried. Each try but the first follows the removal of a webhook in the milliseconds before. */
const TRIES = 10;

/**
 * Inserts deliveries to webhooks that the same work finds, and does it again if one of them is removed in between. On a
 * database server, the row of a delivery waits for the transaction that removes its webhook, and then fails. The locks
 * on the webhooks before it are kept, so no webhook is removed between a try and the next that has its row in both.
 */
export async function repeatIfRemoved<T>(
	trx: Knex.Transaction,
	insert: (trx: Knex.Transaction) => Promise<T>,
): Promise<T> {
	// The embedded database has one writer.
	if (trx.client.dialect !== 'mysql') return insert(trx);
	for (let left = TRIES - 1; ; left--) {
		try {
			return await trx.transaction(insert);
		} catch (error) {
			if (left === 0 || !(wrapError(error) instanceof ForeignKeyViolationError)) throw error;
		}
	}
}
