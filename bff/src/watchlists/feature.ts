import type { Call } from '../http/context.ts';
import type { Feature } from '../http/feature.ts';
import { latestChecks } from './checks.ts';
import { changeEntries } from './entries.ts';
import { hotSkuHandlers } from './hotCalls.ts';
import { type ListedEntry, listEntries, presentListed, productSkuOfEntry } from './listed.ts';
import { notesOf, presentProduct } from './presentEntry.ts';
import { pinEntry } from './pinEntry.ts';
import { countStates } from './states.ts';

/** The SKU manager. */
export const watchlistsFeature = {
	handlers: {
		...hotSkuHandlers,
		skus: async ({ input, knex }) => {
			const { type: list } = input;
			const { rows, nextCursor, polled } = await listEntries(knex, list, input);
			const [checks, notes] = await Promise.all([
				latestChecks(knex, list, rows.map(productSkuOfEntry)),
				notesOf(knex, list, rows),
			]);
			const present = (entry: ListedEntry) => ({
				...presentListed(entry, notes),
				...presentProduct(entry, checks.get(productSkuOfEntry(entry)) ?? [], polled),
			});
			return { data: rows.map(present), nextCursor };
		},

		skuStates: async ({ input, knex }) => ({ data: await countStates(knex, input.type) }),

		skuPin: pinEntry,

		skusChange: (call) => change(call, call.input.type),
		adidasSkusChange: (call) => change(call, call.input.type),
	},
} satisfies Feature;

async function change(call: Call<'skusChange' | 'adidasSkusChange'>, list: string) {
	const { action, sku, regions } = call.input;
	const { changed, updated, unchanged } = await changeEntries(call, {
		action: action === 'ADD' ? 'SET' : 'UNSET',
		list,
		skus: sku,
		regions,
		fieldOf: (at) => `sku.${at}`,
	});
	return { data: { type: list, changed, unchanged, ...(regions !== undefined && { updated }) } };
}
