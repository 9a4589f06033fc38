import { ForeignKeyViolationError, type Knex, wrapError } from '@dropwire/db';
import { maskWebhook, THREAD_END } from '@dropwire/domain';

/** The text before and after the webhook's ID, and before the end of the thread's. */
const [BEFORE, AFTER] = maskWebhook('\0', null).split('\0') as [string, string];
const THREAD = maskWebhook('', '\0').slice(BEFORE.length + AFTER.length, -1);

/** SQL for `maskWebhook`, of the columns `discordId` and `threadId`. */
export function targetSql(knex: Knex): Knex.Raw {
	return knex.raw(`concat(?, ??, ?, case when ?? is null then '' else concat(?, substr(??, ?)) end)`, [
		BEFORE,
		'discordId',
		AFTER,
		'threadId',
		THREAD,
		'threadId',
		-THREAD_END,
	]);
}

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

/**
 * The targets of an event's deliveries whose webhooks were removed. One that was removed and added again has a new ID, so
 * a later slice finds it.
 * @param after the webhook after which the slice begins
 */
export async function removedTargets(
	trx: Knex.Transaction,
	messageId: number,
	after: number,
): Promise<ReadonlySet<string>> {
	if (after === 0) return new Set();
	return new Set(await trx('deliveries').where({ messageId }).whereNull('webhookId').pluck('target'));
}
