import type { Knex } from '@dropwire/db';
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
