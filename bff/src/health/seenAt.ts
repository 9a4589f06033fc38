import type { Knex } from '@dropwire/db';

/**
 * From when the delay of a delivery `d` of a message `m` counts: from the change, or from when it was sent again. Only then
 * was it queued later than its message.
 */
export function seenAt(knex: Knex): Knex.Raw<number> {
	const columns = ['d.queuedAt', 'm.queuedAt', 'd.queuedAt', 'm.seenAt', 'seenAt'];
	return knex.raw('case when ?? > ?? then ?? else ?? end as ??', columns);
}
