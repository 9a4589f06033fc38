import { DELIVERY_INDEXES, type Knex, limitedPart, tableByIndex } from '@dropwire/db';
import { chunks } from '@dropwire/domain';

/** Webhooks per statement: other work runs between two. */
const WEBHOOKS = 100;
/** How many rows are read of all webhooks together for each one that is wanted, and the fewest of each webhook. */
const [SPARE, FEWEST] = [4, 5];

/**
 * The ids of the newest deliveries of webhooks, newest first: of each webhook only a few are read, and the answer ends
 * where one of them may have more. Edits are in the groups of other events, and no index has them in order.
 * @returns at most `most` ids, and whether there may be older ones
 */
export async function newestOfWebhooks(
	knex: Knex,
	webhookIds: readonly number[],
	{ before, max }: { before: number | null; max: number },
): Promise<{ ids: number[]; more: boolean }> {
	const each = Math.min(max, Math.max(FEWEST, Math.ceil((max * SPARE) / webhookIds.length)));
	const table = tableByIndex(knex, 'deliveries', DELIVERY_INDEXES.edits).toQuery();
	const older = before === null ? '' : 'and id < ?';
	const newest = `select webhookId, id from ${table} where webhookId = ? and editOf is null ${older} order by id desc limit ?`;
	// As text, because knex needs 20 ms for a hundred parts.
	const part = limitedPart(knex, newest, 'webhookId, id');
	const ids: number[] = [];
	let end = 0;
	for (const some of chunks(webhookIds, WEBHOOKS)) {
		const values = some.flatMap((id) => (before === null ? [id, each] : [id, before, each]));
		const rows: { webhookId: number; id: number }[] = await knex
			.from(knex.raw(`(${some.map(() => part).join(' union all ')}) as found`, values))
			.select('webhookId', 'id');
		for (const own of Map.groupBy(rows, ({ webhookId }) => webhookId).values()) {
			ids.push(...own.map(({ id }) => id));
			if (own.length === each) end = Math.max(end, Math.min(...own.map(({ id }) => id)));
		}
	}
	const complete = ids.filter((id) => id >= end).sort((a, b) => b - a);
	return { ids: complete.slice(0, max), more: end > 0 || complete.length > max };
}
