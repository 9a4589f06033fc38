import { WatchEntry } from '@dropwire/db';
import { entryKey } from '@dropwire/domain';
import { skuHash } from '@dropwire/engine';
import type { Call } from '../http/context.ts';
import { CallError } from '../http/errors.ts';
import { lockOwner } from '../webhooks/owner.ts';

/**
 * Pins the interval of an entry, or ends that. The entry becomes a new row that keeps its age: the engine detects changes of
 * the lists by their newest id.
 */
export async function pinEntry(call: Call<'skuPin'>) {
	const { knex, input } = call;
	const { type: list, intervalMs } = input;
	await lockOwner(knex, 'operators');
	const names = [input.sku, entryKey(list, input.sku)];
	const entry = await WatchEntry.query(knex).where({ list }).whereIn('skuHash', names.map(skuHash)).first();
	if (!entry) {
		throw new CallError('not_found', `Not on the list: ${input.sku}.`, { sku: `is not on the list: ${input.sku}` });
	}
	const { id, ...row } = entry.toJSON();
	const { sku } = row;
	if (entry.intervalMs !== intervalMs) {
		await WatchEntry.query(knex).deleteById(id);
		await knex('watch_entries').insert({ ...row, intervalMs });
		const state = (pinned: number | null) => ({ list, sku, intervalMs: pinned });
		call.audit({ target: list, before: state(entry.intervalMs), after: state(intervalMs) });
		call.afterCommit(() => call.server.engine?.watchChanged());
	}
	return { data: { type: list, sku, intervalMs } };
}
