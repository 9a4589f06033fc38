import { chunks, productSkuOf } from '@dropwire/domain';
import { type Knex, WatchEntry } from '@dropwire/db';
import { forgetUnwatched, skuHash } from '@dropwire/engine';
import type { Change } from '../http/audit.ts';
import type { Server } from '../http/context.ts';
import type { Caller } from '../http/auth.ts';
import type { EntryPlan, EntryValue } from './planEntries.ts';

type WriteCall = {
	knex: Knex;
	caller: Caller;
	server: Server;
	audit(change: Change): void;
	afterCommit(work: () => void): void;
};

const CHUNK = 500;

/**
 * Applies a plan and records each changed entry in the audit log. A SKU that was removed from its last list starts with
 * a new baseline when it is added again. A changed entry becomes a new row that keeps its age: the engine detects changes
 * of the lists by their newest id.
 */
export async function writeEntries(call: WriteCall, { changes }: EntryPlan): Promise<void> {
	const { knex } = call;
	for (const [list, own] of Map.groupBy(changes, ({ group }) => group)) {
		const removed: string[] = [];
		for (const rows of chunks(own, CHUNK)) {
			const former = await replace(call, list, rows);
			for (const { name, before, after } of rows) {
				const { productSku, intervalMs = null } = former.get(name) ?? {};
				if (after === null) removed.push(productSku ?? name);
				call.audit({
					target: list,
					...(before && { before: auditEntry(list, name, { ...before, intervalMs }) }),
					...(after && { after: auditEntry(list, name, { ...after, intervalMs }) }),
				});
			}
		}
		if (removed.length > 0) await forgetUnwatched(knex, list, removed);
	}
	if (changes.length > 0) call.afterCommit(() => call.server.engine?.watchChanged());
}

type FormerEntry = Pick<WatchEntry, 'productSku' | 'intervalMs'>;

/**
 * Deletes the entries of these changes, and inserts those that are not removed.
 * @returns the deleted entries by SKU
 */
async function replace(
	{ knex, caller }: WriteCall,
	list: string,
	changes: EntryPlan['changes'],
): Promise<ReadonlyMap<string, FormerEntry>> {
	const existing = () =>
		WatchEntry.query(knex)
			.where({ list })
			.whereIn(
				'skuHash',
				changes.flatMap(({ name, before }) => (before ? skuHash(name) : [])),
			);
	const current = await existing().select('sku', 'productSku', 'adapter', 'intervalMs', 'createdAt', 'createdBy');
	const bySku = new Map(current.map((entry) => [entry.sku, entry]));
	await existing().delete();
	const now = { createdAt: Date.now(), createdBy: caller.discordId };
	const entries = changes.flatMap(({ name, before, after }) => {
		if (after === null) return [];
		const { createdAt, createdBy, productSku, adapter, intervalMs } = bySku.get(name) ?? {
			...now,
			productSku: null,
			adapter: null,
			intervalMs: null,
		};
		return {
			list,
			sku: name,
			skuHash: skuHash(name),
			productLink: after.link || null,
			productSku: productSku ?? productSkuOf(list, name),
			// The format belongs to the link.
			adapter: before?.link === after.link ? adapter : null,
			regions: after.regions,
			intervalMs,
			createdAt,
			createdBy,
		};
	});
	if (entries.length > 0) await knex('watch_entries').insert(entries);
	return bySku;
}

/** An entry as the audit log has it, with all that an undo of its removal needs. */
function auditEntry(
	list: string,
	sku: string,
	{ link, regions, intervalMs }: EntryValue & Pick<WatchEntry, 'intervalMs'>,
) {
	return {
		list,
		sku,
		...(link !== '' && { productLink: link }),
		...(regions !== null && { regions }),
		...(intervalMs !== null && { intervalMs }),
	};
}
